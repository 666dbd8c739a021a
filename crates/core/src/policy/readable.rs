//! The words of a text as a person reads them, however its letters are encoded.
//!
//! Two texts that look the same compare equal: letters are composed (NFKC), marks that stack on letters and characters that
//! are invisible are dropped, and letters that look like Latin ones are taken for these (Unicode Technical Standard 39).

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};
use unicode_security::confusable_detection::skeleton;

/// The words of a text, in every way to read them: each reading is in lower case, with one space before, between and after the
/// words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Words(Vec<String>);

impl Words {
    /// The words of a text.
    pub(super) fn of(text: &str) -> Words {
        let simple = simplify(text);
        let others = other_readings(text, &simple);
        Words(std::iter::once(simple).chain(others).collect())
    }

    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The words as written.
    pub(super) fn simple(&self) -> &str {
        self.0.first().map_or("", String::as_str)
    }

    /// Every way to read them, the simple one first.
    pub(super) fn readings(&self) -> &[String] {
        &self.0
    }
}

/// The words of a text in lower case, with one space before, between and after them.
fn simplify(text: &str) -> String {
    let mut words = String::with_capacity(text.len() + 2);
    words.push(' ');
    if text.is_ascii() {
        text.bytes().for_each(|it| push(&mut words, char::from(it.to_ascii_lowercase())));
    } else {
        let composed = text.nfkc().filter(|it| !is_invisible(*it) && !is_combining_mark(*it));
        composed.flat_map(char::to_lowercase).for_each(|letter| push(&mut words, latin(letter)));
    }
    if !words.ends_with(' ') {
        words.push(' ');
    }
    words
}

fn push(words: &mut String, letter: char) {
    match letter {
        // The apostrophe of word processors.
        '\u{2019}' => words.push('\''),
        _ if is_in_word(letter) => words.push(letter),
        _ if words.ends_with(' ') => {}
        _ => words.push(' '),
    }
}

/// Whether words consist of such characters.
pub(super) fn is_in_word(letter: char) -> bool {
    matches!(letter, '\'' | '&') || letter.is_alphanumeric()
}

/// The other ways to read simplified words: without the underscores of the text, which mark mnemonics, and with spaced
/// letters joined to one word.
fn other_readings(text: &str, simple: &str) -> Vec<String> {
    let mut readings = Vec::new();
    if text.contains('_') {
        readings.push(simplify(&text.replace('_', "")));
    }
    if has_spaced_letters(simple) {
        readings.push(join_letters(simple));
    }
    readings
}

/// Whether three words of one letter each follow one another.
fn has_spaced_letters(words: &str) -> bool {
    let mut letters = 0;
    words.split_whitespace().any(|word| {
        letters = if is_letter(word) { letters + 1 } else { 0 };
        letters == 3
    })
}

fn is_letter(word: &str) -> bool {
    word.chars().nth(1).is_none()
}

/// Joins three or more words of one letter each.
fn join_letters(words: &str) -> String {
    let mut joined = String::from(" ");
    let mut rest: Vec<&str> = words.split_whitespace().collect();
    while !rest.is_empty() {
        let letters = rest.iter().take_while(|it| is_letter(it)).count();
        let taken = if letters >= 3 { letters } else { 1 };
        joined.push_str(&rest.drain(..taken).collect::<String>());
        joined.push(' ');
    }
    joined
}

/// Whether a text may look otherwise than it reads: characters reverse its order, or it has only signs of a private alphabet.
pub(super) fn is_unreadable(text: &str) -> bool {
    if text.is_ascii() {
        return false;
    }
    let is_private = |it: char| matches!(it, '\u{e000}'..='\u{f8ff}' | '\u{fffd}' | '\u{f0000}'..);
    let mut seen = text.chars().filter(|it| !it.is_whitespace()).peekable();
    // Characters that turn the direction of a text (Unicode Standard Annex 9).
    text.chars().any(|it| matches!(it, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'))
        || (seen.peek().is_some() && seen.all(is_private))
}

/// Characters without a shape of their own: joiners, marks of direction, soft hyphens.
/// They have the property `Default_Ignorable_Code_Point` of Unicode.
fn is_invisible(letter: char) -> bool {
    matches!(
        letter,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}' | '\u{ffa0}' | '\u{e0000}'..='\u{e0fff}'
    )
}

/// The Latin letter or digit that a letter looks like, or the letter itself.
fn latin(letter: char) -> char {
    if letter.is_ascii() {
        return letter;
    }
    let text = letter.to_string();
    let mut prototype = skeleton(&text);
    match (prototype.next(), prototype.next()) {
        (Some(first), None) if first.is_ascii_alphanumeric() => first.to_ascii_lowercase(),
        _ => letter,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_looks_the_same_reads_the_same() {
        for (text, expected) in [
            ("Lo\u{308}schen", " löschen "),
            ("S\u{200b}e\u{ad}nd", " send "),
            ("\u{405}\u{435}nd", " send "),
            ("Ｓｅｎｄ", " send "),
            ("S\u{336}e\u{336}nd", " send "),
            ("Don\u{2019}t Save", " don't save "),
            ("永久删除", " 永久删除 "),
        ] {
            assert_eq!(simplify(text), expected, "{text}");
        }
    }

    #[test]
    fn letters_that_stand_apart_are_one_word() {
        for (text, expected) in [
            ("S_end", vec![" send "]),
            ("S e n d it", vec![" send it "]),
            ("D.E.L.E.T.E", vec![" delete "]),
            ("Plan A", vec![]),
        ] {
            assert_eq!(Words::of(text).readings()[1..], expected, "{text}");
        }
    }

    #[test]
    fn reversed_and_private_texts_cannot_be_read() {
        assert!(is_unreadable("\u{202e}dneS") && is_unreadable("\u{e001}"));
        assert!(
            !is_unreadable("Send") && !is_unreadable("") && !is_unreadable("×") && !is_unreadable("אישור")
        );
    }
}
