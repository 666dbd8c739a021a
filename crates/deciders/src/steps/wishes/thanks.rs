//! Thanks behind a clause, which may belong to its text.

use super::{
    vocabulary::Vocabulary,
    wish::{Text, Wish},
    words::Word,
};

/// The clause without words of thanks behind it.
pub(super) fn without_thanks<'w>(vocabulary: &Vocabulary, words: &'w [Word]) -> &'w [Word] {
    let mut words = words;
    while let Some(at) = (1..words.len()).find(|at| vocabulary.is_one("thanks", &words[*at..])) {
        words = &words[..at];
    }
    words
}

/// Whether a text without quotation marks is the end of a clause.
pub(super) fn ends_with_text(clause: &str, wish: &Wish) -> bool {
    match wish.text() {
        Some(Text::Plain(text)) => clause.ends_with(text.trim_end_matches(['.', '!', '?', ' '])),
        Some(Text::Quoted(_)) | None => false,
    }
}

/// What to write for each reading of courtesy behind a text.
pub(super) fn both_readings(wish: &Wish, thanks: &str) -> String {
    let text = wish.text().map_or("", Text::letters);
    format!(
        "\"{thanks}\" may belong to the text or not; write `type \"{text}\"` or `type \"{text} {thanks}\"`"
    )
}
