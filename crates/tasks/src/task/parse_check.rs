//! Parses a check from its keys.

use super::{
    Cell, Check, CheckSubject, ControlCheck, DocumentContent, DocumentKind, DocumentProperty, FileContent,
    HomePath, ProcessState, SUBJECTS, WantedState, raw::RawCheck,
};
use deskpilot_core::{Role, State};
use serde::Deserialize;
use serde_json::Value;

/// Parses a check from a JSON object with the keys of a task file; the error says how to write it.
pub fn check_from_json(value: &Value) -> Result<Check, String> {
    parse_check(RawCheck::deserialize(value).map_err(|error| error.to_string())?)
}

/// Converts the raw keys to a check; the error says how to write it.
pub(super) fn parse_check(raw: RawCheck) -> Result<Check, String> {
    let subject = subject(&raw)?;
    match subject.key {
        "file" => {
            let path = HomePath::new(&raw.file.unwrap_or_default())?;
            let content = match (raw.equals, raw.contains, raw.lines, raw.absent) {
                (None, None, None, Some(true)) => FileContent::Absent,
                (None, None, None, _) => FileContent::Any,
                (Some(text), None, None, None) => FileContent::Equals(text.0),
                (None, Some(text), None, None) => FileContent::Contains(text),
                (None, None, Some(lines), None) => FileContent::Lines(lines),
                _ => return Err(one_of("file", "equals, contains, lines, absent")),
            };
            Ok(Check::File(path, content))
        }
        "document" => document_check(raw),
        "control" => control_check(raw),
        "process" => {
            let running =
                if raw.running == Some(false) { ProcessState::Stopped } else { ProcessState::Running };
            Ok(Check::Process(not_empty("process", raw.process)?, running))
        }
        _ => Ok(Check::Window(not_empty("window", raw.window)?, wanted_presence(raw.absent))),
    }
}

/// The subject of the check; an error if its keys do not go together.
fn subject(raw: &RawCheck) -> Result<&'static CheckSubject, String> {
    let set = raw.keys();
    let is_set = |key: &str| set.contains(&key);
    let mut named: Vec<&CheckSubject> = SUBJECTS.iter().filter(|it| is_set(it.key)).collect();
    if is_set("control") {
        named.retain(|it| it.key != "window");
    }
    let [subject] = named[..] else {
        let known: Vec<_> = SUBJECTS.iter().map(|it| it.key).collect();
        return Err(format!("a check is about one of {}; write exactly one of these keys", known.join(", ")));
    };
    let is_allowed = |key: &&str| *key == subject.key || subject.beside.iter().any(|(known, _)| known == key);
    match set.iter().find(|key| !is_allowed(key)) {
        None => Ok(subject),
        Some(key) => Err(format!("{key} does not go with {}; what does: {}", subject.key, subject.keys())),
    }
}

fn document_check(raw: RawCheck) -> Result<Check, String> {
    let path = HomePath::new(&raw.document.unwrap_or_default())?;
    let kind = DocumentKind::of(&path)?;
    let value = |key: &str| {
        let missing = || format!("equals is missing: write the value that the {key} should have");
        raw.equals.map(|it| it.0).ok_or_else(missing)
    };
    let part = part_content(raw.part, raw.contains)?;
    let content = match (raw.text_contains, raw.text_absent, raw.bold, raw.property, raw.cell, part) {
        (Some(text), None, None, None, None, None) => {
            DocumentContent::Text(not_empty("text_contains", Some(text))?)
        }
        (None, Some(text), None, None, None, None) => {
            DocumentContent::WithoutText(not_empty("text_absent", Some(text))?)
        }
        (None, None, Some(text), None, None, None) => DocumentContent::Bold(not_empty("bold", Some(text))?),
        (None, None, None, Some(name), None, None) => {
            DocumentContent::Property(DocumentProperty::parse(&name)?, value("property")?)
        }
        (None, None, None, None, Some(cell), None) => {
            DocumentContent::Cell(Cell::parse(&cell)?, value("cell")?)
        }
        (None, None, None, None, None, Some(part)) => part,
        _ => return Err(one_of("document", "text_contains, text_absent, bold, property, cell, part")),
    };
    kind.check_supports(&content)?;
    Ok(Check::Document(path, kind, content))
}

/// A text in a part of the package; `None` without either key.
fn part_content(part: Option<String>, contains: Option<String>) -> Result<Option<DocumentContent>, String> {
    match (part, contains) {
        (None, None) => Ok(None),
        (None, Some(_)) => {
            Err("part is missing: write the part of the package that should contain this".into())
        }
        (Some(_), None) => Err("contains is missing: write what the part should contain".into()),
        (part, text) => {
            Ok(Some(DocumentContent::Part(not_empty("part", part)?, not_empty("contains", text)?)))
        }
    }
}

fn control_check(raw: RawCheck) -> Result<Check, String> {
    let (role, name) = role_and_name(&not_empty("control", raw.control)?)?;
    let window =
        raw.window.ok_or("window is missing: name the control's window by its application or title")?;
    let wanted = match (raw.value, raw.contains, raw.state, raw.absent) {
        (None, None, None, absent) => wanted_presence(absent),
        (Some(value), None, None, None) => WantedState::Value(value.0),
        (None, Some(text), None, None) => WantedState::Contains(text),
        (None, None, Some(word), None) => state(&word)?,
        _ => return Err(one_of("control", "value, contains, state, absent")),
    };
    Ok(Check::Control(ControlCheck { role, name, window: not_empty("window", Some(window))?, wanted }))
}

const fn wanted_presence(absent: Option<bool>) -> WantedState {
    if let Some(true) = absent { WantedState::Absent } else { WantedState::Present }
}

/// `Role "name"`, or a name alone.
fn role_and_name(text: &str) -> Result<(Option<Role>, String), String> {
    let parts = text.strip_suffix('"').and_then(|it| it.split_once(" \""));
    let Some((word, name)) = parts else { return Ok((None, text.to_owned())) };
    let known = Role::ALL.iter().find(|role| role.name().eq_ignore_ascii_case(word.trim()));
    let roles = || Role::ALL.iter().map(|role| role.name()).collect::<Vec<_>>().join(", ");
    match known {
        Some(role) => Ok((Some(*role), name.to_owned())),
        None => Err(format!("there is no role {word:?}: the roles are {}", roles())),
    }
}

/// `checked`, or `not checked`.
fn state(text: &str) -> Result<WantedState, String> {
    let (word, wanted): (&str, fn(State) -> WantedState) = match text.strip_prefix("not ") {
        Some(word) => (word, WantedState::NotIn),
        None => (text, WantedState::In),
    };
    let states = || State::ALL.iter().map(|state| state.name()).collect::<Vec<_>>().join(", ");
    match State::ALL.iter().find(|state| state.name() == word.trim()) {
        Some(state) => Ok(wanted(*state)),
        None => {
            Err(format!("there is no state {word:?}: the states are {}, each with or without not", states()))
        }
    }
}

fn not_empty(key: &str, text: Option<String>) -> Result<String, String> {
    text.filter(|it| !it.trim().is_empty()).ok_or_else(|| format!("{key} is empty: write what is looked for"))
}

fn one_of(subject: &str, keys: &str) -> String {
    format!("a check of a {subject} says one thing: write one of {keys}")
}
