//! Turns the parts of a sum into an expression that a calculator has keys for: without percent, powers and fractions of.

use super::{
    super::expression,
    tokens::{Joining, Token},
};

/// The largest exponent that is written as a product.
const LARGEST_EXPONENT: u32 = 20;

/// The expression; `None` if the parts are no sum, or one that has two readings.
pub(super) fn expression(tokens: &[Token], how: Joining) -> Option<String> {
    let expression = match how {
        Joining::Signs => percent(tokens).or_else(|| plain(tokens)),
        Joining::Sum => percent(tokens)
            .or_else(|| joined(tokens, &[Token::Comma, Token::And, word("to"), word("zu"), word("a")], "+")),
        Joining::Product => {
            joined(tokens, &[word("by"), word("with"), word("mit"), word("par"), Token::And], "*")
        }
        Joining::Quotient => joined(
            tokens,
            &[
                word("by"),
                word("between"),
                word("among"),
                word("par"),
                word("entre"),
                word("durch"),
                Token::Sign('/'),
            ],
            "/",
        ),
        Joining::Difference => {
            let (less, from) = split_once(tokens, &[word("from"), Token::Of])?;
            Some(format!("{}-{}", number(from)?, number(less)?))
        }
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

/// A single number, with what may belong to it.
fn number(tokens: &[Token]) -> Option<String> {
    match tokens {
        [Token::Number(number)] => Some(number.clone()),
        // `4 people`, `zehn leute`.
        [Token::Number(number), Token::Word(_)] => Some(number.clone()),
        _ => None,
    }
}

/// The numbers between these joints, with a sign between them.
fn joined(tokens: &[Token], joints: &[Token], sign: &str) -> Option<String> {
    let all: Vec<&[Token]> = tokens.split(|it| joints.contains(it)).filter(|it| !it.is_empty()).collect();
    let has_signs = tokens.iter().any(|it| matches!(it, Token::Sign('-' | '/' | '*')));
    // Numbers that have signs already are joined by these.
    if all.len() < 2 || (has_signs && sign != "/") {
        return percent(tokens).or_else(|| plain(tokens));
    }
    let parts: Vec<String> = match sign {
        "+" => all.iter().map(|it| plain(it)).collect::<Option<_>>()?,
        _ => all.iter().map(|it| number(it)).collect::<Option<_>>()?,
    };
    (sign == "+" || parts.len() == 2).then(|| parts.join(sign))
}

/// Percent: `20 % of 50`, `80 - 20 %`, `20 % off 80`.
fn percent(tokens: &[Token]) -> Option<String> {
    match tokens {
        [Token::Number(rate), Token::Percent, Token::Of, Token::Number(of)] => {
            Some(format!("{rate}*{of}/100"))
        }
        [Token::Number(rate), Token::Percent, Token::Off, Token::Number(of)]
        | [Token::Number(of), Token::Sign('-'), Token::Number(rate), Token::Percent] => {
            Some(format!("{of}*{}/100", hundred(rate, '-')?))
        }
        [Token::Number(of), Token::Word(with), Token::Number(rate), Token::Percent, Token::Off]
            if matches!(with.as_str(), "with" | "at" | "at a") =>
        {
            Some(format!("{of}*{}/100", hundred(rate, '-')?))
        }
        [Token::Number(of), Token::Sign('+'), Token::Number(rate), Token::Percent] => {
            Some(format!("{of}*{}/100", hundred(rate, '+')?))
        }
        [Token::Number(of), Token::Sign('*'), Token::Number(rate), Token::Percent] => {
            Some(format!("{of}*{rate}/100"))
        }
        [Token::Number(rate), Token::Percent, Token::Sign('*'), Token::Number(of)] => {
            Some(format!("{rate}*{of}/100"))
        }
        [Token::Number(rate), Token::Percent, Token::Word(to), Token::Number(of)]
            if to == "to" || to == "zu" =>
        {
            Some(format!("{of}*{}/100", hundred(rate, '+')?))
        }
        _ => None,
    }
}

/// 100 with a rate added or taken away, exactly.
pub(super) fn hundred(rate: &str, sign: char) -> Option<String> {
    let (whole, part) = rate.split_once('.').unwrap_or((rate, ""));
    let scale = 10_i64.checked_pow(u32::try_from(part.len()).ok()?)?;
    let rate: i64 = format!("{whole}{part}").parse().ok()?;
    let hundred = scale.checked_mul(100)?;
    let left = if sign == '-' { hundred.checked_sub(rate)? } else { hundred.checked_add(rate)? };
    (left >= 0).then_some(())?;
    Some(match part.len() {
        0 => left.to_string(),
        digits => format!("{}.{:0digits$}", left / scale, left % scale),
    })
}

/// A sum with signs, brackets and powers.
fn plain(tokens: &[Token]) -> Option<String> {
    if let Some((factor, rest)) = fraction(tokens) {
        return Some(format!("{}{factor}", number(rest)?));
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
        [Token::PowerOf, ..] => None,
        _ => Some((1, 0)),
    }
}

/// Words for parts and multiples of a number.
const FRACTIONS: &[(&[&str], &str)] = &[
    (&["half", "haelfte", "moitie", "halbiere"], "/2"),
    (&["third", "drittel", "tiers"], "/3"),
    (&["quarter", "viertel", "quart"], "/4"),
    (&["double", "twice", "doppelte", "verdopple", "doppelt"], "*2"),
    (&["triple", "dreifache"], "*3"),
];

/// `half of 517`: what is done with the number, and the parts of that.
fn fraction(tokens: &[Token]) -> Option<(&'static str, &[Token])> {
    let skipped = tokens.iter().take_while(|it| {
        matches!(it, Token::Word(word) if ["a", "the", "die", "das", "la", "le"].contains(&word.as_str()))
            || **it == Token::Number("1".into())
    });
    let rest = &tokens[skipped.count()..];
    let Some((Token::Word(first), rest)) = rest.split_first() else { return None };
    let (_, factor) = FRACTIONS.iter().find(|(words, _)| words.contains(&first.as_str()))?;
    let rest = rest.strip_prefix(&[Token::Of]).unwrap_or(rest);
    Some((factor, rest))
}
