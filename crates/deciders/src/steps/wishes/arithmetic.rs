//! Turns the parts of a sum into an expression that a calculator has keys for: without percent, powers and fractions of.

use super::{
    super::expression,
    facts::is_people,
    functions::function,
    percent::{Asking, percent},
    tokens::{Joining, Token},
};

/// The largest exponent that is written as a product.
const LARGEST_EXPONENT: u32 = 20;

/// Words between what is divided and by how many.
const DIVIDING: &[&str] = &[
    "by", "between", "among", "amongst", "into", "for", "par", "entre", "pour", "durch", "auf", "unter",
    "fuer", "zwischen",
];

/// Words between factors.
const MULTIPLYING: &[&str] = &["by", "with", "mit", "par"];

/// Words that say that all get the same.
const EVENLY: &[&str] = &["evenly", "equally", "up", "gerecht", "gleichmaessig", "equitablement"];

/// The expression; `None` if the parts are no sum, or one that has two readings.
pub(super) fn expression(tokens: &[Token], how: Joining, asking: Asking) -> Option<String> {
    let words = |all: &[&str]| all.iter().map(|it| word(it)).collect::<Vec<Token>>();
    let list = vec![Token::Comma, Token::And];
    let expression = match how {
        Joining::Signs => percent(tokens, asking)
            .or_else(|| function(tokens))
            .or_else(|| bare_difference(tokens))
            .or_else(|| plain(tokens)),
        Joining::Sum => percent(tokens, asking)
            .or_else(|| joined(tokens, &[list, words(&["to", "zu", "a"])].concat(), "+")),
        Joining::Product => joined(tokens, &[list, words(MULTIPLYING)].concat(), "*"),
        Joining::Quotient => {
            let evenly = words(EVENLY);
            let tokens: Vec<Token> = tokens.iter().filter(|it| !evenly.contains(it)).cloned().collect();
            let joints = [vec![Token::Sign('/')], words(DIVIDING)].concat();
            several_ways(&tokens).or_else(|| joined(&tokens, &joints, "/"))
        }
        Joining::Difference => difference(tokens, &[word("from"), Token::Of]),
    }?;
    expression::parse(&expression).ok().filter(|keys| keys.contains(['+', '-', '*', '/']))
}

fn word(word: &str) -> Token {
    Token::Word(word.to_owned())
}

/// The parts before and after the first of these.
fn split_once<'t>(tokens: &'t [Token], between: &[Token]) -> Option<(&'t [Token], &'t [Token])> {
    let at = tokens.iter().position(|it| between.contains(it))?;
    Some((&tokens[..at], &tokens[at + 1..]))
}

/// Words before a number of things.
const BEFORE_NUMBER: &[&str] =
    &["a", "the", "my", "our", "die", "der", "meine", "unsere", "la", "les", "mes", "nos"];

/// A single number, with what may belong to it: `4 people`, `4 of us`, `a bill of 80`, `my 4 friends`.
fn number(tokens: &[Token]) -> Option<String> {
    let after = match tokens {
        [Token::Word(article), Token::Word(_), Token::Of, rest @ ..] | [Token::Word(article), rest @ ..]
            if BEFORE_NUMBER.contains(&article.as_str()) =>
        {
            rest
        }
        all => all,
    };
    match after {
        [Token::Number(number)]
        | [Token::Number(number), Token::Word(_)]
        | [Token::Number(number), Token::Of, Token::Word(_)] => Some(number.clone()),
        _ => None,
    }
}

/// `45 from 200`, and not `10 years from 2026`.
fn bare_difference(tokens: &[Token]) -> Option<String> {
    match tokens {
        [Token::Number(less), Token::Word(from), Token::Number(number)] if from == "from" => {
            Some(format!("{number}-{less}"))
        }
        _ => None,
    }
}

/// The number behind one of these words without the one before it.
fn difference(tokens: &[Token], between: &[Token]) -> Option<String> {
    let (less, from) = split_once(tokens, between)?;
    Some(format!("{}-{}", number(from)?, number(less)?))
}

/// `96 divided among 8 kids`.
fn quotient_of_things(tokens: &[Token]) -> Option<String> {
    let at = tokens.iter().position(|it| *it == Token::Sign('/'))?;
    let [Token::Number(first)] = &tokens[..at] else { return None };
    // `24/7 support` is no sum.
    let are_people = tokens.last().is_some_and(|it| matches!(it, Token::Word(word) if is_people(word)));
    let second = number(&tokens[at + 1..]).filter(|_| are_people)?;
    Some(format!("{first}/{second}"))
}

/// `75 three ways`.
fn several_ways(tokens: &[Token]) -> Option<String> {
    let [rest @ .., Token::Number(ways), Token::Word(word)] = tokens else { return None };
    (word == "ways").then_some(())?;
    Some(format!("{}/{ways}", number(rest.strip_suffix(&[Token::Sign('/')]).unwrap_or(rest))?))
}

/// The numbers between these joints, with a sign between them.
fn joined(tokens: &[Token], joints: &[Token], sign: &str) -> Option<String> {
    let all: Vec<&[Token]> = tokens.split(|it| joints.contains(it)).filter(|it| !it.is_empty()).collect();
    let has_signs = tokens.iter().any(|it| matches!(it, Token::Sign('-' | '/' | '*')));
    // Numbers that have signs already are joined by these.
    if all.len() < 2 || (has_signs && sign != "/") {
        return percent(tokens, Asking::Bare).or_else(|| plain(tokens));
    }
    let parts: Vec<String> = match sign {
        "+" => all.iter().map(|it| plain(it)).collect::<Option<_>>()?,
        _ => all.iter().map(|it| number(it)).collect::<Option<_>>()?,
    };
    (sign != "/" || parts.len() == 2).then(|| parts.join(sign))
}

/// A sum with signs, brackets and powers.
fn plain(tokens: &[Token]) -> Option<String> {
    if let Some(quotient) = quotient_of_things(tokens) {
        return Some(quotient);
    }
    let mut written = String::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        match token {
            // No sign is left out between two numbers.
            Token::Number(_) if written.ends_with(|it: char| it.is_ascii_digit() || it == ')') => {
                return None;
            }
            Token::Number(number) => {
                let (exponent, length) = power(&tokens[at + 1..])?;
                let product = vec![number.as_str(); exponent as usize].join("*");
                // What is divided by a power is divided by the whole of it.
                match exponent > 1 && written.ends_with('/') {
                    true => written.push_str(&format!("({product})")),
                    false => written.push_str(&product),
                }
                at += length;
            }
            Token::Sign(sign) => written.push(*sign),
            Token::Open => written.push('('),
            Token::Close => written.push(')'),
            _ => return None,
        }
        at += 1;
    }
    Some(written)
}

/// The exponent of a number by what follows it, and how many parts that takes.
fn power(after: &[Token]) -> Option<(u32, usize)> {
    match after {
        [Token::Power(exponent), ..] => Some((*exponent, 1)),
        [Token::PowerOf, Token::Number(exponent), ..] => {
            let exponent = exponent.parse().ok().filter(|it| (1..=LARGEST_EXPONENT).contains(it))?;
            Some((exponent, 2))
        }
        // `10 to the 4th power`.
        [
            Token::Word(to),
            Token::Word(the),
            Token::Number(exponent),
            Token::Word(th),
            Token::Word(power),
            ..,
        ] if (to.as_str(), the.as_str(), power.as_str()) == ("to", "the", "power")
            && ["th", "nd", "rd"].contains(&th.as_str()) =>
        {
            let exponent = exponent.parse().ok().filter(|it| (1..=LARGEST_EXPONENT).contains(it))?;
            Some((exponent, 5))
        }
        [Token::PowerOf, ..] => None,
        _ => Some((1, 0)),
    }
}
