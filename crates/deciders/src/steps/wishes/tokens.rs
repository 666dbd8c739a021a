//! The parts of a sum: numbers, signs and words, as a clause has them.

use super::{
    number_words::in_words,
    numbers::{Commas, Written, in_digits, shifted, zeros},
    slips::is_slip,
    words::Word,
};

/// A part of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Number(String),
    Sign(char),
    Open,
    Close,
    Percent,
    Of,
    Off,
    Comma,
    And,
    /// A number times itself so many times: `squared`.
    Power(u32),
    /// The next number is the exponent.
    PowerOf,
    Word(String),
}

/// Words and signs between the numbers of a sum; a longer one comes before its beginning.
const SIGNS: &[(&str, Token)] = &[
    ("multiplied by", Token::Sign('*')),
    ("multiplied with", Token::Sign('*')),
    ("multipliziert mit", Token::Sign('*')),
    ("multiplie par", Token::Sign('*')),
    ("times", Token::Sign('*')),
    ("mal", Token::Sign('*')),
    ("fois", Token::Sign('*')),
    ("x", Token::Sign('*')),
    ("divided by", Token::Sign('/')),
    ("divided in", Token::Sign('/')),
    ("divided among", Token::Sign('/')),
    ("divided between", Token::Sign('/')),
    ("divided into", Token::Sign('/')),
    ("shared by", Token::Sign('/')),
    ("shared between", Token::Sign('/')),
    ("shared among", Token::Sign('/')),
    ("split by", Token::Sign('/')),
    ("split between", Token::Sign('/')),
    ("split among", Token::Sign('/')),
    ("geteilt auf", Token::Sign('/')),
    ("aufgeteilt auf", Token::Sign('/')),
    ("verteilt auf", Token::Sign('/')),
    ("geteilt unter", Token::Sign('/')),
    ("divise entre", Token::Sign('/')),
    ("partage entre", Token::Sign('/')),
    ("partages entre", Token::Sign('/')),
    ("devided by", Token::Sign('/')),
    ("geteilt durch", Token::Sign('/')),
    ("geteilt", Token::Sign('/')),
    ("dividiert durch", Token::Sign('/')),
    ("durch", Token::Sign('/')),
    ("divise par", Token::Sign('/')),
    ("over", Token::Sign('/')),
    ("added to", Token::Sign('+')),
    ("plus", Token::Sign('+')),
    ("minus", Token::Sign('-')),
    ("take away", Token::Sign('-')),
    ("less", Token::Sign('-')),
    ("weniger", Token::Sign('-')),
    ("moins", Token::Sign('-')),
    ("percent", Token::Percent),
    ("per cent", Token::Percent),
    ("pct", Token::Percent),
    ("prozent", Token::Percent),
    ("pour cent", Token::Percent),
    ("pourcent", Token::Percent),
    ("pourcents", Token::Percent),
    ("off of", Token::Off),
    ("off", Token::Off),
    ("discount on", Token::Off),
    ("rabatt auf", Token::Off),
    ("de reduction sur", Token::Off),
    ("of", Token::Of),
    ("von", Token::Of),
    ("vom", Token::Of),
    ("de", Token::Of),
    ("d'", Token::Of),
    ("du", Token::Of),
    ("to the second power", Token::Power(2)),
    ("to the third power", Token::Power(3)),
    ("to the fourth power", Token::Power(4)),
    ("a la puissance", Token::PowerOf),
    ("to the power of", Token::PowerOf),
    ("to the power", Token::PowerOf),
    ("hoch", Token::PowerOf),
    ("puissance", Token::PowerOf),
    ("squared", Token::Power(2)),
    ("cubed", Token::Power(3)),
    ("im quadrat", Token::Power(2)),
    ("zum quadrat", Token::Power(2)),
    ("au carre", Token::Power(2)),
    ("au cube", Token::Power(3)),
    ("and", Token::And),
    ("und", Token::And),
    ("et", Token::And),
];

/// Words of money and of measures behind a number, and words that say nothing inside of a sum.
const UNITS: &[&str] = &[
    "euro", "euros", "eur", "dollar", "dollars", "usd", "pounds", "pound", "quid", "bucks", "franken",
    "francs", "chf", "$", "€", "£",
];

/// How the numbers of a sum belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Joining {
    /// By the signs between them.
    Signs,
    /// They are added: `add 2, 3 and 4`.
    Sum,
    /// The first is subtracted from the second: `subtract 2 from 3`.
    Difference,
    /// They are multiplied.
    Product,
    /// The first is divided by the second.
    Quotient,
}

/// The word that stands for any word of money in a story.
pub(super) const MONEY: &str = "€";

/// The parts of a sum; `None` where a text is quoted.
pub(super) fn tokens(words: &[Word], commas: Commas) -> Result<Option<Vec<Token>>, String> {
    let is_said = |it: &Token| !matches!(it, Token::Word(word) if word == MONEY);
    Ok(story_tokens(words, commas)?.map(|all| all.into_iter().filter(is_said).collect()))
}

/// The parts of a story, which has words of money besides.
pub(super) fn story_tokens(words: &[Word], commas: Commas) -> Result<Option<Vec<Token>>, String> {
    let mut pieces: Vec<String> = Vec::new();
    for (at, word) in words.iter().enumerate() {
        if word.quoted.is_some() {
            return Ok(None);
        }
        // `1 200` is one number where a comma stands before decimals.
        match pieces.last_mut() {
            Some(last)
                if commas == Commas::Decimals && at > 0 && is_group_behind(last, &words[at - 1], word) =>
            {
                last.push_str(&word.folded);
            }
            _ => pieces.extend(pieces_of(&word.folded)),
        }
        if at + 1 < words.len() && !word.marks.is_empty() {
            pieces.push(",".into());
        }
    }
    let mut pieces: Vec<&str> = pieces.iter().map(|it| without_slip(it)).collect();
    // `each one gets 3` counts nothing by its `one`.
    for at in (1..pieces.len()).rev() {
        if pieces[at] == "one" && ["each", "every"].contains(&pieces[at - 1]) {
            pieces.remove(at);
        }
    }
    let mut tokens = Vec::new();
    let mut rest = pieces.as_slice();
    while let Some(first) = rest.first() {
        let (token, length) = match in_words(rest) {
            // `un` and `ein` are articles as well.
            Some((number, length)) => (Some(Token::Number(number.to_string())), length),
            None => token(first, rest, commas)?,
        };
        rest = &rest[length..];
        match (token, rest.first().and_then(|it| zeros(it))) {
            (Some(Token::Number(number)), Some(zeros)) => {
                tokens.push(Token::Number(shifted(&number, zeros)));
                rest = &rest[1..];
            }
            (token, _) => tokens.extend(token),
        }
    }
    Ok(Some(tokens))
}

/// Words of sums that people mistype.
const MISTYPED: &[&str] = &[
    "times",
    "plus",
    "minus",
    "divided",
    "multiplied",
    "percent",
    "geteilt",
    "prozent",
    "divise",
    "hundred",
    "thousand",
    "million",
];

/// The word of a sum that is meant, where it has one slip.
fn without_slip(piece: &str) -> &str {
    match MISTYPED.contains(&piece) {
        true => piece,
        false => MISTYPED.iter().find(|meant| is_slip(piece, meant)).copied().unwrap_or(piece),
    }
}

/// Whether three digits go on with a number, as in `1 200`.
fn is_group_behind(last: &str, before: &Word, word: &Word) -> bool {
    let is_digits = |text: &str| text.bytes().all(|it| it.is_ascii_digit());
    let group: String = word.folded.chars().take_while(char::is_ascii_digit).collect();
    let rest = &word.folded[group.len()..];
    is_digits(last)
        && last.len() <= 3
        && before.marks.is_empty()
        && group.len() == 3
        && (rest.is_empty() || rest.starts_with(','))
}

/// The numbers, signs and words that a word is made of: `(45`, `6x7`, `20%`.
fn pieces_of(word: &str) -> Vec<String> {
    let kind = |c: char| match c {
        '0'..='9' | '.' | ',' => 0,
        c if c.is_alphabetic() || c == '\'' => 1,
        _ => 2,
    };
    let mut pieces: Vec<String> = Vec::new();
    let mut last = None;
    for c in word.chars() {
        // A hyphen joins the parts of a number word.
        let joins = c == '-' && last == Some(1);
        let kind = if joins { 1 } else { kind(c) };
        match pieces.last_mut() {
            Some(piece) if last == Some(kind) && kind != 2 => piece.push(c),
            _ => pieces.push(c.to_string()),
        }
        last = Some(kind);
    }
    pieces
}

/// The token at the start, and how many pieces it takes; no token for a sign that says nothing.
fn token(first: &str, pieces: &[&str], commas: Commas) -> Result<(Option<Token>, usize), String> {
    if first.starts_with(|it: char| it.is_ascii_digit() || it == '.' || it == ',') && first != "," {
        let written = first.trim_end_matches(['.', ',']);
        return match in_digits(written, commas) {
            Some(Written::Is(number)) => Ok((Some(Token::Number(number)), 1)),
            Some(Written::Either(whole, decimal)) => Err(format!(
                "\"{written}\" may be {whole} or {decimal}: write `compute {}` or `compute {}`",
                pieces.concat().replacen(first, &whole, 1),
                pieces.concat().replacen(first, &decimal, 1),
            )),
            None => Ok((Some(Token::Word(first.to_owned())), 1)),
        };
    }
    let begins = |phrase: &&(&str, Token)| {
        let parts = phrase.0.split(' ');
        parts.clone().count() <= pieces.len() && parts.zip(pieces).all(|(part, piece)| part == *piece)
    };
    if let Some((phrase, token)) = SIGNS.iter().find(begins) {
        return Ok((Some(token.clone()), phrase.split(' ').count()));
    }
    if UNITS.contains(&first) {
        return Ok((Some(Token::Word(MONEY.into())), 1));
    }
    let token = match first {
        "+" => Token::Sign('+'),
        "-" | "−" | "–" => Token::Sign('-'),
        "*" | "×" | "·" => Token::Sign('*'),
        "/" | "÷" => Token::Sign('/'),
        "(" => Token::Open,
        ")" => Token::Close,
        "%" => Token::Percent,
        "," => Token::Comma,
        "^" => Token::PowerOf,
        "²" => Token::Power(2),
        "³" => Token::Power(3),
        "=" => return Ok((None, 1)),
        word => Token::Word(word.to_owned()),
    };
    Ok((Some(token), 1))
}
