//! The answer to the question of a story: where its words divide, and which kind of story has it.

use super::{
    groups, ledger,
    numbers::Commas,
    tellings::asked,
    tokens::{Token, story_tokens},
    vocabulary::Vocabulary,
    words::Word,
};

/// The answer to the question behind a story, or before one; `None` if the words have none.
pub(super) fn answer_to_story(
    vocabulary: &Vocabulary,
    words: &[Word],
    commas: Commas,
) -> Result<Option<String>, String> {
    for (story, question) in divisions(vocabulary, words) {
        let (Some(mut story), Some(question)) =
            (story_tokens(story, commas)?, story_tokens(question, commas)?)
        else {
            return Ok(None);
        };
        while story.last().is_some_and(|it| matches!(it, Token::Comma | Token::And)) {
            story.pop();
        }
        if let Some(asked) = asked(vocabulary, &story, &question) {
            return Ok(groups::answer(vocabulary, &story, &asked)
                .or_else(|| ledger::answer(vocabulary, &story, &question, &asked)));
        }
    }
    Ok(None)
}

/// The ways to divide the words into a story and its question: the question is last, or first with an `if` behind it.
fn divisions<'w>(vocabulary: &Vocabulary, words: &'w [Word]) -> Vec<(&'w [Word], &'w [Word])> {
    let says = |at: usize, all: &[&str]| words.get(at).is_some_and(|it| all.contains(&it.folded.as_str()));
    let counts = |at: usize| {
        let is_how = says(at, &["how", "wie"]) && says(at + 1, &["many", "much", "viel", "viele"]);
        is_how || says(at, &["wieviel", "wieviele", "combien"])
    };
    let begins = |at: usize| {
        let joints = (at..words.len()).take_while(|at| says(*at, JOINTS)).count();
        let is_border = !words[at - 1].marks.is_empty() || joints > 0;
        let is_begun = words.get(at + joints).is_some_and(|it| vocabulary.has_word("question-begins", it));
        (counts(at) || (is_border && is_begun)).then_some((&words[..at], &words[at + joints..]))
    };
    let mut all: Vec<_> = (1..words.len()).filter_map(begins).collect();
    let is_if = |at: &usize| says(*at, &["if", "when", "wenn", "si"]);
    if counts(0)
        && let Some(at) = (1..words.len()).find(is_if)
    {
        all.push((&words[at + 1..], &words[..at]));
    }
    all
}

/// Words before a question that say nothing.
const JOINTS: &[&str] = &["so", "and", "then", "now", "und", "et", "alors", "also", "nun", "jetzt", "donc"];
