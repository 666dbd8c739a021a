//! Forms in everyday words: sums written as `divide A by B`, text that is added, copied, pasted or deleted, and the files and
//! folders of a file manager.

use super::{
    expression, forms,
    names::{bare, strip_word},
    phrases::{cut_first, name, non_empty, text_source, written_file},
    step::{ClickKind, RESULT, Step},
};

/// What stands for the selection.
const IT: &[&str] = &["", "it", "that", "selection", "selected text", "selected item"];

/// What stands for everything in a document.
const EVERYTHING: &[&str] = &[
    "all",
    "everything",
    "text",
    "all text",
    "all the text",
    "all of the text",
    "all of it",
    "whole text",
    "contents",
];

/// What may follow a text that is added.
const AT_END: &[&str] = &[
    " at the end of the file",
    " at the end of the document",
    " to the end of the file",
    " to the end of the document",
    " at the end of it",
    " to the end of it",
    " at the end",
    " to the end",
    " at the bottom",
];

fn is_one_of(text: &str, words: &[&str]) -> bool {
    words.contains(&bare(text).to_lowercase().as_str())
}

/// `divide 144 by 12`.
pub(super) fn divide(rest: &str) -> Result<Step, String> {
    sum(rest, " by ", '/').ok_or_else(|| "say by what".to_owned())?
}

/// `multiply 6 by 7`.
pub(super) fn multiply(rest: &str) -> Result<Step, String> {
    sum(rest, " by ", '*').or_else(|| sum(rest, " with ", '*')).ok_or_else(|| "say by what".to_owned())?
}

/// `subtract 3 from 10`.
pub(super) fn subtract(rest: &str) -> Result<Step, String> {
    let (less, from) = cut_first(rest, &[" from "]).ok_or("say from what")?;
    Ok(Step::Compute(expression::parse(&format!("({from}) - ({less})"))?, RESULT.to_owned()))
}

fn sum(rest: &str, between: &str, sign: char) -> Option<Result<Step, String>> {
    let (one, other) = cut_first(rest, &[between])?;
    let keys = expression::parse(&format!("{one} {sign} {other}"));
    Some(keys.map(|keys| Step::Compute(keys, RESULT.to_owned())))
}

/// `add 2 and 3`, or `add "call Bob" at the end`.
pub(super) fn add(rest: &str) -> Result<Step, String> {
    let numbers = [" and ", " to "].iter().find_map(|between| sum(rest, between, '+')?.ok());
    if let Some(step) = numbers {
        return Ok(step);
    }
    let text = AT_END.iter().find_map(|end| {
        let cut = rest.len().checked_sub(end.len())?;
        rest.is_char_boundary(cut)
            .then(|| rest.split_at(cut))
            .filter(|(_, tail)| tail.eq_ignore_ascii_case(end))
    });
    match text {
        Some((text, _)) => Ok(Step::Type(text_source(text, "say what to add")?, None)),
        None => forms::type_text(rest),
    }
}

/// `copy all of the text`, `copy it`.
pub(super) fn copy(rest: &str) -> Result<Step, String> {
    selected(rest, "Ctrl+C")
}

/// `cut it`.
pub(super) fn cut(rest: &str) -> Result<Step, String> {
    selected(rest, "Ctrl+X")
}

fn selected(rest: &str, chord: &str) -> Result<Step, String> {
    let chord = chord.to_owned();
    match rest {
        _ if is_one_of(rest, IT) => Ok(Step::Press(vec![chord])),
        _ if is_one_of(rest, EVERYTHING) => Ok(Step::Press(vec!["Ctrl+A".into(), chord])),
        _ => Err("select it first".into()),
    }
}

/// `paste it`.
pub(super) fn paste(rest: &str) -> Result<Step, String> {
    match is_one_of(rest, IT) || is_one_of(rest, EVERYTHING) {
        true => Ok(Step::Press(vec!["Ctrl+V".into()])),
        false => Err(format!("I do not understand: {}", bare(rest))),
    }
}

/// `delete everything`, or `delete junk.txt` in a file manager.
pub(super) fn delete(rest: &str) -> Result<Step, String> {
    match rest {
        _ if is_one_of(rest, IT) => Ok(Step::Press(vec!["Delete".into()])),
        _ if is_one_of(rest, EVERYTHING) => Ok(Step::Press(vec!["Ctrl+A".into(), "Delete".into()])),
        _ => Ok(Step::DeleteFile(file_name(rest)?)),
    }
}

/// `go to the end`.
pub(super) fn go_to_end(rest: &str) -> Result<Step, String> {
    go(rest, "Ctrl+End")
}

/// `go to the beginning of the document`.
pub(super) fn go_to_start(rest: &str) -> Result<Step, String> {
    go(rest, "Ctrl+Home")
}

fn go(rest: &str, chord: &str) -> Result<Step, String> {
    let of = strip_word(rest, "of ").map_or(rest, bare);
    let is_document = ["", "document", "text", "file", "page", "letter", "it", "sheet"];
    match is_document.contains(&of.to_lowercase().as_str()) {
        true => Ok(Step::Press(vec![chord.to_owned()])),
        false => Err(format!("I do not understand: {rest}")),
    }
}

/// `make a folder called Photos`.
pub(super) fn make_folder(rest: &str) -> Result<Step, String> {
    let called = ["called ", "named ", "with the name "].iter().find_map(|word| strip_word(rest, word));
    Ok(Step::MakeFolder(file_name(called.unwrap_or(rest))?))
}

/// `rename old.txt to new.txt`.
pub(super) fn rename(rest: &str) -> Result<Step, String> {
    let (old, new) = cut_first(rest, &[" to ", " into ", " as "]).ok_or("say to what")?;
    Ok(Step::RenameFile { old: file_name(old)?, new: file_name(new)? })
}

/// `go into the folder Documents`.
pub(super) fn go_into(rest: &str) -> Result<Step, String> {
    let folder = bare(rest);
    let folder = strip_word(folder, "folder ").or_else(|| folder.strip_suffix(" folder")).unwrap_or(folder);
    Ok(Step::Click(ClickKind::Double, name(folder)?))
}

/// `make sure that it is gone: "junk.txt"`.
pub(super) fn make_sure_gone(rest: &str) -> Result<Step, String> {
    file_name(rest).map(Step::MakeSureGone)
}

/// The name of a file or a folder, which is no path.
fn file_name(text: &str) -> Result<String, String> {
    let text = strip_word(text.trim(), "the ").unwrap_or(text.trim());
    let text = ["file ", "folder "].iter().find_map(|word| strip_word(text, word)).unwrap_or(text);
    let name = non_empty(written_file(text)?, "say which file or folder")?;
    match name.contains(['/', '\\', '\n']) {
        true => Err("name a file or a folder of the folder that is shown, without a path".into()),
        false => Ok(name),
    }
}
