//! Parses the parts of a step (names, texts, paths) and where they end.

use super::{
    names::{bare, strip_word},
    quote::{MASKED, leading_quotation, mask, unquote},
    step::{CONTROL_KINDS, ControlKind, Name, TextSource},
};
use deskpilot_core::PathStyle;

/// Words that join the parts of a step.
const JOINING_WORDS: &[&str] =
    &["in", "into", "as", "to", "from", "with", "on", "and", "then", "under", "inside"];

/// Words between the parts of a list.
pub(super) const JOINTS: &[&str] = &[", and ", ", ", " and "];

/// What people call the home.
const HOME_WORDS: &[&str] = &["home", "home folder", "home directory"];

/// Words before a folder.
const FOLDER_WORDS: &[&str] = &["the folder ", "folder ", "the directory ", "directory "];

/// Words for a file that is made, before its name.
const NEW_FILES: &[&str] = &[
    "a new text file called ",
    "a new text file named ",
    "a new file called ",
    "a new file named ",
    "a text file called ",
    "a text file named ",
    "a file called ",
    "a file named ",
    "the new file ",
];

/// What people ask to have written or inserted, and no step makes.
const COMPOSED: &[&str] = &[
    "letter",
    "email",
    "e-mail",
    "mail",
    "message",
    "reply",
    "poem",
    "story",
    "essay",
    "summary",
    "report",
    "paragraph",
    "sentence",
    "invitation",
    "joke",
    "song",
    "table",
    "picture",
    "image",
    "chart",
    "formula",
    "row",
    "column",
    "link",
    "footnote",
    "comment",
    "list",
    "heading",
];

/// How many words after an article are read for one of these: `a short friendly letter`.
const WORDS_BEFORE_COMPOSED: usize = 3;

/// A control's name, quoted or not, with an optional word for its kind before or after it.
pub(super) fn name(text: &str) -> Result<Name, String> {
    let text = bare(text);
    if let Some(quoted) = leading_quotation(text) {
        let after = text[quoted.outer.end..].trim();
        let kind = CONTROL_KINDS.iter().find(|kind| kind.word.eq_ignore_ascii_case(after));
        if after.is_empty() || kind.is_some() {
            return non_empty(quoted.text, "say which").map(|text| Name { text, kind });
        }
        return Err(left_over(after));
    }
    if let Some(cell) = strip_word(text, "cell ").filter(|it| is_cell(it)) {
        return Ok(Name {
            text: cell.to_owned(),
            kind: CONTROL_KINDS.iter().find(|kind| kind.word == "cell"),
        });
    }
    match CONTROL_KINDS.iter().find_map(|kind| named_with(text, kind)) {
        Some(name) => Ok(name),
        None if text.eq_ignore_ascii_case("the") => Err("say which".into()),
        None => non_empty(text.to_owned(), "say which").map(Name::of),
    }
}

/// The name of `button "Save"` or `Save button`.
fn named_with(text: &str, kind: &'static ControlKind) -> Option<Name> {
    let quoted = strip_word(text, kind.word).and_then(|rest| rest.strip_prefix(' ')).and_then(unquote);
    let cut = text.len().checked_sub(kind.word.len()).filter(|cut| text.is_char_boundary(*cut)).unwrap_or(0);
    let (head, tail) = text.split_at(cut);
    let plain = (tail.eq_ignore_ascii_case(kind.word) && head.ends_with(' ')).then(|| head.trim().to_owned());
    let text = quoted.or(plain).filter(|text| !text.trim().is_empty())?;
    Some(Name { text, kind: Some(kind) })
}

/// Whether the text is the name of a cell, such as `B2`.
pub(super) fn is_cell(text: &str) -> bool {
    let text = bare(text);
    let row = text.trim_start_matches(|it: char| it.is_ascii_uppercase());
    let is_row = (1..=7).contains(&row.len()) && row.bytes().all(|it| it.is_ascii_digit());
    is_row && (1..=3).contains(&(text.len() - row.len()))
}

/// Text to enter; `missing` is the error if there is none.
pub(super) fn text_source(text: &str, missing: &str) -> Result<TextSource, String> {
    let text = text.trim();
    if leading_quotation(text).is_some() {
        return whole(text).map(TextSource::Literal);
    }
    let text = non_empty(text.to_owned(), missing)?;
    // Formulas have quotation marks of their own.
    if mask(&text).contains(MASKED) && !text.starts_with('=') {
        return Err("quote the whole text, or the text alone".into());
    }
    if stands_for_text(&text) {
        return Err("say which text: quote it, or write `type the result`".into());
    }
    match is_composed(&text) {
        true => Err("I write texts letter for letter and compose none: quote the text".into()),
        false if may_name_note(&text) => Ok(TextSource::Named(text)),
        false => Ok(TextSource::Literal(text)),
    }
}

/// Whether a text is only a word that stands for one: `it`, `es in den Editor`.
fn stands_for_text(text: &str) -> bool {
    const WORDS: &[&str] = &["it", "them", "these", "those", "es"];
    const BEHIND: &[&str] = &["in", "into", "ins", "to", "down", "there"];
    let lower = text.to_lowercase();
    let mut words = lower.split_whitespace();
    let stands = words.next().is_some_and(|it| WORDS.contains(&it));
    stands && words.next().is_none_or(|it| BEHIND.contains(&it))
}

/// Whether a text names something that is to be composed: `a letter to Ada`.
fn is_composed(text: &str) -> bool {
    let text = strip_word(text, "me ").unwrap_or(text);
    let rest = ["a ", "an ", "some "].iter().find_map(|article| strip_word(text, article));
    let mut words = rest.into_iter().flat_map(str::split_whitespace).take(WORDS_BEFORE_COMPOSED);
    words.any(|word| COMPOSED.contains(&word.trim_matches(',').to_lowercase().as_str()))
}

/// The text without its quotation marks, if it has any. The error names the words after a quoted text, which belong to nothing.
pub(super) fn whole(text: &str) -> Result<String, String> {
    let text = text.trim();
    let Some(quoted) = leading_quotation(text) else { return Ok(text.to_owned()) };
    match text[quoted.outer.end..].trim() {
        "" => Ok(quoted.text),
        left => Err(left_over(left)),
    }
}

/// The error for words that belong to nothing in their step.
pub(super) fn left_over(words: &str) -> String {
    format!("I do not understand: {words}")
}

/// Whether a text can be a note's name: up to four words, none with a meaning of its own in a step.
fn may_name_note(text: &str) -> bool {
    let is_name = |word: &str| {
        let is_plain = word.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'));
        is_plain && !JOINING_WORDS.contains(&word.to_lowercase().as_str())
    };
    text.split(' ').count() <= 4 && text.split(' ').all(|word| !word.is_empty() && is_name(word))
}

/// The name of a note.
pub(super) fn note_name(text: &str) -> Result<String, String> {
    non_empty(whole(bare(text))?.trim().to_lowercase(), "say under which name to note it")
}

/// The text without its quotation marks, if it has any.
pub(super) fn literal(text: &str) -> String {
    unquote(text).unwrap_or_else(|| text.trim().to_owned())
}

/// The path in the text.
pub(super) fn path(text: &str) -> String {
    let text = ["the file ", "file "].iter().find_map(|word| strip_word(text.trim(), word)).unwrap_or(text);
    literal(text).trim().to_owned()
}

/// The name in `a new file called y.txt`.
pub(super) fn new_file_name(text: &str) -> Option<&str> {
    NEW_FILES.iter().find_map(|words| strip_word(text.trim(), words))
}

/// The path of a file that is written. The error names the words after it, as in `a.txt with UTF-8`, which belong to nothing.
pub(super) fn written_file(text: &str) -> Result<String, String> {
    let text = new_file_name(text).unwrap_or(text).trim();
    if leading_quotation(text).is_some() {
        return whole(text);
    }
    let mut ends = text.match_indices(' ').map(|(at, _)| at);
    match ends.find(|at| is_file_name(&text[..*at])) {
        Some(at) => Err(left_over(text[at..].trim())),
        None => Ok(path(text)),
    }
}

/// Whether the text can only be a path.
pub(super) fn is_path(text: &str) -> bool {
    let path = path(text);
    let named = strip_word(text.trim(), "the file ").or_else(|| strip_word(text.trim(), "file "));
    // The file manager is an application.
    let is_named_so = named.is_some_and(|it| {
        !["manager", "browser", "explorer"].iter().any(|word| strip_word(it, word).is_some())
    });
    is_named_so || is_absolute(&path) || ["~/", "./", "../"].iter().any(|start| path.starts_with(start))
}

/// Whether the path begins at a root, in the grammar of any platform.
pub(super) fn is_absolute(path: &str) -> bool {
    [PathStyle::Posix, PathStyle::Windows].iter().any(|it| it.is_absolute(path))
}

/// The path of a file in a folder, written as the folder is.
pub(super) fn in_folder(folder: &str, file: &str) -> String {
    let separator = if folder.contains('\\') && !folder.contains('/') { '\\' } else { '/' };
    format!("{}{separator}{file}", folder.trim_end_matches(separator))
}

/// The last name of a path.
pub(super) fn last_name(path: &str) -> &str {
    path.rsplit(PathStyle::Windows.separators()).next().unwrap_or(path)
}

/// The ends of names on the internet, which are no kinds of files.
const DOMAINS: &[&str] = &["org", "com", "net", "edu", "gov", "io", "de", "at", "ch", "fr", "eu", "uk"];

/// Whether the text is the name of a file: words with an ending, such as `notes.txt`.
pub(super) fn is_file_name(text: &str) -> bool {
    let file = path(text);
    let Some((stem, ending)) = file.rsplit_once('.') else { return false };
    let is_ending = (1..=5).contains(&ending.len())
        && ending.chars().all(|it| it.is_ascii_alphanumeric())
        && ending.chars().any(|it| it.is_ascii_alphabetic());
    // Applications have identifiers such as org.gnome.gedit.
    let is_identifier =
        file.split('.').count() > 2 && DOMAINS.iter().any(|it| file.starts_with(&format!("{it}.")));
    !stem.is_empty() && is_ending && !is_identifier && !DOMAINS.contains(&ending.to_lowercase().as_str())
}

/// Whether the text is the address of a page.
pub(super) fn is_address(text: &str) -> bool {
    let text = literal(text).to_lowercase();
    let has_scheme = ["http://", "https://", "file://"].iter().any(|it| text.starts_with(it));
    (has_scheme || text.starts_with("www.")) && !text.contains(char::is_whitespace)
}

/// The whole address of a page of the web; `None` for that of a file.
pub(super) fn page_address(text: &str) -> Option<String> {
    let text = Some(text.trim()).filter(|it| is_address(it))?;
    let begins = |start: &str| strip_word(text, start).is_some();
    if begins("www.") {
        return Some(format!("http://{text}"));
    }
    (begins("http://") || begins("https://")).then(|| text.to_owned())
}

/// The text; `missing` is the error if it is empty.
pub(super) fn non_empty(text: String, missing: &str) -> Result<String, String> {
    if text.trim().is_empty() { Err(missing.to_owned()) } else { Ok(text) }
}

/// The text before and after the last of these words, outside quotes.
pub(super) fn cut_last<'t>(text: &'t str, words: &[&str]) -> Option<(&'t str, &'t str)> {
    let masked = mask(text);
    let (at, word) =
        words.iter().filter_map(|word| Some((masked.rfind(word)?, word))).max_by_key(|(at, _)| *at)?;
    Some((&text[..at], text[at + word.len()..].trim()))
}

/// The text before and after the first of these words, outside quotes.
pub(super) fn cut_first<'t>(text: &'t str, words: &[&str]) -> Option<(&'t str, &'t str)> {
    let masked = mask(text);
    let (at, word) =
        words.iter().filter_map(|word| Some((masked.find(word)?, word))).min_by_key(|(at, _)| *at)?;
    Some((&text[..at], text[at + word.len()..].trim()))
}

/// The parts between these words, outside quotes.
pub(super) fn cut_all<'t>(text: &'t str, words: &[&str]) -> Vec<&'t str> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some((part, after)) = cut_first(rest, words) {
        parts.push(part.trim());
        rest = after;
    }
    parts.push(rest.trim());
    parts
}

/// The folder in the text, if it names one.
pub(super) fn folder_of(text: &str) -> Option<String> {
    if HOME_WORDS.contains(&bare(text).to_lowercase().as_str()) {
        return Some("~".to_owned());
    }
    let named = FOLDER_WORDS.iter().find_map(|word| strip_word(text, word));
    let is_folder = named.is_some() || is_path(text) || unquote(text).is_some();
    is_folder.then(|| path(named.unwrap_or(text)))
}
