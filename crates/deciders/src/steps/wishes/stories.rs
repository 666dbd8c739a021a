//! Sums that people tell: what things cost together, what is left of money, and a price with a discount.

use super::{
    facts::answer,
    ledger::ME,
    numbers::Commas,
    percent::{less, more},
    question::{Question, question},
    tellings::OTHERS,
    tokens::{Token, tokens},
    vocabulary::Vocabulary,
    words::Word,
};

/// Words that say that an amount is counted otherwise than once: such a story is not guessed.
const NOT_ONCE: &[&str] = &[
    "per",
    "every",
    "month",
    "monthly",
    "week",
    "weekly",
    "day",
    "daily",
    "year",
    "yearly",
    "hour",
    "twice",
    "double",
    "half",
    "without",
    "not",
    "except",
    "back",
    "refund",
    "refunded",
    "returned",
    "than",
    "or",
    "each",
    "apiece",
    "more",
    "pro",
    "jeden",
    "jede",
    "monat",
    "woche",
    "tag",
    "jahr",
    "ohne",
    "nicht",
    "oder",
    "zurueck",
    "par",
    "chaque",
    "mois",
    "semaine",
    "jour",
    "an",
    "sans",
    "pas",
    "ou",
    "free",
    "dozen",
    "times",
    "less",
    "minus",
    "instead",
    "stattdessen",
    "jeweils",
    "owe",
    "owes",
];

/// Words between a number of things and the price of one.
const AT: &[&str] = &["at", "zu", "a", "je"];

/// Words behind the price of one of several things.
const EACH: &[&str] = &["each", "apiece", "piece", "je", "stueck", "chacun", "chacune", "unite"];

/// Words of spending.
const SPENDING: &[&str] = &[
    "spent",
    "buy",
    "bought",
    "kaufe",
    "kaufte",
    "achete",
    "spend",
    "paid",
    "pay",
    "gave",
    "used",
    "lost",
    "ausgegeben",
    "bezahlt",
    "gebe",
    "depense",
    "paye",
    "donne",
];

/// Words of having.
const HAVING: &[&str] = &["have", "had", "got", "habe", "hab", "hatte", "ai", "avais"];

/// Words of a lower price.
const LOWER: &[&str] = &["discount", "rabatt", "reduction", "remise", "reduced", "reduziert", "moins"];

/// Words of what is added to a price.
const HIGHER: &[&str] = &[
    "tip",
    "gratuity",
    "trinkgeld",
    "pourboire",
    "vat",
    "mwst",
    "mehrwertsteuer",
    "tva",
    "increase",
    "increased",
];

/// The sum that a story asks for; `None` if the words tell none.
pub(super) fn story(
    vocabulary: &Vocabulary,
    words: &[Word],
    commas: Commas,
) -> Result<Option<String>, String> {
    let end = |class: &str| {
        let at = (1..words.len()).find(|at| vocabulary.is_one(class, &words[*at..]))?;
        (!words[at - 1].marks.is_empty()).then_some(at)
    };
    let (at, question) = match (end("left"), end("total"), question(vocabulary, words)) {
        (Some(at), ..) => (at, Question::Left),
        (None, Some(at), _) => (at, Question::Total),
        (None, None, Some(asked)) => asked,
        (None, None, None) => return Ok(None),
    };
    let Some(mut tokens) = tokens(&words[..at], commas)? else { return Ok(None) };
    // A mark before the question joins nothing.
    while tokens.last().is_some_and(is_between) {
        tokens.pop();
    }
    if let Some(sum) = answer(&tokens, &question) {
        return Ok(Some(sum));
    }
    // `a shirt is 40 with 25 % off` is a price, and what is taken from it.
    for at in 0..tokens.len() {
        let is_rate = matches!(tokens.get(at + 1..at + 3), Some([Token::Number(_), Token::Percent]));
        if is_rate && says(&tokens[at..=at], &["with", "mit", "avec", "at"]) {
            tokens[at] = Token::Comma;
        }
    }
    let parts: Vec<&[Token]> = tokens.split(is_between).filter(|it| !it.is_empty()).collect();
    let asks_for_other = words[at..].iter().any(|it| OTHERS.contains(&it.folded.as_str()));
    let gives_me = parts.iter().any(|it| says(it, ME));
    if comes_and_goes(vocabulary, &parts, &question) || (asks_for_other && gives_me) {
        return Ok(None);
    }
    Ok(match question {
        Question::Total => discount(&parts).or_else(|| total(&parts)),
        Question::Left => left(&parts),
        Question::Each | Question::Change | Question::Over(..) => None,
    })
}

/// Whether money also moves the other way: such a story is no plain total or rest.
fn comes_and_goes(vocabulary: &Vocabulary, parts: &[&[Token]], question: &Question) -> bool {
    let has = |part: &&[Token], class: &str| {
        part.iter().any(|it| matches!(it, Token::Word(word) if vocabulary.has(class, word)))
    };
    let is_to_me = |part: &&[Token]| says(part, ME);
    let goes = |part: &&[Token]| {
        let is_given = has(part, "gives") && !is_to_me(part);
        is_given || ["less", "buys", "sells", "lends"].iter().any(|class| has(part, class))
    };
    let comes = |part: &&[Token]| {
        let is_paid = (has(part, "less") || has(part, "gives")) && is_to_me(part);
        is_paid || ["more", "sells", "lends"].iter().any(|class| has(part, class))
    };
    let had = parts.iter().filter(|it| says(it, HAVING) && !goes(it)).count();
    let is_mine = |part: &&&[Token]| has(part, "tale-me") || !says(part, HAVING);
    match question {
        // What another had is not mine.
        Question::Total if parts.iter().any(is_to_me) => !parts.iter().all(|it| is_mine(&it) || is_to_me(it)),
        Question::Total => had > 0 && parts.iter().any(goes),
        _ => parts.iter().skip(1).any(comes),
    }
}

fn is_between(token: &Token) -> bool {
    match token {
        Token::Comma | Token::And => true,
        Token::Word(word) => ["then", "dann", "puis"].contains(&word.as_str()),
        _ => false,
    }
}

fn says(part: &[Token], words: &[&str]) -> bool {
    part.iter().any(|it| matches!(it, Token::Word(word) if words.contains(&word.as_str())))
}

/// The one amount of a part, or a number of things at a price each.
fn amount(part: &[Token]) -> Option<String> {
    let is_plain = part.iter().all(|it| matches!(it, Token::Word(_) | Token::Number(_) | Token::Of));
    let number = |(at, it): (usize, &Token)| match it {
        Token::Number(number) => Some((at, number.clone())),
        _ => None,
    };
    let numbers: Vec<(usize, String)> = part.iter().enumerate().filter_map(number).collect();
    match numbers.as_slice() {
        [(at, only)] if is_plain && !says(part, NOT_ONCE) && !is_count(part, *at) => Some(only.clone()),
        [(first, count), (second, price)] if is_plain => {
            let (between, behind) = (&part[first + 1..*second], &part[second + 1..]);
            // The price of one thing is what it costs.
            if count == "1" && !says(part, NOT_ONCE) {
                return Some(price.clone());
            }
            let (thing, at) = between.split_at(between.len().saturating_sub(1));
            let is_each = (says(at, AT) && !thing.is_empty()) || says(behind, EACH);
            (is_each && !says(thing, NOT_ONCE)).then(|| format!("{count}*{price}"))
        }
        _ => None,
    }
}

/// Whether a thing follows the number, as in `3 apples`: so many things are no money.
fn is_count(part: &[Token], at: usize) -> bool {
    // `je 3 Euro` is a price of each.
    let is_each = at.checked_sub(1).is_some_and(|it| says(&part[it..=it], &["je"]));
    is_each || matches!(part.get(at + 1), Some(Token::Word(word)) if !BEHIND.contains(&word.as_str()))
}

/// Words that may follow an amount of money.
const BEHIND: &[&str] = &[
    "for", "on", "at", "to", "in", "from", "as", "of", "off", "is", "by", "with", "and", "each", "apiece",
    "fuer", "auf", "an", "aus", "bei", "im", "zu", "je", "mit", "pour", "sur", "chez", "de", "dans", "en",
    "au", "a", "chacun",
];

fn amounts(parts: &[&[Token]]) -> Option<Vec<String>> {
    parts.iter().map(|it| amount(it)).collect()
}

/// `3 shirts at 14.95 each and a belt for 22`.
fn total(parts: &[&[Token]]) -> Option<String> {
    Some(amounts(parts)?.join("+")).filter(|sum| sum.contains(['+', '*']))
}

/// `a jacket costs 80 and there is 20 % off`.
fn discount(parts: &[&[Token]]) -> Option<String> {
    let [price, reduced] = parts else { return None };
    let at = reduced.iter().position(|it| *it == Token::Percent)?;
    let Some(Token::Number(rate)) = at.checked_sub(1).map(|it| &reduced[it]) else { return None };
    let price = amount(price).filter(|it| !it.contains('*'))?;
    // The rate is the only number of its part, which says whether it is added.
    let is_lower = reduced.contains(&Token::Off) || says(reduced, LOWER);
    let is_higher = says(reduced, HIGHER);
    (!says(reduced, NOT_ONCE) && is_lower != is_higher && numbers(reduced) == 1).then_some(())?;
    if is_lower { less(&price, rate) } else { more(&price, rate) }
}

fn numbers(part: &[Token]) -> usize {
    part.iter().filter(|it| matches!(it, Token::Number(_))).count()
}

/// `I have 40, spent 12.75 on food then 8.30 on lunch`.
fn left(parts: &[&[Token]]) -> Option<String> {
    let (first, others) = parts.split_first()?;
    let is_spent = says(first, HAVING) && others.first().is_some_and(|it| says(it, SPENDING));
    let amounts = amounts(parts).filter(|all| is_spent && all.iter().all(|it| !it.contains('*')))?;
    Some(amounts.join("-"))
}
