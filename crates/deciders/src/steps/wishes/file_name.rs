//! Reads the name of a file from words of a clause.

use super::{
    super::phrases::is_file_name,
    vocabulary::Vocabulary,
    words::{Word, written},
};

/// The most words of the name of a file.
const NAME_WORDS: usize = 4;

/// The name of a file: a quoted text, one word, or words with an ending.
pub(super) fn file_name(vocabulary: &Vocabulary, request: &str, words: &[Word]) -> Option<String> {
    if let [Word { quoted: Some(name), .. }] = words {
        return Some(name.clone()).filter(|name| !name.is_empty() && !name.contains(['/', '\\', '\n']));
    }
    let name = written(request, words);
    let (last, before) = words.split_last()?;
    let is_plain = words.iter().all(|it| it.quoted.is_none());
    let is_joined = before.iter().all(|it| it.marks.is_empty() && !is_file_name(&it.folded));
    let is_word = |it: &Word| it.folded.starts_with(char::is_alphanumeric) && !says_nothing(vocabulary, it);
    let is_one = words.len() == 1 || (words.len() <= NAME_WORDS && is_file_name(&last.folded));
    let fits = is_plain && is_joined && is_one && words.iter().all(is_word) && !name.contains(['/', '\\']);
    fits.then(|| name.to_owned())
}

/// Whether a word belongs to the sentence, and to no name.
fn says_nothing(vocabulary: &Vocabulary, word: &Word) -> bool {
    let word = std::slice::from_ref(word);
    let classes = [
        "article", "into", "as", "with", "it", "joint", "file", "called", "its", "on", "in-it", "up", "made",
        "saved", "typed",
    ];
    // A file may be called `list` or `note`.
    classes.iter().filter(|it| **it != "file").any(|class| vocabulary.is_one(class, word))
        || ["file", "datei", "fichier", "files", "dateien", "fichiers"].contains(&word[0].folded.as_str())
}
