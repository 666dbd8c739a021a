//! Whether a record of an earlier session is relevant to a request. Pure.
//!
//! Help answers questions in other words, and the best passage is shown. A record that is about another task costs a prompt more than
//! it gives, and its paths and texts mislead: it is shown only if it is as similar as those that helped in nine of ten cases.
//! `cargo xtask bench knowledge --only records` measures this with `bench/knowledge/records.toml`.

use std::collections::BTreeSet;

/// The least similarity by meaning of a record that is shown.
pub const LEAST_MEANING: f64 = 0.55;
/// The minimum share of words that a record and the request have in common, if that alone decides.
pub const LEAST_WORDS: f64 = 0.45;

/// The shortest word that counts, in characters.
const SHORTEST_WORD: usize = 2;
/// Endings of one word, the longest first.
const ENDINGS: &[&str] = &["ing", "es", "ed", "e", "s"];
/// The shortest stem that is left without an ending.
const SHORTEST_STEM: usize = 3;
/// What opens and closes a value.
const QUOTATION_MARKS: &[(char, char)] = &[('"', '"'), ('“', '”'), ('«', '»')];

/// How similar a record is to the request.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Relevance {
    /// By meaning, up to 1; `None` where nothing was compared.
    pub meaning: Option<f64>,
    /// The share of words in common: 0 to 1.
    pub words: f64,
}

impl Relevance {
    /// Whether such a record is shown.
    pub fn is_enough(self) -> bool {
        self.words >= LEAST_WORDS || self.meaning.is_some_and(|it| it >= LEAST_MEANING)
    }
}

/// The share of words that two descriptions of tasks have in common, twice those of both over those of each: 0 to 1. Values in
/// quotation marks, numbers and words that say nothing do not count.
pub(crate) fn shared_words(one: &str, other: &str, is_telling: impl Fn(&str) -> bool) -> f64 {
    let (one, other) = (stems(one, &is_telling), stems(other, &is_telling));
    let both = one.intersection(&other).count();
    2.0 * both as f64 / (one.len() + other.len()).max(1) as f64
}

fn stems(text: &str, is_telling: &impl Fn(&str) -> bool) -> BTreeSet<String> {
    let text = without_values(text).to_lowercase();
    let words = text.split(|it: char| !it.is_alphanumeric() && it != '_');
    let counts = |it: &&str| {
        it.chars().count() >= SHORTEST_WORD && !it.contains(|it: char| it.is_numeric()) && is_telling(it)
    };
    words.filter(counts).map(stem).collect()
}

fn stem(word: &str) -> String {
    let without = |ending: &&str| word.strip_suffix(*ending).filter(|it| it.chars().count() >= SHORTEST_STEM);
    ENDINGS.iter().find_map(without).unwrap_or(word).to_owned()
}

fn without_values(text: &str) -> String {
    let mut text = text.to_owned();
    for (open, close) in QUOTATION_MARKS {
        while let Some((before, rest)) = text.split_once(*open) {
            let Some((_, after)) = rest.split_once(*close) else { break };
            text = format!("{before} {after}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_numbers_and_endings_do_not_make_another_task() {
        let share = |one: &str, other: &str| shared_words(one, other, |it| it != "the");
        assert_eq!(share("Save the note as \"letter.txt\"", "save notes as \"list.txt\""), 1.0);
        assert_eq!(share("Insert 3 columns", "Inserted 12 columns"), 1.0);
        assert_eq!(share("Print the page", "Close it"), 0.0);
        assert_eq!(share("", ""), 0.0);
        assert_eq!(share("an open \"quote", "quote"), 0.5);
    }

    #[test]
    fn words_or_meaning_are_enough() {
        for (meaning, words, expected) in [
            (None, LEAST_WORDS, true),
            (None, 0.0, false),
            (Some(LEAST_MEANING), 0.0, true),
            (Some(LEAST_MEANING - 0.01), LEAST_WORDS - 0.01, false),
        ] {
            assert_eq!(Relevance { meaning, words }.is_enough(), expected, "{meaning:?} {words}");
        }
    }
}
