//! Words that the end of a line divides.

use std::collections::HashSet;

/// Signs at the end of a line that divide a word.
const HYPHENS: [char; 2] = ['-', '\u{2010}'];
/// A sign that is only there to divide a word.
const SOFT_HYPHEN: char = '\u{ad}';
/// Words after which a hyphen stands for the rest of another word, as in "read- and write access".
const CONJUNCTIONS: [&str; 7] = ["and", "or", "und", "oder", "et", "ou", "bzw."];

/// The longest beginning of a word that is looked up, in bytes. A document may divide one word at the end of each of its lines.
const LONGEST_BEGINNING: usize = 200;

/// The words with a hyphen that a document has within its lines: those keep theirs at the end of a line.
#[derive(Debug, Default)]
pub(super) struct HyphenatedWords(HashSet<String>);

/// What is between two lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seam {
    /// The end of a word.
    Space,
    /// A hyphen that belongs to the word.
    Hyphen,
    /// A hyphen that divides it.
    Division,
}

impl HyphenatedWords {
    pub(super) fn of<'a>(lines: impl IntoIterator<Item = &'a str>) -> HyphenatedWords {
        let words = lines.into_iter().flat_map(str::split_whitespace).map(bare);
        HyphenatedWords(words.filter(|it| it.contains(HYPHENS)).map(key).collect())
    }

    /// Appends a line to the text before it.
    pub(super) fn append(&self, text: &mut String, line: &str) {
        let line = line.trim();
        text.truncate(text.trim_end().len());
        if !text.is_empty() {
            match self.seam(text, line) {
                Seam::Space => text.push(' '),
                Seam::Hyphen => {}
                Seam::Division => {
                    text.pop();
                }
            }
        }
        text.push_str(line);
    }

    fn seam(&self, text: &str, line: &str) -> Seam {
        let mut letters = text.chars().rev();
        let (Some(sign), Some(before), Some(after)) = (letters.next(), letters.next(), line.chars().next())
        else {
            return Seam::Space;
        };
        let is_divided = before.is_alphanumeric() && after.is_alphanumeric();
        match sign {
            SOFT_HYPHEN if is_divided => Seam::Division,
            _ if !HYPHENS.contains(&sign) || !is_divided => Seam::Space,
            _ if !before.is_alphabetic() || !after.is_lowercase() => Seam::Hyphen,
            _ => self.seam_of_word(text, line),
        }
    }

    fn seam_of_word(&self, text: &str, line: &str) -> Seam {
        let end = &text[text.floor_char_boundary(text.len().saturating_sub(LONGEST_BEGINNING))..];
        let first = end.rsplit(char::is_whitespace).next().unwrap_or_default();
        let second = line.split_whitespace().next().unwrap_or_default();
        if CONJUNCTIONS.contains(&second) {
            Seam::Space
        } else if self.0.contains(&key(bare(&format!("{first}{second}")))) {
            Seam::Hyphen
        } else {
            Seam::Division
        }
    }
}

/// The word without the signs around it.
fn bare(word: &str) -> &str {
    word.trim_matches(|it: char| !it.is_alphanumeric())
}

fn key(word: &str) -> String {
    word.to_lowercase().replace(HYPHENS, "-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_that_every_line_divides_takes_no_time() {
        let (words, mut joined) = (HyphenatedWords::default(), String::new());
        let line = format!("{}-", "a".repeat(99));
        for _ in 0..20_000 {
            words.append(&mut joined, &line);
        }
        assert_eq!(joined.len(), 99 * 20_000 + 1);
    }

    #[test]
    fn words_that_a_line_divides_are_joined() {
        let lines = ["It is well-known", "by (multi-part) names"];
        let words = HyphenatedWords::of(lines);
        for (text, line, expected) in [
            ("the blue han-", "dle down", "the blue handle down"),
            ("a \u{201e}dis\u{2010}", "play\u{201c} shows", "a \u{201e}display\u{201c} shows"),
            ("soft\u{ad}", "Ware", "softWare"),
            ("a well-", "known way", "a well-known way"),
            ("Multi-", "part.", "Multi-part."),
            ("by Wi-", "Fi", "by Wi-Fi"),
            ("pages 10-", "20", "pages 10-20"),
            ("Haupt-", "und Nebenfach", "Haupt- und Nebenfach"),
            ("a dash -", "and more", "a dash - and more"),
            ("no end ", "here", "no end here"),
            ("list:", "- one", "list: - one"),
            ("", "begin-", "begin-"),
            ("-", "x", "- x"),
        ] {
            let mut joined = text.to_owned();
            words.append(&mut joined, line);
            assert_eq!(joined, expected);
        }
    }
}
