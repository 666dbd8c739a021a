//! What stories of things are made of: how many of what, and what their question asks for.

use super::{
    tokens::{MONEY, Token},
    vocabulary::Vocabulary,
};

/// A number of things, or of money, in a story.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Things {
    /// The place of the number.
    pub(super) at: usize,
    pub(super) number: String,
    /// The words behind the number, one of which names the things.
    pub(super) nouns: Vec<String>,
    pub(super) is_money: bool,
}

/// The question of a story.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Asked {
    /// What is left.
    pub(super) left: bool,
    /// What is there together.
    pub(super) total: bool,
    /// What each has; the name of those may follow.
    pub(super) each: Option<Option<String>>,
    /// What was spent.
    pub(super) spent: bool,
    /// It counts: `how many`.
    pub(super) many: bool,
    /// The things that are asked for.
    pub(super) noun: Option<String>,
    /// Money is asked for.
    pub(super) money: bool,
    /// Other words that are only those of the story.
    pub(super) names: Vec<String>,
    /// Whether it asks for what another has.
    pub(super) is_of_another: bool,
    /// Numbers that the question itself has.
    pub(super) things: Vec<Things>,
}

/// The most words behind a number that may name its things: `red apples`.
const MOST_NOUNS: usize = 3;

/// The classes of words that name no things.
const NO_THINGS: &[&str] = &["tale-words", "less", "more", "gives", "buys", "sells"];

/// The word of a part, empty for any other.
pub(super) fn word(token: Option<&Token>) -> &str {
    match token {
        Some(Token::Word(word)) => word,
        _ => "",
    }
}

/// The numbers of a story with their things.
pub(super) fn things(vocabulary: &Vocabulary, tokens: &[Token]) -> Vec<Things> {
    let numbers = tokens.iter().enumerate().filter_map(|(at, it)| match it {
        Token::Number(number) => Some((at, number.clone())),
        _ => None,
    });
    let things = |(at, number): (usize, String)| {
        let is_money = word(tokens.get(at + 1)) == MONEY
            || (word(at.checked_sub(1).map(|it| &tokens[it])) == MONEY
                && !matches!(at.checked_sub(2).map(|it| &tokens[it]), Some(Token::Number(_))));
        Things { at, number, nouns: nouns(vocabulary, &tokens[at + 1..]), is_money }
    };
    numbers.map(things).collect()
}

/// The words at the start that may name things.
pub(super) fn nouns(vocabulary: &Vocabulary, tokens: &[Token]) -> Vec<String> {
    let is_noun = |it: &&Token| {
        let word = word(Some(it));
        word.len() > 1 && word != MONEY && !NO_THINGS.iter().any(|class| vocabulary.has(class, word))
    };
    tokens.iter().take_while(is_noun).take(MOST_NOUNS).map(|it| word(Some(it)).to_owned()).collect()
}

impl Things {
    /// Whether the word names these things.
    pub(super) fn is(&self, noun: &str) -> bool {
        self.nouns.iter().any(|it| is_same(it, noun))
    }

    /// The number, if it counts.
    pub(super) fn count(&self) -> Option<u64> {
        self.number.parse().ok().filter(|it| *it > 1 && !self.is_money)
    }
}

/// Whether two words are one in singular and plural.
pub(super) fn is_same(one: &str, other: &str) -> bool {
    const ENDINGS: &[&str] = &["", "s", "es", "n", "en", "e", "er", "ern", "nen", "ren", "x"];
    const IRREGULAR: &[(&str, &str)] = &[
        ("person", "people"),
        ("man", "men"),
        ("woman", "women"),
        ("mouse", "mice"),
        ("foot", "feet"),
        ("tooth", "teeth"),
        ("goose", "geese"),
        ("leaf", "leaves"),
        ("shelf", "shelves"),
        ("loaf", "loaves"),
        ("cheval", "chevaux"),
        ("animal", "animaux"),
        ("journal", "journaux"),
    ];
    let plain = |it: &str| it.replace("ae", "a").replace("oe", "o").replace("ue", "u").replace("ies", "y");
    let (one, other) = (plain(one), plain(other));
    let (short, long) = if one.len() <= other.len() { (&one, &other) } else { (&other, &one) };
    let is_plural =
        short.len() > 1 && long.strip_prefix(short.as_str()).is_some_and(|it| ENDINGS.contains(&it));
    is_plural || IRREGULAR.iter().any(|(a, b)| (short == a && long == b) || (short == b && long == a))
}

/// Words of a question about what another has.
pub(super) const OTHERS: &[&str] =
    &["he", "she", "they", "has", "er", "hat", "lui", "leur", "a-t-il", "a-t-elle"];

/// What a question asks for; `None` where a word is in it that neither asks nor is one of the story.
pub(super) fn asked(vocabulary: &Vocabulary, story: &[Token], tokens: &[Token]) -> Option<Asked> {
    let in_story = |text: &str| text.len() > 1 && story.iter().any(|it| is_same(word(Some(it)), text));
    let mut asked = Asked { things: things(vocabulary, tokens), ..Asked::default() };
    let mut has_asked = false;
    let mut at = 0;
    while at < tokens.len() {
        let text = match &tokens[at] {
            Token::Word(text) => text.as_str(),
            Token::Number(_) | Token::Of | Token::Comma | Token::And => "",
            _ => return None,
        };
        at += 1;
        match text {
            "" => {}
            "many" | "much" | "viel" | "viele" | "wieviel" | "wieviele" | "vieles" | "combien" => {
                has_asked = true;
                asked.many |= matches!(text, "many" | "viele" | "wieviele");
                let from = at + usize::from(tokens.get(at) == Some(&Token::Of));
                let noun = word(tokens.get(from));
                let names = |it: &str| in_story(it) && !vocabulary.has("question-words", it);
                if names(noun) {
                    asked.noun = Some(noun.to_owned());
                    at = from + 1;
                }
            }
            "what" | "whats" | "what's" | "was" | "quelle" | "quel" | "que" | "qu'" => has_asked = true,
            MONEY => asked.money = true,
            _ if vocabulary.has("money-asked", text) => {
                asked.money = true;
                asked.spent |= vocabulary.has("asks-spent", text);
            }
            _ if vocabulary.has("asks-left", text) => asked.left = true,
            _ if vocabulary.has("asks-each", text) => {
                let noun = word(tokens.get(at));
                asked.each = Some(Some(noun.to_owned()).filter(|it| in_story(it)));
            }
            _ if vocabulary.has("asks-otherwise", text) => return None,
            _ if vocabulary.has("asks-total", text) => asked.total = true,
            _ if vocabulary.has("question-words", text) => {
                asked.is_of_another |= OTHERS.contains(&text);
            }
            _ if in_story(text) => asked.names.push(text.to_owned()),
            _ => return None,
        }
    }
    has_asked.then_some(asked)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_known_in_singular_and_plural() {
        for (one, other, expected) in [
            ("kid", "kids", true),
            ("boxes", "box", true),
            ("aepfel", "apfel", true),
            ("kinder", "kind", true),
            ("enkelkindern", "enkelkinder", true),
            ("children", "child", true),
            ("people", "person", true),
            ("gateaux", "gateau", true),
            ("puppies", "puppy", true),
            ("cookies", "cakes", false),
            ("car", "carrots", false),
        ] {
            assert_eq!(is_same(one, other), expected, "{one} {other}");
        }
    }
}
