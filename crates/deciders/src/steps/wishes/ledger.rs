//! Stories of what goes and comes: what is there at first, what is spent, eaten or given away, and what is found or got.

use super::{
    tellings::{Asked, Things, things, word},
    tokens::{MONEY, Token},
    vocabulary::Vocabulary,
};

/// What a part of a story does to what is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    Less,
    More,
    /// Money becomes less, and things become more.
    Bought,
    /// Money becomes more, and things become less.
    Sold,
}

/// The classes of verbs, and what each does.
const VERBS: &[(&str, Change)] = &[
    ("less", Change::Less),
    ("gives", Change::Less),
    ("more", Change::More),
    ("buys", Change::Bought),
    ("sells", Change::Sold),
];

/// Words for the writer as the person who gets something.
pub(super) const ME: &[&str] = &["me", "us", "mir", "uns", "m'"];

/// A part with its only number.
struct Part<'t> {
    vocabulary: &'t Vocabulary,
    tokens: &'t [Token],
    things: Things,
    /// Whether the number is the price of a thing: `a book for 18`.
    is_price: bool,
}

/// The answer to what is left, or what is there in the end; `None` where a number has no known part in the story.
pub(super) fn answer(
    vocabulary: &Vocabulary,
    story: &[Token],
    question: &[Token],
    asked: &Asked,
) -> Option<String> {
    let is_known = |it: &Token| match it {
        Token::Word(word) => !vocabulary.has("tale-otherwise", word),
        Token::Number(_) | Token::Of | Token::Comma | Token::And => true,
        _ => false,
    };
    let says = |class: &str| question.iter().any(|it| vocabulary.has(class, word(Some(it))));
    let is_other = VERBS.iter().any(|(class, _)| says(class)) || asked.total || asked.spent;
    let is_open = asked.each.is_none() && asked.things.is_empty() && !is_other;
    let is_end = asked.left || says("has-first");
    (story.iter().all(is_known) && is_open && is_end).then_some(())?;
    let parts = parts(vocabulary, story)?;
    let (first, others) = parts.split_first().filter(|(_, others)| !others.is_empty())?;
    (first.is_start(asked) && first.is_asked(asked)).then_some(())?;
    balance(first, others)
}

/// The sum of the first number and the changes, which takes no more than is there.
fn balance(first: &Part<'_>, others: &[Part<'_>]) -> Option<String> {
    let mut sum = first.things.number.clone();
    let mut amount: f64 = sum.parse().ok()?;
    let mut before = None;
    for part in others {
        let change = part.change(first, before)?;
        before = Some(change);
        let sign = part.sign(change, first)?;
        let number: f64 = part.things.number.parse().ok()?;
        amount += if sign == '-' { -number } else { number };
        (amount >= 0.0).then_some(())?;
        sum = format!("{sum}{sign}{}", part.things.number);
    }
    Some(sum)
}

/// The parts with a number each; a part without one only names a place.
fn parts<'t>(vocabulary: &'t Vocabulary, story: &'t [Token]) -> Option<Vec<Part<'t>>> {
    let is_between = |it: &Token| match it {
        Token::Comma | Token::And => true,
        Token::Word(word) => vocabulary.has("tale-then", word),
        _ => false,
    };
    let mut parts = Vec::new();
    for tokens in story.split(is_between).filter(|it| !it.is_empty()) {
        let all = things(vocabulary, tokens);
        let things = match all.as_slice() {
            [] if tokens.iter().all(|it| vocabulary.has("tale-scene", word(Some(it)))) => continue,
            [only] => only.clone(),
            // `1 book for 18`.
            [one, price] if one.number == "1" && !one.is_money => price.clone(),
            [price, one] if one.number == "1" && price.is_money && !one.is_money => price.clone(),
            _ => return None,
        };
        let is_price = has_price(vocabulary, tokens, &things);
        parts.push(Part { vocabulary, tokens, things, is_price });
    }
    Some(parts)
}

/// Whether a word before the number makes it a price.
fn has_price(vocabulary: &Vocabulary, tokens: &[Token], things: &Things) -> bool {
    let mut before = tokens[..things.at].iter().rev().filter(|it| word(Some(it)) != MONEY);
    things.nouns.is_empty() && before.next().is_some_and(|it| vocabulary.has("price-before", word(Some(it))))
}

impl Part<'_> {
    fn has(&self, class: &str, token: &Token) -> bool {
        self.vocabulary.has(class, word(Some(token)))
    }

    /// Whether it only says what is there, or what one gets of which something is to be left.
    fn is_start(&self, asked: &Asked) -> bool {
        let says = |class: &str| self.tokens.iter().any(|it| self.has(class, it));
        let others = ["less", "gives", "buys", "sells"];
        if asked.left && says("more") && self.things.is_money && !others.into_iter().any(says) {
            return !self.is_price;
        }
        let is_had = says("has-first") && !says("gives") && !self.is_price;
        let others = VERBS.iter().filter(|(class, _)| *class != "gives");
        // `I have got 20` has no verb of its own.
        is_had && others.into_iter().all(|(class, _)| !says(class) || self.says_got())
    }

    fn says_got(&self) -> bool {
        let verbs = self.tokens.iter().filter(|it| VERBS.iter().any(|(class, _)| self.has(class, it)));
        verbs.map(|it| word(Some(it))).all(|it| it == "got")
    }

    /// The words before the verb and the number.
    fn subject(&self, classes: &[&str]) -> &[Token] {
        let at = self.tokens.iter().position(|it| classes.iter().any(|class| self.has(class, it)));
        &self.tokens[..at.unwrap_or(0).min(self.things.at)]
    }

    /// What the part does: by its verb, or as the part before it where it has none.
    fn change(&self, first: &Part<'_>, before: Option<Change>) -> Option<Change> {
        let said: Vec<(&str, Change)> = VERBS
            .iter()
            .filter(|(class, _)| self.tokens.iter().any(|it| self.has(class, it)))
            .copied()
            .collect();
        let is_to_me = self.tokens.iter().any(|it| ME.contains(&word(Some(it))));
        match said.as_slice() {
            [] if self.goes_on() => before,
            [("gives", _)] if is_to_me && first.is_mine() => Some(Change::More),
            [(class, change)] if !is_to_me && self.is_by(self.subject(&[class]), first) => Some(*change),
            _ => None,
        }
    }

    /// Whether it has no verb: `a cup for 23`, `8 on lunch`, `5 to my sister`.
    fn goes_on(&self) -> bool {
        let (before, behind) = self.tokens.split_at(self.things.at);
        let is_plain = |it: &&Token| !self.has("tale-says", it) && word(Some(it)) != MONEY;
        let said = before.iter().filter(|it| **it != Token::Number("1".into())).filter(is_plain).count();
        let is_named = said == 0 || (self.is_price && said <= 2);
        let is_begun = self.tokens.first().is_some_and(|it| !self.has("tale-one", it));
        let for_what =
            behind.iter().skip(1).find(|it| word(Some(it)) != MONEY && !self.things.is(word(Some(it))));
        is_named && is_begun && for_what.is_none_or(|it| self.has("tale-says", it))
    }

    /// Whether the people who do it have what is there at first.
    fn is_by(&self, subject: &[Token], first: &Part<'_>) -> bool {
        let one = first.subject(&["has-first"]);
        let is_me = |all: &[Token]| all.iter().any(|it| self.has("tale-me", it));
        let is_other = |all: &[Token]| all.iter().any(|it| self.has("tale-other", it));
        let is_known =
            |it: &Token| word(Some(it)).is_empty() || self.has("tale-says", it) || one.contains(it);
        // Of things that are there nobody is named.
        let is_fitting = if is_me(one) { !is_other(subject) } else { !is_me(subject) || one.is_empty() };
        subject.iter().all(is_known) && is_fitting
    }

    /// Whether the writer has what is there at first.
    fn is_mine(&self) -> bool {
        let subject = self.subject(&["has-first"]);
        subject.is_empty() || subject.iter().any(|it| self.has("tale-me", it))
    }

    /// The sign of its number, where it is of the same things as what is there at first.
    fn sign(&self, change: Change, first: &Part<'_>) -> Option<char> {
        let is_bare = self.things.nouns.is_empty();
        let is_same = is_bare || self.things.nouns.iter().any(|it| first.things.is(it));
        let has_money = first.things.is_money || first.things.nouns.is_empty();
        let is_money = self.things.is_money || self.is_price;
        // `620 euros rent` says what it is for.
        let is_for = first.things.is_money && self.things.is_money;
        let is_other = (!is_same && !is_for) || (!has_money && is_money);
        match change {
            _ if is_other => None,
            Change::Less => Some('-'),
            // `I got a bag for 8` costs.
            Change::More => (!self.is_price).then_some('+'),
            Change::Bought if has_money => is_money.then_some('-'),
            Change::Sold if has_money => is_money.then_some('+'),
            Change::Bought => Some('+'),
            Change::Sold => Some('-'),
        }
    }

    /// Whether the question asks for what the story begins with.
    fn is_asked(&self, asked: &Asked) -> bool {
        let subject = self.subject(&["has-first"]);
        let is_own = |it: &String| self.things.is(it) || subject.iter().any(|one| word(Some(one)) == it);
        let is_me = subject.iter().any(|it| self.has("tale-me", it));
        let is_named = asked.names.iter().all(is_own) && !(is_me && asked.is_of_another);
        let fits = match &asked.noun {
            Some(noun) => self.things.is(noun),
            None => !asked.money || self.things.is_money || self.things.nouns.is_empty(),
        };
        is_named && fits
    }
}

#[cfg(test)]
mod tests {
    use super::super::{commas, sums::sum_of, vocabulary::Vocabulary, words::words};

    #[test]
    fn what_goes_and_comes_is_counted_only_where_all_of_it_is_known() {
        let vocabulary = Vocabulary::new();
        for (text, expected) in [
            ("had 20 apples, ate 3 and gave 5 away, how many left", Some("20-3-5")),
            ("had 20 apples, ate 3 pears and gave 5 away, how many apples left", None),
            ("had 20 apples, ate 3 and my mum baked 5, how many left", None),
            ("I had 20 sweets. I ate 6. My friend gave me 4. How many sweets do I have now?", Some("20-6+4")),
            ("My friend had 20 sweets. He gave me 4. How many sweets do I have now?", None),
            ("My friend had 20 euros. He gave me 4. How much do I have now?", None),
            ("I have 10 apples and give Tom 3. How many apples does Tom have?", None),
            ("Tom has 12 marbles. He loses 4 and wins 3. How many marbles does he have now?", Some("12-4+3")),
            ("I have 50 and buy a book for 18 and sell a bag for 23, how much do I have", Some("50-18+23")),
            ("I have 50 and buy a book for 18 and my friend pays me 23, how much is left", None),
            ("I have 20 apples and eat 30, how many are left", None),
            ("I have 50 euros and a book costs 18. How much is left?", None),
            ("I had 20 apples and ate 3, then ate half of them. how many left", None),
            ("I have 20 euros, my friend gives me 5 euros, how much does he have", None),
            ("Ich habe 20 Euro und gebe Tom 5 Euro. Wie viel hat er jetzt?", None),
            ("Ich habe 20 Euro und leihe Tom 5. Wie viel habe ich noch?", None),
            (
                "Ich hatte 20 Äpfel, habe 3 gegessen und 5 verschenkt. Wie viele Äpfel habe ich noch?",
                Some("20-3-5"),
            ),
            ("Ich habe 20 Äpfel und kaufe 5 Birnen, wie viele Äpfel habe ich?", None),
            ("J'avais 20 pommes, j'en ai mangé 3 et donné 5. Combien il m'en reste ?", Some("20-3-5")),
            ("how much is left if I have 50 and spend 20", Some("50-20")),
        ] {
            let words = words(text);
            let sum = sum_of(&vocabulary, &words, commas(&words));
            assert_eq!(sum.unwrap().as_deref(), expected, "{text}");
        }
    }
}
