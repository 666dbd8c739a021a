//! Items of the crates have names that people know already, and none of the words that only Deskpilot used.

use super::{
    scan::Source,
    violation::{Rule, Violation},
};

/// Words that a newcomer would have to learn, or that do not say what they name.
const DIALECT: &[&str] =
    &["anew", "flaw", "forest", "restless", "road", "said", "shelf", "strange", "told", "twins", "veiled"];

/// What comes before the name of an item.
const KEYWORDS: &[&str] = &["const", "enum", "fn", "mod", "static", "struct", "trait", "type"];

/// Every item with such a name. Names of tests are sentences, in which these words are usual ones.
pub(crate) fn violations(sources: &[Source]) -> Vec<Violation> {
    sources.iter().filter(|it| it.path.starts_with("crates/")).flat_map(of_source).collect()
}

fn of_source(source: &Source) -> Vec<Violation> {
    let mut violations = Vec::new();
    for line in source.product_lines() {
        let Some(name) = declared(line.text) else { continue };
        if let Some(word) = words(name).iter().find(|it| DIALECT.contains(&it.as_str())) {
            let what = format!("{name}: \"{word}\" is a word of ours: what do others call it?");
            violations.push(Violation {
                rule: Rule::Words,
                file: source.path.clone(),
                line: line.number,
                what,
            });
        }
    }
    violations
}

/// The name of the item that begins on this line.
fn declared(line: &str) -> Option<&str> {
    let mut words = line.split_whitespace().skip_while(|it| !KEYWORDS.contains(it));
    let name = words.find(|it| !KEYWORDS.contains(it))?;
    name.split(|c: char| !c.is_alphanumeric() && c != '_').next()
}

/// The words of a name in small letters: `ToldCall`, `told_call` and `TOLD_CALL` have the same.
fn words(name: &str) -> Vec<String> {
    let is_constant = !name.chars().any(char::is_lowercase);
    let mut words = vec![String::new()];
    for letter in name.chars() {
        if letter == '_' || letter.is_uppercase() && !is_constant {
            words.push(String::new());
        }
        if letter != '_'
            && let Some(word) = words.last_mut()
        {
            word.extend(letter.to_lowercase());
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(file: &str, planted: &str) -> Vec<String> {
        let source = Source::of(file, &format!("//! x\n{planted}\n"));
        violations(&[source]).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn an_item_with_a_word_of_ours_is_a_violation() {
        for planted in [
            "fn told<T>(it: T) {}",
            "    pub(crate) const fn said_call(&self) {",
            "pub(crate) enum Said {",
            "struct RestlessNodes;",
            "mod twins;",
            "const VEILED: &str = \"\";",
        ] {
            assert_eq!(of("crates/linux/src/x.rs", planted).len(), 1, "{planted}");
        }
        let shown = of("crates/agent/src/x.rs", "fn told() {}");
        assert_eq!(
            shown,
            ["crates/agent/src/x.rs:2: told: \"told\" is a word of ours: what do others call it?"]
        );
    }

    #[test]
    fn words_in_texts_tests_and_longer_words_are_none() {
        for planted in [
            "fn untold() {}",
            "fn broadcast() {}",
            "let text = \"the user said no\";",
            "#[cfg(test)]\nmod tests {\n    fn it_is_told() {}\n}",
        ] {
            assert!(of("crates/agent/src/x.rs", planted).is_empty(), "{planted}");
        }
        assert!(of("bench/src/x.rs", "fn told() {}").is_empty());
    }
}
