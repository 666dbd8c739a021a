//! Measures of time, length, mass and volume: how many of a small one a larger one has, where that is exact.

use super::tokens::Token;

/// Measures of one kind, the smallest first: how many of the one before each has, and its names.
const KINDS: &[&[(u32, &[&str])]] = &[
    &[
        (1, &["second", "seconds", "sekunde", "sekunden", "seconde", "secondes"]),
        (60, &["minute", "minutes", "mins", "minuten"]),
        (60, &["hour", "hours", "hrs", "stunde", "stunden", "heure", "heures"]),
        (24, &["day", "days", "tag", "tage", "tagen", "jour", "jours"]),
        (7, &["week", "weeks", "woche", "wochen", "semaine", "semaines"]),
    ],
    &[(1, MONTHS), (12, YEARS)],
    &[(1, MONTHS), (3, QUARTERS)],
    &[(1, QUARTERS), (4, YEARS)],
    &[
        (1, &["millimeter", "millimeters", "millimetre", "millimetres", "mm"]),
        (10, &["centimeter", "centimeters", "centimetre", "centimetres", "zentimeter", "cm"]),
        (100, &["meter", "meters", "metre", "metres", "metern"]),
        (1000, &["kilometer", "kilometers", "kilometre", "kilometres", "kilometern", "km"]),
    ],
    &[
        (1, &["milligram", "milligrams", "milligramm", "milligramme", "milligrammes", "mg"]),
        (1000, &["gram", "grams", "gramm", "gramme", "grammes", "g"]),
        (1000, &["kilogram", "kilograms", "kilogramm", "kilogramme", "kilogrammes", "kilo", "kilos", "kg"]),
    ],
    &[
        (1, &["milliliter", "milliliters", "millilitre", "millilitres", "ml"]),
        (10, &["centiliter", "centiliters", "centilitre", "centilitres", "zentiliter", "cl"]),
        (100, &["liter", "liters", "litre", "litres", "litern"]),
    ],
    &[(1, &["inch", "inches"]), (12, &["foot", "feet"]), (3, &["yard", "yards"])],
];

const MONTHS: &[&str] = &["month", "months", "monat", "monate", "monaten", "mois"];
const QUARTERS: &[&str] =
    &["quarter", "quarters", "quartal", "quartale", "quartalen", "trimestre", "trimestres"];
const YEARS: &[&str] = &["year", "years", "jahr", "jahre", "jahren", "an", "ans", "annee", "annees"];

/// Words of asking around measures.
const AROUND: &[&str] = &[
    "how",
    "many",
    "much",
    "are",
    "is",
    "there",
    "do",
    "does",
    "have",
    "has",
    "what",
    "whats",
    "convert",
    "change",
    "turn",
    "make",
    "makes",
    "a",
    "an",
    "the",
    "wie",
    "viel",
    "viele",
    "wieviel",
    "wieviele",
    "sind",
    "ist",
    "hat",
    "haben",
    "ergeben",
    "gibt",
    "es",
    "einer",
    "einem",
    "eine",
    "rechne",
    "wandle",
    "um",
    "combien",
    "y",
    "a-t-il",
    "il",
    "font",
    "fait",
    "une",
    "converti",
    "convertis",
    "convertir",
    "contient",
];

/// Words before the measure that a number is turned into, or that has it.
const INSIDE: &[&str] = &["in", "to", "into", "en", "dans"];

/// A measure: its kind, and its place there.
type Measure = (usize, usize);

/// The measures that a word names.
fn measures(token: &Token) -> impl Iterator<Item = Measure> {
    let place = |all: &[(u32, &[&str])]| match token {
        Token::Word(word) => all.iter().position(|(_, names)| names.contains(&word.as_str())),
        _ => None,
    };
    KINDS.iter().enumerate().filter_map(move |(kind, all)| Some((kind, place(all)?)))
}

/// `how many minutes are in 3 hours`, `3 hours in minutes`.
pub(super) fn conversion(tokens: &[Token]) -> Option<String> {
    // `an` is an article and a year.
    let found: Vec<usize> = (0..tokens.len())
        .filter(|at| measures(&tokens[*at]).next().is_some() && tokens[*at] != Token::Word("an".into()))
        .collect();
    let [first, second] = found.as_slice() else { return None };
    let is_known = |(at, token): (usize, &Token)| match token {
        Token::Word(word) => {
            found.contains(&at) || AROUND.contains(&word.as_str()) || INSIDE.contains(&word.as_str())
        }
        Token::Number(_) | Token::Of => true,
        _ => false,
    };
    tokens.iter().enumerate().all(is_known).then_some(())?;
    let numbers: Vec<usize> =
        (0..tokens.len()).filter(|at| matches!(tokens[*at], Token::Number(_))).collect();
    let (given, wanted) = match numbers.as_slice() {
        [number] if number + 1 == *first && says_inside(&tokens[first + 1..*second]) => (first, second),
        [number] if number + 1 == *second => (second, first),
        [] if is_one(&tokens[second - 1]) => (second, first),
        _ => return None,
    };
    let count = match numbers.first().map(|it| &tokens[*it]) {
        Some(Token::Number(number)) => number.as_str(),
        _ => "1",
    };
    measures(&tokens[*given])
        .find_map(|given| measures(&tokens[*wanted]).find_map(|wanted| written(count, given, wanted)))
}

fn says_inside(tokens: &[Token]) -> bool {
    matches!(tokens.last(), Some(Token::Word(word)) if INSIDE.contains(&word.as_str()))
}

fn is_one(token: &Token) -> bool {
    matches!(token, Token::Word(word) if ["a", "an", "the", "une", "einer", "einem", "eine"].contains(&word.as_str()))
}

/// So many of one measure in the other, as a product or a quotient.
fn written(count: &str, given: Measure, wanted: Measure) -> Option<String> {
    (given.0 == wanted.0 && given.1 != wanted.1).then_some(())?;
    let steps = &KINDS[given.0][given.1.min(wanted.1) + 1..=given.1.max(wanted.1)];
    let factors: Vec<String> = steps.iter().rev().map(|(factor, _)| factor.to_string()).collect();
    Some(match given.1 > wanted.1 {
        true if count == "1" && factors.len() > 1 => factors.join("*"),
        true => format!("{count}*{}", factors.join("*")),
        false => format!("{count}/{}", factors.join("/")),
    })
}
