//! Which text the words of a step mean: that of a note, or their own.

use super::super::{
    forms::DISPLAY,
    names::bare,
    step::{RESULT, TextSource},
};
use crate::facts::AppFacts;
use std::collections::BTreeMap;

/// The text of words: a note's, or their own.
pub(super) fn resolve_text(facts: &AppFacts<'_>, words: &TextSource) -> Result<String, String> {
    let TextSource::Named(text) = words else { return Ok(words.literal()) };
    let name = bare(text);
    match note_value(&facts.board.notes, name) {
        Some(note) if note.trim().is_empty() => return Err(format!("what was read as \"{name}\" is empty")),
        Some(note) => return Ok(note.to_owned()),
        None => {}
    }
    match words.reference() {
        Some(name) => Err(format!(
            "nothing was read as \"{name}\" so far; quote the text to have it typed letter for letter"
        )),
        None => Ok(text.clone()),
    }
}

/// The note with this name; every name of a display means the result.
pub(in super::super) fn note_value<'n>(notes: &'n BTreeMap<String, String>, name: &str) -> Option<&'n str> {
    let known = |name: &str| {
        notes.iter().find(|(it, _)| it.eq_ignore_ascii_case(name)).map(|(_, text)| text.as_str())
    };
    let is_display = DISPLAY.contains(&name.to_lowercase().as_str());
    known(name).or_else(|| if is_display { known(RESULT) } else { None })
}
