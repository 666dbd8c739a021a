//! What a story says: amounts, what returns every period, how many people there are, and what somebody pays with.

use super::{
    periods::{Period, amount_over, every, period},
    question::Question,
    tokens::Token,
};

/// Words that make a story another one: it is not guessed.
const OTHERWISE: &[&str] = &[
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
    "more",
    "less",
    "ohne",
    "nicht",
    "oder",
    "zurueck",
    "sans",
    "pas",
    "ou",
    "free",
    "dozen",
    "times",
    "minus",
    "instead",
    "stattdessen",
    "owe",
    "owes",
    "me",
    "myself",
    "first",
    "only",
    "already",
    "ich",
    "moi",
    "schon",
    "deja",
    "other",
    "others",
    "another",
    "extra",
    "children",
    "couple",
    "discount",
    "rabatt",
    "remise",
    "increase",
    "increases",
    "rises",
    "goes",
    "steigt",
    "augmente",
    "until",
    "since",
    "bis",
    "seit",
    "every",
    "each",
    "apiece",
    "jeweils",
    "chaque",
    "but",
    "aber",
    "mais",
];

/// Words before a period that returns.
const EVERY: &[&str] = &[
    "a", "an", "per", "every", "each", "the", "pro", "im", "am", "je", "jeden", "jede", "jedes", "die",
    "der", "par", "chaque", "al",
];

/// Words of people.
const PEOPLE: &[&str] = &["people", "persons", "personen", "leute", "personnes", "gens"];

/// Words for people whose number may not count the writer: `my 3 friends`.
const FRIENDS: &[&str] = &[
    "friends",
    "kids",
    "guests",
    "colleagues",
    "students",
    "players",
    "siblings",
    "brothers",
    "sisters",
    "girls",
    "boys",
    "freunde",
    "kinder",
    "gaeste",
    "kollegen",
    "freundinnen",
    "amis",
    "enfants",
    "copains",
    "copines",
    "amies",
];

/// Words before those people that count the writer in addition.
const BESIDES: &[&str] = &["my", "with", "our", "plus", "meine", "unsere", "mit", "mes", "nos", "avec"];

/// Words of paying.
const PAYING: &[&str] = &[
    "pay", "paying", "paid", "give", "gave", "hand", "handed", "bezahle", "zahle", "gebe", "bezahlt", "paie",
    "paye", "donne", "zahl", "bezahl", "geb",
];

/// Words of costing.
const COSTING: &[&str] = &[
    "cost", "costs", "is", "was", "are", "comes", "came", "for", "kostet", "kosten", "macht", "ist", "fuer",
    "coute", "coutent", "fait", "est", "pour", "sind",
];

/// Whether a word names people, as in `8 kids`.
pub(super) fn is_people(word: &str) -> bool {
    PEOPLE.contains(&word) || FRIENDS.contains(&word) || word == "us"
}

fn word(token: Option<&Token>) -> &str {
    match token {
        Some(Token::Word(word)) => word,
        _ => "",
    }
}

fn number(token: Option<&Token>) -> Option<&str> {
    match token {
        Some(Token::Number(number)) => Some(number),
        _ => None,
    }
}

/// The answer to a question about these parts of a story.
pub(super) fn answer(tokens: &[Token], question: &Question) -> Option<String> {
    let is_plain =
        |it: &Token| matches!(it, Token::Word(_) | Token::Number(_) | Token::Of | Token::Comma | Token::And);
    tokens.iter().all(is_plain).then_some(())?;
    match question {
        Question::Each => each(tokens),
        Question::Change => change(tokens),
        Question::Over(count, period) => over(tokens, count, *period),
        Question::Total => hours(tokens),
        Question::Left => None,
    }
}

/// The only number of these words, which say nothing else.
fn only_number(tokens: &[Token]) -> Option<&str> {
    let is_otherwise = tokens.iter().any(|it| OTHERWISE.contains(&word(Some(it))));
    let mut numbers = tokens.iter().filter_map(|it| number(Some(it)));
    let only = numbers.next().filter(|_| !is_otherwise)?;
    numbers.next().is_none().then_some(only)
}

/// `the bill is 138.40, we are 4 people`.
fn each(tokens: &[Token]) -> Option<String> {
    let (place, count) = (0..tokens.len()).find_map(|at| people(tokens, at))?;
    let rest = without(tokens, &place);
    let has_period = rest.iter().any(|it| period(word(Some(it))).is_some());
    let amount = only_number(&rest).filter(|_| !has_period)?;
    Some(format!("{amount}/{count}"))
}

fn without(tokens: &[Token], place: &std::ops::Range<usize>) -> Vec<Token> {
    [&tokens[..place.start], &[Token::Comma], &tokens[place.end..]].concat()
}

/// How many people are meant here, and the words that say it.
fn people(tokens: &[Token], at: usize) -> Option<(std::ops::Range<usize>, String)> {
    let count = number(tokens.get(at))?;
    (!count.contains('.') && count != "1" && count != "0").then_some(())?;
    let (before, after) = (word(at.checked_sub(1).map(|it| &tokens[it])), word(tokens.get(at + 1)));
    let is_us = tokens.get(at + 1) == Some(&Token::Of) && word(tokens.get(at + 2)) == "us";
    let we = at.checked_sub(2).map(|it| &tokens[it]);
    let is_we = ["we", "wir", "nous", "on"].contains(&word(we))
        && ["are", "were", "sind", "waren", "sommes", "etions", "est", "etait"].contains(&before);
    let is_turned = before == "wir" && ["sind", "waren"].contains(&word(we));
    let is_alone = at == 0 || tokens[at - 1] == Token::Comma;
    let is_friends = FRIENDS.contains(&after) && (is_alone || is_we) && !BESIDES.contains(&before);
    match () {
        () if is_us => Some((at..at + 3, count.to_owned())),
        () if PEOPLE.contains(&after) || is_friends => Some((at..at + 2, count.to_owned())),
        () if is_we || is_turned => Some((at..at + 1, count.to_owned())),
        () => None,
    }
}

/// `I pay with 20, it costs 13.60`.
fn change(tokens: &[Token]) -> Option<String> {
    let parts: Vec<&[Token]> =
        tokens.split(|it| matches!(it, Token::Comma | Token::And)).filter(|it| !it.is_empty()).collect();
    let says = |part: &[Token], words: &[&str]| part.iter().any(|it| words.contains(&word(Some(it))));
    let paid: Vec<&&[Token]> = parts.iter().filter(|it| says(it, PAYING)).collect();
    let costs: Vec<&&[Token]> = parts.iter().filter(|it| !says(it, PAYING) && says(it, COSTING)).collect();
    let ([paid], [cost]) = (paid.as_slice(), costs.as_slice()) else { return None };
    let amount = |part: &[Token]| {
        let me = |it: &&Token| !["ich", "i"].contains(&word(Some(it)));
        only_number(&part.iter().filter(me).cloned().collect::<Vec<_>>()).map(str::to_owned)
    };
    let (paid, cost) = (amount(paid)?, amount(cost)?);
    let is_enough = paid.parse::<f64>().ok()? > cost.parse::<f64>().ok()?;
    (is_enough && parts.len() == 2).then(|| format!("{paid}-{cost}"))
}

/// What returns every period: its words, and the period.
fn returning(tokens: &[Token]) -> Option<(std::ops::Range<usize>, Period)> {
    (0..tokens.len()).find_map(|at| {
        let this = word(tokens.get(at));
        every(this).map(|period| (at..at + 1, period)).or_else(|| {
            let period = period(this).filter(|_| at > 0 && EVERY.contains(&word(tokens.get(at - 1))))?;
            let start = if at > 1 && word(tokens.get(at - 2)) == "in" { at - 2 } else { at - 1 };
            Some((start..at + 1, period))
        })
    })
}

/// `I pay 850 a month`, asked for another period.
fn over(tokens: &[Token], count: &str, asked: Period) -> Option<String> {
    let (place, each) = returning(tokens)?;
    let rest = without(tokens, &place);
    amount_over(without_me(&rest)?.as_str(), each, count, asked)
}

/// The only number of a part in which people say what they have; another period is another story.
fn without_me(tokens: &[Token]) -> Option<String> {
    let is_me = |it: &&Token| !["ich", "i"].contains(&word(Some(it)));
    let rest: Vec<Token> = tokens.iter().filter(is_me).cloned().collect();
    let has_period = rest.iter().any(|it| {
        let word = word(Some(it));
        (period(word).is_some() && word != "an") || every(word).is_some()
    });
    only_number(&rest).filter(|_| !has_period).map(str::to_owned)
}

/// `15 an hour and worked 38 hours`.
fn hours(tokens: &[Token]) -> Option<String> {
    let (place, each) = returning(tokens)?;
    let rest = without(tokens, &place);
    let is_count =
        |at: &usize| number(rest.get(*at)).is_some() && period(word(rest.get(at + 1))) == Some(each);
    let at = (0..rest.len()).find(is_count)?;
    let count = number(rest.get(at))?.to_owned();
    let amount = without_me(&without(&rest, &(at..at + 2)))?;
    Some(format!("{amount}*{count}"))
}
