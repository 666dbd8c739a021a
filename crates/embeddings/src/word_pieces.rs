//! Splits texts into the pieces of words that the network knows: lower-case letters without accents, the longest known
//! beginning first, as BERT does.

use std::{collections::HashMap, iter};
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// The vocabulary of bert-base-uncased (Apache-2.0, copyright of the Google AI Language Team Authors): a piece on each line,
/// whose number is its token.
const VOCABULARY: &str = include_str!("../vocabulary.txt");

/// The most tokens of a text, which the network was trained with. The rest of the text is left out.
const MOST_TOKENS: usize = 256;

/// A longer word is no word.
const LONGEST_WORD: usize = 100;

/// The marks around every text, and the one for words that have no pieces.
const UNKNOWN: i32 = 100;
const BEGIN: i32 = 101;
const END: i32 = 102;

/// The vocabulary, ready to be looked into.
pub(crate) struct WordPieces {
    tokens: HashMap<&'static str, i32>,
}

impl WordPieces {
    /// The vocabulary of English texts.
    pub(crate) fn english() -> WordPieces {
        WordPieces { tokens: VOCABULARY.lines().zip(0..).collect() }
    }

    /// The tokens of a text, between the marks for its begin and its end.
    pub(crate) fn tokens(&self, text: &str) -> Vec<i32> {
        // No token is shorter than a letter; normalising may shorten a text, and never by ten times.
        let text: String = text.chars().take(MOST_TOKENS * 10).collect();
        let words = words(&text);
        let pieces = words.iter().flat_map(|word| self.pieces(word)).take(MOST_TOKENS - 2);
        iter::once(BEGIN).chain(pieces).chain(iter::once(END)).collect()
    }

    fn pieces(&self, word: &str) -> Vec<i32> {
        if word.chars().count() > LONGEST_WORD {
            return vec![UNKNOWN];
        }
        let mut pieces = Vec::new();
        let mut rest = word;
        while !rest.is_empty() {
            let Some((token, length)) = self.longest(rest, rest.len() < word.len()) else {
                return vec![UNKNOWN];
            };
            pieces.push(token);
            rest = &rest[length..];
        }
        pieces
    }

    /// The longest known beginning of the text, which may continue a word: its token and length.
    fn longest(&self, text: &str, continues: bool) -> Option<(i32, usize)> {
        let ends = text.char_indices().map(|(start, it)| start + it.len_utf8());
        let ends: Vec<usize> = ends.collect();
        ends.into_iter().rev().find_map(|end| {
            let token = match continues {
                true => self.tokens.get(format!("##{}", &text[..end]).as_str()),
                false => self.tokens.get(&text[..end]),
            };
            Some((*token?, end))
        })
    }
}

/// The words of a text and its punctuation, in lower case and without accents.
fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let plain = text.nfd().filter(|it| !is_combining_mark(*it)).flat_map(char::to_lowercase);
    for letter in plain.filter(|it| !is_dropped(*it)) {
        if letter.is_whitespace() {
            words.push(String::new());
        } else if is_punctuation(letter) || is_ideograph(letter) {
            words.extend([letter.to_string(), String::new()]);
        } else if let Some(word) = words.last_mut() {
            word.push(letter);
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

fn is_dropped(letter: char) -> bool {
    letter == '\u{FFFD}' || (letter.is_control() && !letter.is_whitespace()) || is_invisible(letter)
}

/// Characters that only say how their neighbours are drawn.
fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2064}' | '\u{FEFF}')
}

/// Punctuation as Unicode has it in the blocks that texts in Latin letters use, and all that ASCII has.
fn is_punctuation(letter: char) -> bool {
    letter.is_ascii_punctuation()
        || matches!(letter, '\u{A1}' | '\u{A7}' | '\u{AB}' | '\u{B6}' | '\u{B7}' | '\u{BB}' | '\u{BF}')
        || matches!(letter, '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{2043}' | '\u{2045}'..='\u{2051}' | '\u{2053}'..='\u{205E}')
        || matches!(letter, '\u{3001}'..='\u{3003}' | '\u{3008}'..='\u{3011}' | '\u{3014}'..='\u{301F}')
        || matches!(letter, '\u{FF01}'..='\u{FF03}' | '\u{FF05}'..='\u{FF0A}' | '\u{FF0C}'..='\u{FF0F}' | '\u{FF1A}' | '\u{FF1B}' | '\u{FF1F}')
}

/// Chinese characters are words of their own.
fn is_ideograph(letter: char) -> bool {
    matches!(letter, '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{2CEAF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tokens that the tokenizer of the model's authors gives for these texts.
    #[test]
    fn texts_are_split_as_the_model_was_trained() {
        let pieces = WordPieces::english();
        let texts: Vec<(String, Vec<i32>)> =
            serde_json::from_str(include_str!("../tests/it/tokens.json")).unwrap();
        assert!(texts.len() > 10);
        for (text, expected) in texts {
            assert_eq!(pieces.tokens(&text), expected, "{text:?}");
        }
    }

    #[test]
    fn no_text_has_too_many_tokens() {
        let pieces = WordPieces::english();
        for (text, count) in
            [("", 2), ("?!", 4), (&"a ".repeat(100_000), MOST_TOKENS), (&"x".repeat(100_000), 3)]
        {
            assert_eq!(pieces.tokens(text).len(), count);
        }
    }
}
