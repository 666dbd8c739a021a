//! Sums in words: what a clause computes, as an expression of the grammar.

use super::{
    arithmetic,
    numbers::Commas,
    stories,
    tokens::{Joining, tokens},
    vocabulary::Vocabulary,
    words::Word,
};

/// The sum of these words; `None` if they are none. The error has both readings of one that may be two.
pub(super) fn sum_of(
    vocabulary: &Vocabulary,
    words: &[Word],
    commas: Commas,
) -> Result<Option<String>, String> {
    let asked = Asked::of(vocabulary, words);
    let tokens = match tokens(asked.words, commas)? {
        Some(tokens) if !tokens.is_empty() => tokens,
        _ => return Ok(None),
    };
    match arithmetic::expression(&tokens, asked.how) {
        Some(sum) => Ok(Some(sum)),
        None => stories::story(vocabulary, words, commas),
    }
}

/// A sum without the words that ask for it.
struct Asked<'w> {
    words: &'w [Word],
    how: Joining,
}

/// The classes of verbs that say how numbers belong together.
const JOINING: &[(&str, Joining)] = &[
    ("add-numbers", Joining::Sum),
    ("subtract-numbers", Joining::Difference),
    ("multiply-numbers", Joining::Product),
    ("divide-numbers", Joining::Quotient),
];

impl<'w> Asked<'w> {
    fn of(vocabulary: &Vocabulary, words: &'w [Word]) -> Asked<'w> {
        let mut words = words;
        let mut how = Joining::Signs;
        loop {
            let before = words.len();
            for class in ["compute", "filler", "ask"] {
                words = &words[vocabulary.longest(class, words)..];
            }
            for (class, joining) in JOINING {
                let length = vocabulary.longest(class, words);
                if length > 0 && how == Joining::Signs {
                    how = *joining;
                    words = &words[length..];
                }
            }
            if words.len() == before {
                break;
            }
        }
        while let Some(length) = (1..words.len()).rev().find(|it| {
            let end = &words[words.len() - it..];
            vocabulary.is_one("sum-end", end) || vocabulary.is_one("thanks", end)
        }) {
            let end = &words[words.len() - length..];
            let is_total = vocabulary.is_one("total", end);
            words = &words[..words.len() - length];
            if is_total && how == Joining::Signs {
                how = Joining::Sum;
            }
        }
        Asked { words, how }
    }
}
