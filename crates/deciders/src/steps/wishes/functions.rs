//! Functions that a calculator of four signs has no keys for, written so that it has: roots of squares, averages, parts and multiples.

use super::tokens::Token;

/// Articles before the name of a function.
const ARTICLES: &[&str] = &["a", "the", "der", "die", "das", "den", "la", "le", "l'"];

/// The words of averages.
const AVERAGES: &[&str] = &["average", "mean", "durchschnitt", "mittelwert", "moyenne"];

/// Words for parts and multiples of a number, and how a number is written of which they are taken.
const FRACTIONS: &[(&[&str], &str)] = &[
    (&["half", "haelfte", "moitie", "halbiere", "halve"], "/2"),
    (&["third", "thirds", "drittel", "tiers"], "/3"),
    (&["quarter", "quarters", "fourth", "viertel", "quart", "quarts"], "/4"),
    (&["fifth", "fifths", "fuenftel", "cinquieme", "cinquiemes"], "/5"),
    (&["sixth", "sechstel", "sixieme"], "/6"),
    (&["eighth", "eighths", "achtel", "huitieme"], "/8"),
    (&["tenth", "tenths", "zehntel", "dixieme"], "/10"),
    (&["double", "twice", "doppelte", "verdopple", "doppelt"], "*2"),
    (&["triple", "dreifache", "verdreifache"], "*3"),
];

/// Words behind a number that take a part or a multiple of it.
const BEHIND: &[(&[&str], &str)] = &[
    (&["halved", "halbiert"], "/2"),
    (&["doubled", "verdoppelt"], "*2"),
    (&["tripled", "verdreifacht"], "*3"),
];

/// The sum of a function; `None` if the parts are not a function, or the calculator cannot show it exactly.
pub(super) fn function(tokens: &[Token]) -> Option<String> {
    let skipped = tokens.iter().take_while(|it| is_word(it, ARTICLES)).count();
    let tokens = &tokens[skipped..];
    root(tokens).or_else(|| average(tokens)).or_else(|| fraction(tokens))
}

fn is_word(token: &Token, words: &[&str]) -> bool {
    matches!(token, Token::Word(word) if words.contains(&word.as_str()))
}

/// `square root of 144`, which is 144/12.
fn root(tokens: &[Token]) -> Option<String> {
    let rest = match tokens {
        [square, root, rest @ ..] if is_word(square, &["square"]) && is_word(root, &["root"]) => rest,
        [root, square, rest @ ..] if is_word(root, &["racine"]) && is_word(square, &["carree"]) => rest,
        [root, rest @ ..] if is_word(root, &["sqrt", "√", "wurzel", "quadratwurzel", "racine"]) => rest,
        _ => return None,
    };
    let rest = match rest {
        [of, rest @ ..] if *of == Token::Of || is_word(of, &["aus"]) => rest,
        rest => rest,
    };
    let ([Token::Number(number)] | [Token::Open, Token::Number(number), Token::Close]) = rest else {
        return None;
    };
    Some(format!("{number}/{}", exact_root(number)?))
}

/// The root of a square number, also of one with decimals.
fn exact_root(number: &str) -> Option<String> {
    let (whole, part) = number.split_once('.').unwrap_or((number, ""));
    let digits = part.len().div_ceil(2);
    let square: u64 = format!("{whole}{part:0<width$}", width = 2 * digits).parse().ok()?;
    let root = square.isqrt();
    (root > 0 && root * root == square).then_some(())?;
    let scale = 10_u64.checked_pow(u32::try_from(digits).ok()?)?;
    Some(match digits {
        0 => root.to_string(),
        _ => format!("{}.{:0digits$}", root / scale, root % scale),
    })
}

/// `the average of 4, 8 and 15`.
fn average(tokens: &[Token]) -> Option<String> {
    let (_, rest) = tokens.split_first().filter(|(first, _)| is_word(first, AVERAGES))?;
    let rest = rest.strip_prefix(&[Token::Of]).unwrap_or(rest);
    let all: Vec<&[Token]> =
        rest.split(|it| matches!(it, Token::Comma | Token::And)).filter(|it| !it.is_empty()).collect();
    let number = |part: &&[Token]| match part {
        [Token::Number(number)] => Some(number.clone()),
        _ => None,
    };
    let numbers: Vec<String> = all.iter().map(number).collect::<Option<_>>()?;
    (numbers.len() > 1).then(|| format!("({})/{}", numbers.join("+"), numbers.len()))
}

/// `half of 517`, `three quarters of 80`, `250 halved`.
fn fraction(tokens: &[Token]) -> Option<String> {
    if let [Token::Number(number), behind] = tokens
        && let Some((_, factor)) = BEHIND.iter().find(|(words, _)| is_word(behind, words))
    {
        return Some(format!("{number}{factor}"));
    }
    let (count, rest) = match tokens {
        [Token::Number(count), Token::Sign('/'), Token::Number(parts), Token::Of, Token::Number(of)] => {
            return Some(format!("{of}*{count}/{parts}"));
        }
        [Token::Number(count), rest @ ..] => (count.as_str(), rest),
        rest => ("1", rest),
    };
    let (first, rest) = rest.split_first()?;
    let (_, factor) = FRACTIONS.iter().find(|(words, _)| is_word(first, words))?;
    let rest = rest.strip_prefix(&[Token::Of]).unwrap_or(rest);
    let [Token::Number(of)] = rest else { return None };
    match count {
        "1" => Some(format!("{of}{factor}")),
        count if factor.starts_with('/') => Some(format!("{of}*{count}{factor}")),
        _ => None,
    }
}
