//! Sums in words: what a clause computes, as an expression of the grammar.

use super::{
    arithmetic,
    numbers::Commas,
    percent::Asking,
    stories,
    tokens::{Joining, tokens},
    units::conversion,
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
    if let Some(sum) = tokens(words, commas)?.as_deref().and_then(conversion) {
        return Ok(Some(sum));
    }
    let tokens = match tokens(asked.words, commas)? {
        Some(tokens) if !tokens.is_empty() => tokens,
        _ => return Ok(None),
    };
    match arithmetic::expression(&tokens, asked.how, asked.asking) {
        Some(sum) => Ok(Some(sum)),
        None => stories::story(vocabulary, words, commas),
    }
}

/// A sum without the words that ask for it.
struct Asked<'w> {
    words: &'w [Word],
    how: Joining,
    asking: Asking,
}

/// The classes of verbs that say how numbers belong together.
const JOINING: &[(&str, Joining)] = &[
    ("add-numbers", Joining::Sum),
    ("subtract-numbers", Joining::Difference),
    ("multiply-numbers", Joining::Product),
    ("divide-numbers", Joining::Quotient),
];

/// The same verbs at the end of a German clause.
const LAST: &[(&str, Joining)] =
    &[("add-last", Joining::Sum), ("multiply-last", Joining::Product), ("divide-last", Joining::Quotient)];

impl<'w> Asked<'w> {
    fn of(vocabulary: &Vocabulary, words: &'w [Word]) -> Asked<'w> {
        let mut words = words;
        let mut how = Joining::Signs;
        let mut asking = Asking::Bare;
        loop {
            let before = words.len();
            for class in ["compute", "filler", "ask"] {
                let length = vocabulary.longest(class, words);
                words = &words[length..];
                if class == "compute" && length > 0 {
                    asking = Asking::Asked;
                }
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
        for (class, joining) in LAST {
            let at = (1..words.len()).find(|at| vocabulary.is_one(class, &words[*at..]));
            if let Some(at) = at.filter(|_| how == Joining::Signs) {
                how = *joining;
                words = &words[..at];
            }
        }
        Asked { words, how, asking }
    }
}
