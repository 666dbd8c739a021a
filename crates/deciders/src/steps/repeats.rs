//! What is done several times: `Down 3 times`, `Enter twice`.

use super::quote::mask;

/// The most times that a step repeats keys.
const MOST_TIMES: usize = 50;

/// Numbers that people write as words.
const NUMBERS: &[(&str, usize)] = &[
    ("two", 2),
    ("three", 3),
    ("four", 4),
    ("five", 5),
    ("six", 6),
    ("seven", 7),
    ("eight", 8),
    ("nine", 9),
    ("ten", 10),
];

/// Something several times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Repeat<'t> {
    /// What.
    pub(super) what: &'t str,
    /// How often.
    pub(super) times: usize,
    /// The words that say how often.
    pub(super) words: &'t str,
}

/// What the text says several times; `None` if it does not end with how often.
pub(super) fn repeated(text: &str) -> Option<Repeat<'_>> {
    let text = text.trim();
    let masked = mask(text);
    let (what, times) = match masked.strip_suffix(" twice") {
        Some(what) => (what, 2),
        None => {
            let (what, count) = masked.strip_suffix(" times")?.rsplit_once(' ')?;
            (what, number(count)?)
        }
    };
    let (what, words) = text.split_at(what.len());
    Some(Repeat { what: what.trim(), times, words: words.trim() })
}

fn number(word: &str) -> Option<usize> {
    let known = NUMBERS.iter().find(|(name, _)| *name == word).map(|(_, number)| *number);
    known.or_else(|| word.parse().ok()).filter(|number| (1..=MOST_TIMES).contains(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_often_something_is_done_is_read_from_its_end() {
        for (text, expected) in [
            ("Enter twice", Some(("Enter", 2, "twice"))),
            ("Down 3 times", Some(("Down", 3, "3 times"))),
            ("the Tab key five times", Some(("the Tab key", 5, "five times"))),
            ("\"Wait twice\"", None),
            ("New York Times", None),
            ("Down 1000 times", None),
            ("twice", None),
        ] {
            let found = repeated(text).map(|it| (it.what, it.times, it.words));
            assert_eq!(found, expected, "{text}");
        }
    }
}
