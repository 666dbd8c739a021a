//! Sums in words: what a clause computes, as an expression of the grammar.

use super::{
    answers::answer_to_story,
    arithmetic,
    numbers::Commas,
    percent::Asking,
    stories,
    tokens::{Joining, tokens},
    units::conversion,
    vocabulary::Vocabulary,
    words::Word,
};

/// The sum of these words; `None` if they are not a sum. The error has both readings of one that may be two.
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
        None => match stories::story(vocabulary, words, commas)? {
            Some(sum) => Ok(Some(sum)),
            None => answer_to_story(vocabulary, words, commas),
        },
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

#[cfg(test)]
mod tests {
    use super::{super::words::words, *};

    #[test]
    fn a_sum_is_read_only_where_it_is_exact_and_has_one_reading() {
        let vocabulary = Vocabulary::new();
        for (text, expected) in [
            ("square root of 2.25", Some("2.25/1.5")),
            ("the square root of 2", None),
            ("three quarters of 80", Some("80*3/4")),
            ("half of the team", None),
            ("the average of 4, 8 and 15", Some("(4+8+15)/3")),
            ("the average of 5", None),
            ("how much is a 15% tip on 60", Some("15*60/100")),
            ("15% tip on 60", None),
            ("119 without 19% vat", Some("119*100/119")),
            ("119 minus 19% vat", None),
            ("what percent of 80 is 20", Some("20*100/80")),
            ("how many minutes are in 3 hours", Some("3*60")),
            ("how many days are in 3 months", None),
            ("5 inches in cm", None),
            ("divide a bill of 96 among 8 people", Some("96/8")),
            ("96 divided among 8 people", Some("96/8")),
            ("24/7 support", None),
            ("multiply 3, 4 and 5", Some("3*4*5")),
        ] {
            let sum = sum_of(&vocabulary, &words(text), Commas::Thousands);
            assert_eq!(sum.unwrap().as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn a_story_is_a_sum_only_where_all_of_its_numbers_are_known() {
        let vocabulary = Vocabulary::new();
        for (text, expected) in [
            ("the bill is 96, we are 4 people, what does each pay", Some("96/4")),
            ("my 3 friends and i share 96, what does each pay", None),
            ("we are 4 people and 2 kids, the bill is 96, what does each pay", None),
            ("i pay with 20, it costs 13.60, how much change do i get", Some("20-13.60")),
            ("i pay with 10, it costs 13.60, how much change do i get", None),
            ("rent is 850 a month, how much is that in 2 years", Some("850*12*2")),
            ("rent is 850 a month and 64 a week, how much is that in a year", None),
            ("i save 25 a week, how much is that in a month", None),
            ("i earn 15 an hour and worked 38 hours, how much do i get", Some("15*38")),
            ("dinner was 84 and i leave a 15% tip, how much do i pay", Some("84*115/100")),
            ("i bought 3 apples and paid 5 euros, how much did i spend", None),
        ] {
            let sum = sum_of(&vocabulary, &words(text), Commas::Thousands);
            assert_eq!(sum.unwrap().as_deref(), expected, "{text}");
        }
    }
}
