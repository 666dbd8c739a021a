//! Words around a text that say where, how often and in which lines or letters it is written.

use super::{super::repeats::repeated, words::fold};

/// Words that say how a text is divided into lines. In quotation marks they are part of the text.
const DIVISIONS: &[&str] = &[
    " own line",
    " own lines",
    " separate line",
    " separate lines",
    " different lines",
    " new line",
    " new lines",
    " single line",
    " per line",
    " a line each",
    " line each",
    " line by line",
    " below each other",
    " under each other",
    " eigenen zeile",
    " eigene zeile",
    " eigenen zeilen",
    " neuen zeile",
    " neue zeile",
    " pro zeile",
    " je zeile",
    " zeilenweise",
    " untereinander",
    " par ligne",
    " sur une ligne",
    " a la ligne",
    " ligne par ligne",
    " l' un sous l' autre",
];

/// Whether the words also say how the text is divided into lines: `milk and eggs, each on its own line`.
pub(super) fn says_its_lines(text: &str) -> bool {
    let folded = format!(" {}", fold(text));
    DIVISIONS.iter().any(|it| folded.contains(it))
}

/// Words before the last of a text that make it a place or a manner.
const BEFORE_LAST: &[&str] = &["on", "in", "to", "as", "auf", "im", "sur", "en", "dans", "mit", "with"];

/// Last words of a text that may say where it is saved, or how it looks.
const LAST: &[&str] = &[
    "desktop",
    "stick",
    "documents",
    "folder",
    "dokumente",
    "dokumenten",
    "ordner",
    "schreibtisch",
    "bureau",
    "dossier",
    "usb",
    "bold",
    "italics",
    "italic",
    "caps",
    "capitals",
    "uppercase",
    "lowercase",
    "letters",
    "red",
    "blue",
    "green",
    "grossbuchstaben",
    "kleinbuchstaben",
    "fett",
    "kursiv",
    "majuscules",
    "gras",
    "italique",
    "font",
    "schrift",
    "buchstaben",
];

/// Whether the last words may say where a text is saved or how it looks: `hello on my usb stick`, `hello in capital letters`.
pub(super) fn ends_with_manner(text: &str) -> bool {
    let folded = fold(text);
    let words: Vec<&str> = folded.split_whitespace().map(|it| it.trim_matches(['.', '!', ','])).collect();
    let Some((last, before)) = words.split_last() else { return false };
    LAST.contains(last) && before.iter().rev().take(4).any(|it| BEFORE_LAST.contains(it))
}

/// Whether the words also say how often a text is written: `hello 3 times`, `5 mal hallo`.
pub(super) fn says_how_often(folded: &str, words: &[&str]) -> bool {
    let is_count = |it: &&str| it.parse::<u32>().is_ok();
    let counts = |pair: &[&str]| matches!(pair, [count, times] if is_count(count) && ["mal", "fois", "times"].contains(times));
    repeated(folded).is_some() || words.windows(2).any(counts) || words.last() == Some(&"twice")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_a_text_is_divided_is_no_part_of_it() {
        for (text, is_said) in [
            ("milk, eggs and bread, each on own line", true),
            ("Butter und Käse, jedes in einer eigenen Zeile", true),
            ("pain et lait, un par ligne", true),
            ("the line is busy", false),
        ] {
            assert_eq!(says_its_lines(text), is_said, "{text}");
        }
    }

    #[test]
    fn a_place_or_a_manner_at_the_end_may_be_no_text() {
        for (text, expected) in [
            ("hello on my usb stick", true),
            ("hello in capital letters", true),
            ("hallo auf dem Desktop", true),
            ("two letters", false),
            ("dentist on Monday", false),
        ] {
            assert_eq!(ends_with_manner(text), expected, "{text}");
        }
    }
}
