//! What single words of a clause say of the whole: how many files, and whether others are a text or the name of one.

use super::{number_words::in_words, words::Word};

/// The number of the only word, if it is more than one.
pub(super) fn several(words: &[Word]) -> Option<u64> {
    let [Word { folded, quoted: None, .. }] = words else { return None };
    let number = folded.parse().ok().or_else(|| in_words(&[folded]).map(|(number, _)| number));
    number.filter(|it| *it > 1)
}

/// Whether a file of this name has something else than the letters of a text.
pub(super) fn is_no_text_file(name: &str) -> bool {
    const ENDINGS: &[&str] = &[
        "pdf", "png", "jpg", "jpeg", "gif", "bmp", "svg", "doc", "docx", "odt", "rtf", "xls", "xlsx", "ods",
        "ppt", "pptx", "odp", "zip", "mp3", "mp4", "wav", "exe",
    ];
    name.rsplit_once('.').is_some_and(|(_, ending)| ENDINGS.contains(&ending.to_lowercase().as_str()))
}

/// Whether the words only say where the text is that follows: `there: hello`.
pub(super) fn leads_to_text(words: &[Word]) -> bool {
    const PLACES: &[&str] =
        &["there", "inside", "da", "dort", "darin", "rein", "hinein", "dedans", "la-dedans", "la", "y"];
    let has_colon = |word: Option<&Word>| word.is_some_and(|it| it.marks.contains(':'));
    let is_place = words.first().is_some_and(|it| PLACES.contains(&it.folded.as_str()));
    (is_place && has_colon(words.first())) || has_colon(words.last())
}

/// Whether a word goes on with a sentence, and begins no text: `the message is late`.
pub(super) fn goes_on(word: &Word) -> bool {
    const WORDS: &[&str] = &[
        "is", "are", "was", "were", "will", "has", "have", "from", "of", "about", "that", "which", "ist",
        "sind", "war", "von", "vom", "dass", "ueber", "est", "sont", "que", "qui", "sur", "de", "dort",
        "dorthin", "dahin", "dedans",
    ];
    word.quoted.is_none() && WORDS.contains(&word.folded.as_str())
}
