//! Letters, and the thanks, wishes and names with which they end.

use super::{
    vocabulary::Vocabulary,
    words::{Word, fold},
};

/// Words with which letters begin.
const LETTERS: &[&str] =
    &["dear", "hi", "hello", "hey", "liebe", "lieber", "hallo", "sehr", "cher", "chere", "bonjour", "salut"];

/// Whether a text may be a letter, which thanks may end.
pub(super) fn is_letter(text: &str) -> bool {
    let has_sentences = [". ", "! ", "? "].iter().any(|it| text.contains(it));
    is_letter_to_somebody(text) || has_sentences
}

/// Whether a text begins as letters do.
fn is_letter_to_somebody(text: &str) -> bool {
    let folded = fold(text);
    LETTERS.contains(&folded.split([' ', ',']).next().unwrap_or_default())
}

/// Whether all of the words close a letter: thanks or wishes, and a name.
pub(super) fn is_signature(vocabulary: &Vocabulary, request: &str, words: &[Word]) -> bool {
    let length = vocabulary.longest("closing", words).max(vocabulary.longest("courtesy", words));
    let is_name =
        |it: &Word| it.quoted.is_none() && request[it.place.clone()].starts_with(char::is_uppercase);
    let name = &words[length..];
    length > 0 && (name.is_empty() || (name.len() <= 2 && name.iter().all(is_name)))
}

/// Whether a text that is no letter ends with thanks and a name, which may be those of the request.
pub(super) fn is_signed(vocabulary: &Vocabulary, request: &str, words: &[Word], text: &str) -> bool {
    let signed = |at: usize| {
        let is_border = words[at - 1].ends_sentence() || words[at - 1].marks.contains(',');
        is_border && at + 1 < words.len() && is_signature(vocabulary, request, &words[at..])
    };
    !is_letter_to_somebody(text) && (1..words.len()).any(signed)
}
