//! The words after verbs of saving, and of the steps of a file dialog.

use super::{
    names::{bare, shorten, strip_word},
    phrases::{
        cut_first, cut_last, folder_of, in_folder, is_absolute, is_file_name, is_path, left_over, literal,
        non_empty, path, text_source, written_file,
    },
    quote::{mask, unquote},
    step::{Step, TextSource},
};

/// The names of the open document, so that `save the document` saves it.
const DOCUMENT_WORDS: &[&str] = &[
    "it",
    "this",
    "that",
    "file",
    "document",
    "text",
    "spreadsheet",
    "sheet",
    "workbook",
    "presentation",
    "drawing",
    "image",
    "picture",
    "page",
    "letter",
    "everything",
];

pub(super) fn save(rest: &str) -> Result<Step, String> {
    let padded = format!(" {rest}");
    let (what, file) = match cut_first(&padded, &[" as ", " to ", " in ", " into "]) {
        Some((what, file)) if says_file(&padded, what, file) => (what, Some(file_in_folder(file)?)),
        Some((_, folder)) if is_path(folder) && !mask(&padded).contains(" as ") => {
            return Err(format!("say under which name, such as save it as notes.txt in {folder}"));
        }
        _ => (padded.as_str(), None),
    };
    let object = bare(what);
    let is_document = object.is_empty() || DOCUMENT_WORDS.contains(&object.to_lowercase().as_str());
    let what = if is_document { None } else { Some(saved_text(what)?) };
    Ok(Step::Save(what, file))
}

/// The text or the note to save. Words that say neither are named, and not typed into a document.
fn saved_text(what: &str) -> Result<TextSource, String> {
    let (first, rest) = bare(what).split_once(' ').unwrap_or((bare(what), ""));
    if unquote(what).is_none() && DOCUMENT_WORDS.contains(&first.to_lowercase().as_str()) {
        return Err(format!("I do not understand: {}", rest.trim()));
    }
    let source = text_source(what, "say what to save")?;
    // A note is one word, or `the` and one word.
    let is_note = source.reference().is_some() || !bare(what).contains(' ');
    match unquote(what).is_some() || (is_note && matches!(source, TextSource::Named(_))) {
        true => Ok(source),
        false => Err(format!("quote \"{}\" if it is the text to save", shorten(what))),
    }
}

/// `save it as x` names a file, `save it to /tmp/x.txt` does, and `save it in /tmp` does not.
fn says_file(text: &str, what: &str, file: &str) -> bool {
    let after = &mask(text)[what.len()..];
    after.starts_with(" as ")
        || (is_path(file) && !after.starts_with(" in ") && !file.trim_end().ends_with(['/', '\\']))
}

/// Words before the folder of a file.
const IN_FOLDER: &[&str] = &[" in ", " into ", " to ", " under ", " inside "];

/// The path of `answer.txt in /tmp, overwriting it`.
fn file_in_folder(text: &str) -> Result<String, String> {
    let masked = mask(text);
    let end =
        [" overwrit", " replac"].iter().filter_map(|word| masked.find(word)).min().unwrap_or(text.len());
    let text = text[..end].trim_end();
    let text = text.strip_suffix(" and").unwrap_or(text).trim_end_matches(',');
    let (file, folder) = match cut_last(text, IN_FOLDER) {
        Some((file, folder)) if folder_of(folder).is_some() => (file, folder_of(folder)),
        _ => (text, None),
    };
    let is_unknown_folder = folder.is_none() && unquote(text).is_none() && !is_file_name(text);
    if let (true, Some((before, _))) = (is_unknown_folder, cut_last(text, IN_FOLDER)) {
        return Err(left_over(text[before.len()..].trim()));
    }
    let file = non_empty(written_file(file)?, "say under which name")?;
    Ok(match folder {
        Some(folder) if !is_absolute(&file) => in_folder(&folder, &file),
        _ => file,
    })
}

pub(super) fn overwrite(rest: &str) -> Result<Step, String> {
    let masked = mask(rest);
    if masked.contains(" with ") || masked.contains(" by ") {
        return Err("to change a text, set the control's text".into());
    }
    let end = [" if ", " when "].iter().filter_map(|word| masked.find(word)).min().unwrap_or(rest.len());
    let what = literal(bare(&rest[..end]));
    match OVERWRITTEN.contains(&what.to_lowercase().as_str()) || is_file_name(&what) || is_path(&what) {
        true => Ok(Step::Overwrite),
        false => Err(left_over(&what)),
    }
}

/// What people call the file that is replaced.
const OVERWRITTEN: &[&str] = &[
    "",
    "it",
    "them",
    "file",
    "document",
    "old file",
    "old one",
    "old version",
    "existing",
    "existing file",
    "existing one",
    "file that exists",
    "file that is there",
    "file that is there already",
    "one that exists",
    "one that is there",
];

pub(super) fn name_file(rest: &str) -> Result<Step, String> {
    non_empty(path(rest), "say which path").map(Step::NameFile)
}

pub(super) fn accept_file(rest: &str) -> Result<Step, String> {
    non_empty(path(rest), "say which path").map(Step::AcceptFile)
}

pub(super) fn make_sure(rest: &str) -> Result<Step, String> {
    match strip_word(rest, "as ") {
        Some(file) => non_empty(path(file), "say which path").map(|path| Step::MakeSure(Some(path))),
        None if rest.is_empty() => Ok(Step::MakeSure(None)),
        None => Err("say as which file".into()),
    }
}
