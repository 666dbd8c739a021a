//! Percent in words: a part of an amount, an amount with a rate added or taken off, and which rate a part is.

use super::tokens::Token;

/// What is computed of a rate and an amount, or of a part and a whole.
#[derive(Clone, Copy)]
enum Formula {
    /// The rate of the amount.
    Part,
    /// The amount without the rate.
    Less,
    /// The amount with the rate added.
    More,
    /// The amount that had the rate added.
    Before,
    /// How many percent one number is of the other.
    Rate,
}

/// Whether somebody asks for a number: `15 % tip on 45` alone may be the tip, or the sum with it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Asking {
    Asked,
    Bare,
}

/// Forms of percent, with classes of words for words; then the places of the rate (or part) and of the amount (or whole).
const FORMS: &[(&str, Formula, [usize; 2])] = &[
    ("n % of n", Formula::Part, [0, 1]),
    ("n % * n", Formula::Part, [0, 1]),
    ("n * n %", Formula::Part, [1, 0]),
    ("n % off n", Formula::Less, [0, 1]),
    ("n % off on n", Formula::Less, [0, 1]),
    ("n - n %", Formula::Less, [1, 0]),
    ("n - n % off", Formula::Less, [1, 0]),
    ("n with n % off", Formula::Less, [1, 0]),
    ("n n % off", Formula::Less, [1, 0]),
    ("n less n %", Formula::Less, [1, 0]),
    ("n lower by n %", Formula::Less, [1, 0]),
    ("lower n by n %", Formula::Less, [1, 0]),
    ("lower n of n %", Formula::Less, [1, 0]),
    ("n + n %", Formula::More, [1, 0]),
    ("n + n % tip", Formula::More, [1, 0]),
    ("n + n % tax", Formula::More, [1, 0]),
    ("n + n % of tax", Formula::More, [1, 0]),
    ("n + n % of tip", Formula::More, [1, 0]),
    ("n without n % of tax", Formula::Before, [1, 0]),
    ("n with n % of off", Formula::Less, [1, 0]),
    ("n + tip of n %", Formula::More, [1, 0]),
    ("n + tax of n %", Formula::More, [1, 0]),
    ("n + tax with n %", Formula::More, [1, 0]),
    ("n with n % tip", Formula::More, [1, 0]),
    ("n % to n", Formula::More, [0, 1]),
    ("n % tip to n", Formula::More, [0, 1]),
    ("n % tax to n", Formula::More, [0, 1]),
    ("raise n by n %", Formula::More, [1, 0]),
    ("raise n of n %", Formula::More, [1, 0]),
    ("n raise by n %", Formula::More, [1, 0]),
    ("n without n % tax", Formula::Before, [1, 0]),
    ("n without tax of n %", Formula::Before, [1, 0]),
    ("what % of n is n", Formula::Rate, [1, 0]),
    ("% of n is n", Formula::Rate, [1, 0]),
    ("n is what % of n", Formula::Rate, [0, 1]),
    ("% is n of n", Formula::Rate, [0, 1]),
];

/// Forms that are a part of the amount where somebody asks how much it is.
const ASKED: &[&str] = &["n % tip on n", "n % tip of n", "n % tax on n", "n % tax of n"];

/// Classes of words inside of these forms.
const CLASSES: &[(&str, &[&str])] = &[
    ("tip", &["tip", "gratuity", "trinkgeld", "pourboire"]),
    ("tax", &["vat", "tax", "gst", "mwst", "mehrwertsteuer", "umsatzsteuer", "ust", "tva"]),
    ("off", &["discount", "rabatt", "nachlass", "reduction", "remise"]),
    ("with", &["with", "at", "mit", "bei", "avec"]),
    ("without", &["without", "ohne", "sans", "excluding"]),
    ("to", &["to", "zu"]),
    ("by", &["by", "um"]),
    ("on", &["on", "for", "auf", "fuer", "sur", "pour"]),
    ("is", &["is", "sind", "ist", "sont"]),
    ("what", &["what"]),
    ("raise", &["increase", "increased", "raise", "raised", "erhoehe", "erhoeht", "augmente"]),
    (
        "lower",
        &[
            "decrease",
            "decreased",
            "reduce",
            "reduced",
            "lower",
            "reduziere",
            "reduziert",
            "senke",
            "diminue",
        ],
    ),
];

/// Articles, which say nothing here.
const ARTICLES: &[&str] =
    &["a", "an", "the", "of", "der", "die", "das", "den", "ein", "eine", "einem", "le", "la", "une", "l'"];

/// The sum of a form of percent.
pub(super) fn percent(tokens: &[Token], asking: Asking) -> Option<String> {
    tokens.contains(&Token::Percent).then_some(())?;
    let form: Vec<&str> = tokens.iter().filter_map(name).collect();
    let form = form.join(" ");
    let numbers: Vec<&str> = tokens
        .iter()
        .filter_map(|it| match it {
            Token::Number(number) => Some(number.as_str()),
            _ => None,
        })
        .collect();
    let (formula, [rate, amount]) =
        FORMS.iter().find(|(it, ..)| *it == form).map(|(_, formula, places)| (*formula, *places)).or_else(
            || (asking == Asking::Asked && ASKED.contains(&form.as_str())).then_some((Formula::Part, [0, 1])),
        )?;
    let (rate, amount) = (*numbers.get(rate)?, *numbers.get(amount)?);
    sum(formula, rate, amount)
}

fn sum(formula: Formula, rate: &str, amount: &str) -> Option<String> {
    Some(match formula {
        Formula::Part => format!("{rate}*{amount}/100"),
        Formula::Less => format!("{amount}*{}/100", hundred(rate, '-')?),
        Formula::More => format!("{amount}*{}/100", hundred(rate, '+')?),
        Formula::Before => format!("{amount}*100/{}", hundred(rate, '+')?),
        Formula::Rate => format!("{rate}*100/{amount}"),
    })
}

/// What stands for a part of a sum in the forms; articles are left out.
fn name(token: &Token) -> Option<&str> {
    Some(match token {
        Token::Number(_) => "n",
        Token::Percent => "%",
        Token::Sign('+') => "+",
        Token::Sign('-') => "-",
        Token::Sign('*') => "*",
        Token::Of => "of",
        Token::Off => "off",
        Token::Word(word) => match CLASSES.iter().find(|(_, words)| words.contains(&word.as_str())) {
            Some((class, _)) => class,
            None if ARTICLES.contains(&word.as_str()) => return None,
            None => "?",
        },
        _ => "?",
    })
}

/// An amount with a rate taken off.
pub(super) fn less(amount: &str, rate: &str) -> Option<String> {
    sum(Formula::Less, rate, amount)
}

/// An amount with a rate added.
pub(super) fn more(amount: &str, rate: &str) -> Option<String> {
    sum(Formula::More, rate, amount)
}

/// 100 with a rate added or taken away, exactly.
fn hundred(rate: &str, sign: char) -> Option<String> {
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
