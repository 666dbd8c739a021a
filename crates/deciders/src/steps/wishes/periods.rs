//! Periods of time in which people pay and earn: what an amount of one is in another.

/// A period that returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Period {
    Hour,
    Day,
    Week,
    Month,
    Quarter,
    Year,
}

/// The words of each.
const WORDS: &[(Period, &[&str])] = &[
    (Period::Hour, &["hour", "hours", "stunde", "stunden", "heure", "heures"]),
    (Period::Day, &["day", "days", "tag", "tage", "tagen", "jour", "jours"]),
    (Period::Week, &["week", "weeks", "woche", "wochen", "semaine", "semaines"]),
    (Period::Month, &["month", "months", "monat", "monate", "monaten", "mois"]),
    (Period::Quarter, &["quarter", "quarters", "quartal", "quartale", "trimestre", "trimestres"]),
    (Period::Year, &["year", "years", "jahr", "jahre", "jahren", "an", "ans", "annee", "annees"]),
];

/// The words for every one of them.
const EVERY: &[(Period, &[&str])] = &[
    (Period::Hour, &["hourly", "stuendlich"]),
    (Period::Day, &["daily", "taeglich"]),
    (Period::Week, &["weekly", "woechentlich"]),
    (Period::Month, &["monthly", "monatlich", "mensuel"]),
    (Period::Quarter, &["quarterly"]),
    (Period::Year, &["yearly", "annually", "jaehrlich"]),
];

/// How many of a shorter period are a longer one, where everybody counts so.
const FACTORS: &[(Period, Period, u32)] = &[
    (Period::Month, Period::Year, 12),
    (Period::Quarter, Period::Year, 4),
    (Period::Week, Period::Year, 52),
    (Period::Day, Period::Year, 365),
    (Period::Month, Period::Quarter, 3),
    (Period::Day, Period::Week, 7),
];

fn of(table: &[(Period, &[&str])], word: &str) -> Option<Period> {
    table.iter().find(|(_, words)| words.contains(&word)).map(|(period, _)| *period)
}

/// The period that a word names.
pub(super) fn period(word: &str) -> Option<Period> {
    of(WORDS, word)
}

/// The period of a word such as `monthly`.
pub(super) fn every(word: &str) -> Option<Period> {
    of(EVERY, word)
}

/// An amount of every `each` in so many of `asked`.
pub(super) fn amount_over(amount: &str, each: Period, count: &str, asked: Period) -> Option<String> {
    let factor = |short: Period, long: Period| {
        FACTORS.iter().find(|(one, other, _)| (*one, *other) == (short, long)).map(|(.., factor)| factor)
    };
    if each > asked {
        return (count == "1").then(|| Some(format!("{amount}/{}", factor(asked, each)?)))?;
    }
    let product = match each == asked {
        true => amount.to_owned(),
        false => format!("{amount}*{}", factor(each, asked)?),
    };
    match count {
        "1" => Some(product).filter(|it| it.contains('*')),
        _ => Some(format!("{product}*{count}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amount_is_counted_as_often_as_its_period_returns() {
        for (each, count, asked, expected) in [
            (Period::Month, "1", Period::Year, Some("85*12")),
            (Period::Month, "2", Period::Year, Some("85*12*2")),
            (Period::Month, "6", Period::Month, Some("85*6")),
            (Period::Year, "1", Period::Month, Some("85/12")),
            (Period::Week, "1", Period::Month, None),
            (Period::Day, "1", Period::Month, None),
            (Period::Month, "1", Period::Month, None),
        ] {
            assert_eq!(
                amount_over("85", each, count, asked).as_deref(),
                expected,
                "{each:?} {count} {asked:?}"
            );
        }
    }
}
