//! The words of a request in free words: each with its place, without capitals and accents, and with the mark behind it.

use super::super::quote::leading_quotation;
use std::ops::Range;

/// One word, number or quoted text.
#[derive(Clone, Debug)]
pub(super) struct Word {
    /// Its place in the request, without the marks behind it.
    pub(super) place: Range<usize>,
    /// It in lower case and without accents; empty for quoted text.
    pub(super) folded: String,
    /// The content, if it is quoted.
    pub(super) quoted: Option<String>,
    /// The marks right behind it: `,` or `.` or `:`.
    pub(super) marks: String,
}

impl Word {
    /// Whether a sentence or a line ends behind it.
    pub(super) fn ends_sentence(&self) -> bool {
        self.marks.contains(['.', '!', '?', ';', ':'])
    }
}

/// Marks that end a word, and belong to no name and no number there.
const MARKS: &[char] = &[',', '.', '!', '?', ';', ':', '…'];

/// French words that lose their vowel: `l'éditeur` is two words.
const ELIDED: &[&str] = &["l", "d", "j", "s", "n", "c", "m", "t", "qu"];

/// The words of a text.
pub(super) fn words(text: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut from = 0;
    while let Some(start) = text[from..].find(|it: char| !it.is_whitespace()).map(|at| at + from) {
        if text[from..start].contains('\n')
            && let Some(last) = words.last_mut()
        {
            last.marks.push(';');
        }
        if let Some(quoted) = leading_quotation(&text[start..]) {
            let end = start + quoted.outer.end;
            words.push(Word {
                place: start..end,
                folded: String::new(),
                quoted: Some(quoted.text.trim().to_owned()),
                marks: String::new(),
            });
            from = end;
            continue;
        }
        let end = text[start..].find(char::is_whitespace).map_or(text.len(), |at| at + start);
        from = push_plain(text, start, end, &mut words);
    }
    words
}

/// Adds the words up to the next blank; returns where the next begins.
fn push_plain(text: &str, start: usize, end: usize, words: &mut Vec<Word>) -> usize {
    let written = &text[start..end];
    let bare = written.trim_end_matches(MARKS);
    // A mark alone, such as the one of `« oui » ?`, is behind the word before it.
    if bare.is_empty() {
        if let Some(last) = words.last_mut() {
            last.marks.push_str(written);
        }
        return end;
    }
    let elided = written
        .char_indices()
        .find(|(_, it)| matches!(it, '\'' | '’'))
        .filter(|(at, _)| ELIDED.contains(&fold(&written[..*at]).as_str()) && bare.len() > at + 2);
    if let Some((at, mark)) = elided {
        let after = start + at + mark.len_utf8();
        words.push(Word {
            place: start..after,
            folded: fold(&text[start..after]),
            quoted: None,
            marks: String::new(),
        });
        return after;
    }
    words.push(Word {
        place: start..start + bare.len(),
        folded: fold(bare),
        quoted: None,
        marks: written[bare.len()..].to_owned(),
    });
    end
}

/// The text in lower case, with umlauts and accents as people write them who have no keys for them.
pub(super) fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for c in text.chars().flat_map(char::to_lowercase) {
        match c {
            'ä' => folded.push_str("ae"),
            'ö' | 'œ' => folded.push_str("oe"),
            'ü' => folded.push_str("ue"),
            'ß' => folded.push_str("ss"),
            'à' | 'â' => folded.push('a'),
            'é' | 'è' | 'ê' | 'ë' => folded.push('e'),
            'î' | 'ï' => folded.push('i'),
            'ô' => folded.push('o'),
            'ù' | 'û' => folded.push('u'),
            'ç' => folded.push('c'),
            '’' => folded.push('\''),
            c => folded.push(c),
        }
    }
    folded
}

/// The text of some words as written, without marks behind the last.
pub(super) fn written<'t>(text: &'t str, words: &[Word]) -> &'t str {
    match (words.first(), words.last()) {
        (Some(first), Some(last)) => &text[first.place.start..last.place.end],
        _ => "",
    }
}

/// The text of some words as written, with a mark of the end behind the last: a typed sentence keeps it.
pub(super) fn written_whole<'t>(text: &'t str, words: &[Word]) -> &'t str {
    let (Some(first), Some(last)) = (words.first(), words.last()) else { return "" };
    let ends = last.marks.chars().take_while(|it| matches!(it, '.' | '!' | '?' | '…'));
    let length: usize = ends.map(char::len_utf8).sum();
    // A blank before the mark is French.
    let after = &text[last.place.end..];
    let blank = after.len() - after.trim_start_matches([' ', '\u{a0}', '\u{202f}']).len();
    let end = if length == 0 { last.place.end } else { last.place.end + blank + length };
    &text[first.place.start..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_words_with_their_marks() {
        for (text, expected) in [
            ("Öffne den Rechner, bitte!", "oeffne den rechner, bitte!"),
            ("ouvre l'éditeur", "ouvre l' editeur"),
            ("what's 2.5 * 8?", "what's 2.5 * 8?"),
            ("le texte « a, b » ? Merci", "le texte ? merci"),
            ("one\ntwo", "one; two"),
        ] {
            let read: Vec<String> =
                words(text).iter().map(|it| format!("{}{}", it.folded, it.marks)).collect();
            assert_eq!(read.join(" "), expected, "{text}");
        }
    }

    #[test]
    fn a_typed_sentence_keeps_the_mark_at_its_end() {
        for (text, expected) in [("Joyeux Noël !", "Joyeux Noël !"), ("Ready.", "Ready."), ("a, b,", "a, b")]
        {
            assert_eq!(written_whole(text, &words(text)), expected);
        }
    }
}
