//! Numbers in digits as people write them, with the commas of their language.

use super::super::names::strip_word;

/// How many zeros a word adds behind a number: `3 hundred`.
pub(super) fn zeros(word: &str) -> Option<usize> {
    match word {
        "hundred" | "hundert" => Some(2),
        "thousand" | "tausend" | "mille" => Some(3),
        "million" | "millions" | "millionen" => Some(6),
        _ => None,
    }
}

/// The number with its decimal point moved by so many digits.
pub(super) fn shifted(number: &str, zeros: usize) -> String {
    let (whole, part) = number.split_once('.').unwrap_or((number, ""));
    let (moved, rest) = part.split_at(part.len().min(zeros));
    let whole = format!("{whole}{moved:0<zeros$}");
    let whole = whole.trim_start_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    if rest.is_empty() { whole.to_owned() } else { format!("{whole}.{rest}") }
}

/// What the digits mean that a number is written with.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Written {
    /// This number, with a decimal point.
    Is(String),
    /// One of these: the mark may stand for thousands or before decimals.
    Either(String, String),
}

/// Whether a comma stands before decimals where a request is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Commas {
    /// `1,250.5`, as in English.
    Thousands,
    /// `1.250,5`, as in German and French.
    Decimals,
}

/// The number written with these digits, points and commas; `None` if it is not a number.
pub(super) fn in_digits(written: &str, commas: Commas) -> Option<Written> {
    let mark = |it: char| written.matches(it).count();
    let grouped = |mark: char| {
        let mut groups = written.split(mark);
        let first = groups.next().unwrap_or_default();
        (1..=3).contains(&first.len()) && first != "0" && groups.all(|it| it.len() == 3)
    };
    let plain = |number: String| {
        let is_number = number.parse::<f64>().is_ok() && number.starts_with(|it: char| it.is_ascii_digit());
        is_number.then_some(Written::Is(number))
    };
    match (mark('.'), mark(',')) {
        (0, 0) => plain(written.to_owned()),
        (1, 0) | (0, 1) => {
            let separator = if mark(',') == 1 { ',' } else { '.' };
            let (decimal, whole) = (written.replace(separator, "."), written.replace(separator, ""));
            match (grouped(separator), separator, commas) {
                (false, ..) | (true, '.', Commas::Thousands) => plain(with_zero(decimal)),
                (true, ',', Commas::Thousands) => plain(whole),
                (true, _, _) => Some(Written::Either(whole, decimal)),
            }
        }
        (points, 0) if points > 1 => grouped('.').then(|| plain(written.replace('.', "")))?,
        (0, _) => grouped(',').then(|| plain(written.replace(',', "")))?,
        _ => {
            let decimals = if written.rfind(',') > written.rfind('.') { ',' } else { '.' };
            let (whole, part) = written.rsplit_once(decimals)?;
            (!whole.contains(decimals)).then_some(())?;
            plain(format!("{}.{part}", whole.replace([',', '.'], "")))
        }
    }
}

/// `.5` as `0.5`.
fn with_zero(number: String) -> String {
    match strip_word(&number, ".") {
        Some(_) => format!("0{number}"),
        None => number,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_behind_a_number_moves_its_point() {
        for (number, word, expected) in [
            ("3", "hundred", "300"),
            ("1.5", "million", "1500000"),
            ("2.3456", "thousand", "2345.6"),
            ("0.5", "tausend", "500"),
        ] {
            assert_eq!(shifted(number, zeros(word).unwrap()), expected, "{number} {word}");
        }
    }

    #[test]
    fn a_mark_that_may_be_either_is_not_guessed() {
        let is = |number: &str| Some(Written::Is(number.to_owned()));
        for (written, commas, expected) in [
            ("1,200", Commas::Thousands, is("1200")),
            ("1.250", Commas::Thousands, is("1.250")),
            ("12,50", Commas::Decimals, is("12.50")),
            ("12,50", Commas::Thousands, is("12.50")),
            ("1.234,5", Commas::Decimals, is("1234.5")),
            ("1,234.5", Commas::Decimals, is("1234.5")),
            ("1.234.567", Commas::Decimals, is("1234567")),
            ("1.250", Commas::Decimals, Some(Written::Either("1250".into(), "1.250".into()))),
            (".5", Commas::Thousands, is("0.5")),
            ("1.2.3", Commas::Thousands, None),
        ] {
            assert_eq!(in_digits(written, commas), expected, "{written} {commas:?}");
        }
    }
}
