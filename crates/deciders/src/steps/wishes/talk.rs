//! Sentences that tell why something is asked for, and ask for nothing themselves: `I have to do my taxes`.

use super::{number_words::in_words, vocabulary::Vocabulary, words::Word};

/// Classes whose words ask for something in any sentence.
const CLASSES: &[&str] = &[
    "open",
    "type",
    "typed",
    "put",
    "save",
    "saved",
    "file",
    "editor",
    "calculator",
    "result",
    "destroy",
    "browser",
    "files",
    "terminal",
    "spreadsheet",
    "writer",
    "add-numbers",
    "subtract-numbers",
    "multiply-numbers",
    "divide-numbers",
    "note",
    "create",
];

/// Whether the words only say something about the writer.
pub(super) fn is_talk(vocabulary: &Vocabulary, words: &[Word]) -> bool {
    is_known_talk(vocabulary, words) || is_report(vocabulary, words)
}

/// Whether the words are what people say of themselves before they ask, also their age.
fn is_known_talk(vocabulary: &Vocabulary, words: &[Word]) -> bool {
    let is_number = |it: &Word| {
        let text = it.folded.as_str();
        it.quoted.is_none() && (text.parse::<u8>().is_ok() || in_words(&[text]).is_some_and(|(it, _)| it > 1))
    };
    let rest: Vec<Word> = words.iter().filter(|it| !is_number(it)).cloned().collect();
    let is_age = rest.len() + 1 == words.len() && vocabulary.is_one("talk-age", &rest);
    is_age || vocabulary.is_one("talk-phrase", words) || is_of_family(vocabulary, words)
}

/// Whether the words tell what somebody near has done: `my grandson set this up for me`.
fn is_of_family(vocabulary: &Vocabulary, words: &[Word]) -> bool {
    let [owner, person, done @ ..] = words else { return false };
    let is_near = vocabulary.has_word("talk-owned", owner) && vocabulary.has_word("talk-family", person);
    is_near && owner.marks.is_empty() && person.marks.is_empty() && vocabulary.is_one("talk-done", done)
}

fn is_report(vocabulary: &Vocabulary, words: &[Word]) -> bool {
    let reason = vocabulary.longest("reason", words);
    let rest = &words[reason..];
    let Some(first) = rest.first() else { return false };
    let begins = reason > 0 || vocabulary.has_word("talk-begins", first);
    let says_to = rest.iter().any(|it| vocabulary.has_word("talk-must", it));
    // `My glasses` alone are a thing that is asked for.
    let is_sentence = reason > 0
        || !vocabulary.has_word("talk-owned", first)
        || rest.iter().any(|it| vocabulary.has_word("talk-verbs", it));
    // Behind a mark or a joint something else may be asked for.
    let inner = &rest[..rest.len() - 1];
    let is_one = inner.iter().all(|it| it.marks.is_empty())
        && (0..rest.len()).all(|at| vocabulary.longest("joint", &rest[at..]) == 0);
    rest.len() > 1
        && is_one
        && begins
        && is_sentence
        && wants_nothing(vocabulary, rest)
        && rest.iter().all(|it| tells(vocabulary, it, says_to))
}

/// Whether nothing is wanted but what people do themselves.
fn wants_nothing(vocabulary: &Vocabulary, words: &[Word]) -> bool {
    let says = |at: usize, text: &str| words.get(at).is_some_and(|it| it.folded == text);
    let is_own = |at: usize| {
        says(at + 1, "to") && words.get(at + 2).is_some_and(|it| vocabulary.has_word("talk-own", it))
    };
    let wants = |it: &Word| matches!(it.folded.as_str(), "want" | "need" | "wanna" | "wish");
    words.iter().enumerate().all(|(at, it)| !wants(it) || is_own(at))
}

/// Whether a word tells, and asks for nothing.
fn tells(vocabulary: &Vocabulary, word: &Word, says_to: bool) -> bool {
    let text = word.folded.as_str();
    let is_letters = text.chars().all(|it| it.is_alphabetic() || matches!(it, '\'' | '-'));
    let is_number = in_words(&[text]).is_some_and(|(number, _)| number > 1);
    let is_own = says_to && vocabulary.has_word("talk-making", word);
    word.quoted.is_none()
        && is_letters
        && !is_number
        && !word.marks.contains(':')
        && !vocabulary.has_word("talk-asks", word)
        && !vocabulary.has_word("talk-tasks", word)
        && (is_own || !CLASSES.iter().any(|class| vocabulary.has_word(class, word)))
}

#[cfg(test)]
mod tests {
    use super::{super::words::words, *};

    #[test]
    fn a_sentence_that_asks_for_something_is_no_talk() {
        let vocabulary = Vocabulary::new();
        for (text, expected) in [
            ("i have to do my taxes", true),
            ("My grandson is coming on Sunday", true),
            ("I want to plan my budget", true),
            ("because I have to check my bills", true),
            ("ich muss meine Steuern machen", true),
            ("je dois faire mes comptes", true),
            ("it is for my class", true),
            ("I have to write an essay for school", true),
            ("I'm 7 years old", true),
            ("ich bin neu hier", true),
            ("je n'y connais rien", true),
            ("I am 5 minutes late", false),
            ("I am new here and want a pizza", false),
            ("i have to email my boss", false),
            ("I want a pizza", false),
            ("I want to watch a film", false),
            ("I get 10 percent off", false),
            ("my text should be red", false),
            ("I need it in bold", false),
            ("ich möchte einen Kaffee", false),
            ("it is red", false),
            ("I write a file", false),
            ("my glasses", false),
            ("ich habe Hunger. Bestell eine Pizza", false),
            ("ich habe Hunger und bestell eine Pizza", false),
        ] {
            assert_eq!(is_talk(&vocabulary, &words(text)), expected, "{text}");
        }
    }
}
