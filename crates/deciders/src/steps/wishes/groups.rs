//! Stories of groups: so many things in each of so many others, and things that are shared.

use super::{
    tellings::{Asked, Things, things, word},
    tokens::Token,
    vocabulary::Vocabulary,
};

/// What a word such as `each` belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Each {
    /// The things that this word names: `each kid`, `a pack has 8`.
    Of(String),
    /// The things of the number at this place: `each of my 3 grandchildren`.
    Counted(usize),
    /// The things that were named before: `12 eggs in each`.
    Bare(usize),
}

/// The answer to a question about groups; `None` where it is not surely what the story tells.
pub(super) fn answer(vocabulary: &Vocabulary, story: &[Token], asked: &Asked) -> Option<String> {
    let is_known = |it: &Token| match it {
        Token::Word(word) => !vocabulary.has("group-otherwise", word),
        Token::Number(_) | Token::Of | Token::Comma | Token::And => true,
        _ => false,
    };
    (story.iter().all(is_known) && !asked.left).then_some(())?;
    if asked.each.is_some() { shared(vocabulary, story, asked) } else { product(vocabulary, story, asked) }
}

/// The numbers of a story, without `one` before things that another number counts.
fn counted(vocabulary: &Vocabulary, story: &[Token], asked: &Asked) -> Vec<Things> {
    let all: Vec<Things> = things(vocabulary, story);
    let names_other = |one: &Things| {
        let others = all.iter().chain(&asked.things).filter(|it| it.number != "1");
        one.nouns.first().is_some_and(|noun| others.into_iter().any(|it| it.is(noun)))
    };
    all.iter().filter(|it| it.number != "1" || !names_other(it)).cloned().collect()
}

/// `28 kids and every kid brings 4 cookies`, asked for the cookies.
fn product(vocabulary: &Vocabulary, story: &[Token], asked: &Asked) -> Option<String> {
    let numbers = counted(vocabulary, story, asked);
    let (groups, inside, order) = match (numbers.as_slice(), asked.things.as_slice()) {
        ([first, second], []) => {
            let is_first = grouped(vocabulary, story, first, second)?;
            if is_first { (first, second, true) } else { (second, first, false) }
        }
        // `A ticket costs 12, how much do 5 tickets cost`.
        ([inside], [groups]) => {
            let all = eaches(vocabulary, story);
            let is_of = |it: &Each| match it {
                Each::Of(noun) => groups.is(noun),
                // `Stamps cost 0.85 each, how much are 12 of them`.
                Each::Bare(_) => groups.nouns.is_empty() || story.iter().any(|it| groups.is(word(Some(it)))),
                Each::Counted(_) => false,
            };
            (!all.is_empty() && all.iter().all(is_of)).then_some(())?;
            (groups, inside, false)
        }
        _ => return None,
    };
    groups.count()?;
    let is_known = |name: &String| {
        let is_verb = ["group-verbs", "tale-words"].iter().any(|class| vocabulary.has(class, name));
        is_verb || groups.is(name) || inside.is(name)
    };
    (asks_for(asked, groups, inside) && asked.names.iter().all(is_known)).then(|| match order {
        true => format!("{}*{}", groups.number, inside.number),
        false => format!("{}*{}", inside.number, groups.number),
    })
}

/// Whether the question asks for all of what is inside, and not for the groups.
fn asks_for(asked: &Asked, groups: &Things, inside: &Things) -> bool {
    match &asked.noun {
        Some(noun) => inside.is(noun) && !groups.is(noun) && !inside.is_money,
        None if asked.money => inside.is_money || inside.nouns.is_empty(),
        None if inside.nouns.is_empty() || inside.is_money => !asked.many,
        None => asked.total,
    }
}

/// Whether the first of two numbers counts the groups, in each of which is the second; `None` where that is not said.
fn grouped(vocabulary: &Vocabulary, story: &[Token], first: &Things, second: &Things) -> Option<bool> {
    let all = eaches(vocabulary, story);
    if all.is_empty() && is_packed(story, first, second) {
        return Some(true);
    }
    let is_first = |each: &Each| match each {
        Each::Of(noun) if first.is(noun) && !second.is(noun) => Some(true),
        Each::Of(noun) if second.is(noun) && !first.is(noun) => Some(false),
        Each::Of(_) => None,
        Each::Counted(at) if *at == first.at => Some(true),
        Each::Counted(at) if *at == second.at => Some(false),
        Each::Counted(_) => None,
        // Between both, or behind the second.
        Each::Bare(at) => {
            let is_apart = first.nouns.is_empty() || !first.nouns.iter().any(|it| second.is(it));
            (*at > first.at && is_apart && !first.nouns.is_empty()).then_some(true)
        }
    };
    let found: Vec<bool> = all.iter().map(is_first).collect::<Option<_>>()?;
    let first = *found.first()?;
    found.iter().all(|it| *it == first).then_some(first)
}

/// `5 packs of 6 bottles`.
fn is_packed(story: &[Token], first: &Things, second: &Things) -> bool {
    let between = &story[first.at + 1..second.at];
    let is_of = matches!(between, [Token::Word(_), Token::Of] | [Token::Word(_), Token::Word(_), Token::Of]);
    is_of && !first.nouns.is_empty() && !first.nouns.iter().any(|it| second.is(it))
}

/// What the words such as `each` belong to; where there are none, the article before what holds something.
fn eaches(vocabulary: &Vocabulary, story: &[Token]) -> Vec<Each> {
    let all: Vec<Each> = (0..story.len()).filter_map(|at| each(vocabulary, story, at)).collect();
    if !all.is_empty() {
        return all;
    }
    (0..story.len()).filter_map(|at| one(vocabulary, story, at)).collect()
}

fn each(vocabulary: &Vocabulary, story: &[Token], at: usize) -> Option<Each> {
    let text = word(story.get(at));
    let is_number = matches!(story.get(at + 1), Some(Token::Number(_)));
    let is_each = vocabulary.has("group-each", text) || (text == "je" && is_number);
    is_each.then_some(())?;
    let mut next = at + 1;
    while story.get(next) == Some(&Token::Of) || vocabulary.has("group-article", word(story.get(next))) {
        next += 1;
    }
    let noun = word(story.get(next));
    let is_verb =
        noun.is_empty() || vocabulary.has("tale-words", noun) || vocabulary.has("group-verbs", noun);
    match story.get(next) {
        Some(Token::Number(_)) if next > at + 1 => Some(Each::Counted(next)),
        _ if is_verb => Some(Each::Bare(at)),
        _ => Some(Each::Of(noun.to_owned())),
    }
}

/// `a pack has 8 batteries`, `eine Packung hat 8`, `20 pages a day`.
fn one(vocabulary: &Vocabulary, story: &[Token], at: usize) -> Option<Each> {
    let text = word(story.get(at));
    let is_one = vocabulary.has("group-one", text) || story.get(at) == Some(&Token::Number("1".into()));
    let noun = word(story.get(at + 1));
    let is_noun = !noun.is_empty() && !vocabulary.has("tale-words", noun);
    let after = story.get(at + 2).map(|it| word(Some(it)));
    let holds = after.is_some_and(|it| vocabulary.has("group-holds", it));
    let is_end = at > 1 && matches!(story.get(at.wrapping_sub(2)), Some(Token::Number(_)));
    (is_one && is_noun && (holds || is_end)).then(|| Each::Of(noun.to_owned()))
}

/// `24 sweets for 6 kids`, asked for what each gets.
fn shared(vocabulary: &Vocabulary, story: &[Token], asked: &Asked) -> Option<String> {
    let mut numbers = things(vocabulary, story);
    numbers.extend(asked.things.iter().cloned());
    let [first, second] = numbers.as_slice() else { return None };
    let is_same_for_all = story.iter().any(|it| vocabulary.has("group-same", word(Some(it))));
    (is_same_for_all || count_of_eaches(vocabulary, story) == 0).then_some(())?;
    let is_group = |it: &Things| match &asked.each {
        Some(Some(noun)) => it.is(noun),
        _ => it.nouns.iter().any(|noun| vocabulary.has("group-people", noun)),
    };
    let (groups, inside) = match (is_group(first), is_group(second)) {
        (true, false) => (first, second),
        (false, true) => (second, first),
        _ => return None,
    };
    let is_asked = match &asked.noun {
        Some(noun) => inside.is(noun) && !groups.is(noun) || asked.each == Some(Some(noun.clone())),
        None => true,
    };
    let is_mine = ["my", "our", "meine", "unsere", "mes", "nos"].contains(&before(story, groups.at, 1));
    let is_given = vocabulary.has("group-given", before(story, groups.at, 2));
    (is_asked && !asked.total && !counts_me(vocabulary, story) && (!is_mine || is_given)).then_some(())?;
    let each = inside.number.parse::<f64>().ok()? / groups.count()? as f64;
    let each = if inside.is_money { each * 100.0 } else { each };
    ((each - each.round()).abs() < 1e-9).then(|| format!("{}/{}", inside.number, groups.number))
}

/// The word so many places before this one.
fn before(story: &[Token], at: usize, count: usize) -> &str {
    word(at.checked_sub(count).map(|it| &story[it]))
}

fn count_of_eaches(vocabulary: &Vocabulary, story: &[Token]) -> usize {
    (0..story.len()).filter(|at| each(vocabulary, story, *at).is_some()).count()
}

/// Whether the writer may be one of the people who share.
fn counts_me(vocabulary: &Vocabulary, story: &[Token]) -> bool {
    (0..story.len()).any(|at| {
        let text = word(story.get(at));
        let is_surely_me = ["me", "myself", "mir", "mich", "moi"].contains(&text);
        let is_me = ["i", "ich"].contains(&text);
        let is_with = ["with", "mit", "avec"].contains(&text);
        // `And I have 6 kids` introduces them.
        let has = vocabulary.has("group-has", word(story.get(at + 1)));
        let is_among = vocabulary.has("group-people", before(story, at, 2));
        let is_behind = at > 0 && matches!(story[at - 1], Token::And) && (!has || is_among);
        (is_me && (is_behind || story.get(at + 1) == Some(&Token::And))) || is_with || is_surely_me
    })
}

#[cfg(test)]
mod tests {
    use super::super::{commas, sums::sum_of, vocabulary::Vocabulary, words::words};

    #[test]
    fn groups_are_multiplied_or_shared_only_as_the_question_asks() {
        let vocabulary = Vocabulary::new();
        for (text, expected) in [
            ("28 kids and every kid brings 4 cookies, how many cookies altogether", Some("28*4")),
            ("28 kids and every kid brings 4 cookies, how many cookies does each kid bring", None),
            ("28 kids and every second kid brings 4 cookies, how many cookies altogether", None),
            ("28 kids, each brings 4 cookies, 10 are eaten, how many cookies are there", None),
            ("I have 12 cookies and each kid gets 3, how many kids", None),
            ("6 boxes with 12 eggs in each, how many eggs", Some("6*12")),
            ("6 boxes with 12 eggs, how many eggs", None),
            ("6 boxes with 12 eggs in each and 2 are broken, how many eggs", None),
            ("give each of my 3 grandchildren 25 dollars, how much money do I need", Some("3*25")),
            ("give each of my 3 grandchildren 25 dollars and a card, how much does a card cost", None),
            ("a pack has 8 batteries, I bought 5 packs, how many batteries do I have", Some("8*5")),
            ("a pack has 8 batteries, I need 40 batteries, how many packs", None),
            ("a ticket costs 12 euros, how much do 5 tickets cost", Some("12*5")),
            ("a ticket costs 12 euros for adults and 8 for kids, how much do 5 tickets cost", None),
            ("a car has 4 wheels, how many cars have 20 wheels", None),
            ("6 Schachteln mit je 12 Eiern, wie viele Eier sind das", Some("6*12")),
            ("J'ai 5 paquets de 6 bouteilles. Combien de bouteilles j'ai ?", Some("5*6")),
            ("24 sweets for 6 kids, how many does each get", Some("24/6")),
            ("25 sweets for 6 kids, how many does each get", None),
            ("me and 3 friends share 90 euros, how much each", None),
            ("my 3 friends and I have 24 sweets, how many does each get", None),
            ("24 sweets and 6 kids and each kid already has 2, how many does each get", None),
            (
                "Ich möchte 30 Bonbons gerecht auf 5 Kinder verteilen. Wie viele bekommt jedes Kind?",
                Some("30/5"),
            ),
        ] {
            let words = words(text);
            let sum = sum_of(&vocabulary, &words, commas(&words));
            assert_eq!(sum.unwrap().as_deref(), expected, "{text}");
        }
    }
}
