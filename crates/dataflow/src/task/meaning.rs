//! Interprets the keys of a check.

use super::{
    Cell, Check, Content, Control, HomePath, Kind, Part, Property, Running, SUBJECTS, Subject, Wanted,
    raw::RawCheck,
};
use deskpilot_core::{Role, State};

/// Converts the raw keys to a check; the error says how to write it.
pub(super) fn check(raw: RawCheck) -> Result<Check, String> {
    let subject = subject(&raw)?;
    match subject.key {
        "file" => {
            let path = HomePath::new(&raw.file.unwrap_or_default())?;
            let content = match (raw.equals, raw.contains, raw.lines, raw.absent) {
                (None, None, None, Some(true)) => Content::Absent,
                (None, None, None, _) => Content::Any,
                (Some(text), None, None, None) => Content::Equals(text.0),
                (None, Some(text), None, None) => Content::Contains(text),
                (None, None, Some(lines), None) => Content::Lines(lines),
                _ => return Err(one_of("file", "equals, contains, lines, absent")),
            };
            Ok(Check::File(path, content))
        }
        "document" => document(raw),
        "control" => control(raw),
        "process" => {
            let running = if raw.running == Some(false) { Running::No } else { Running::Yes };
            Ok(Check::Process(named("process", raw.process)?, running))
        }
        _ => Ok(Check::Window(named("window", raw.window)?, presence(raw.absent))),
    }
}

/// The subject of the check; an error if its keys do not go together.
fn subject(raw: &RawCheck) -> Result<&'static Subject, String> {
    let set = raw.keys();
    let is_set = |key: &str| set.contains(&key);
    let mut about: Vec<&Subject> = SUBJECTS.iter().filter(|it| is_set(it.key)).collect();
    if is_set("control") {
        about.retain(|it| it.key != "window");
    }
    let [subject] = about[..] else {
        let known: Vec<_> = SUBJECTS.iter().map(|it| it.key).collect();
        return Err(format!("a check is about one of {}; write exactly one of these keys", known.join(", ")));
    };
    let goes = |key: &&str| *key == subject.key || subject.beside.iter().any(|(known, _)| known == key);
    match set.iter().find(|key| !goes(key)) {
        None => Ok(subject),
        Some(key) => Err(format!("{key} does not go with {}; what does: {}", subject.key, subject.keys())),
    }
}

fn document(raw: RawCheck) -> Result<Check, String> {
    let path = HomePath::new(&raw.document.unwrap_or_default())?;
    let kind = Kind::of(&path)?;
    let value = |key: &str| {
        let missing = || format!("equals is missing: write the value that the {key} should have");
        raw.equals.map(|it| it.0).ok_or_else(missing)
    };
    let part = match (raw.text_contains, raw.bold, raw.property, raw.cell) {
        (Some(text), None, None, None) => Part::Text(named("text_contains", Some(text))?),
        (None, Some(text), None, None) => Part::Bold(named("bold", Some(text))?),
        (None, None, Some(name), None) => Part::Property(Property::named(&name)?, value("property")?),
        (None, None, None, Some(cell)) => Part::Cell(Cell::new(&cell)?, value("cell")?),
        _ => return Err(one_of("document", "text_contains, bold, property, cell")),
    };
    kind.has(&part)?;
    Ok(Check::Document(path, kind, part))
}

fn control(raw: RawCheck) -> Result<Check, String> {
    let (role, name) = role_and_name(&named("control", raw.control)?)?;
    let window =
        raw.window.ok_or("window is missing: name the control's window by its application or title")?;
    let wanted = match (raw.value, raw.contains, raw.state, raw.absent) {
        (None, None, None, absent) => presence(absent),
        (Some(value), None, None, None) => Wanted::Value(value.0),
        (None, Some(text), None, None) => Wanted::Contains(text),
        (None, None, Some(word), None) => state(&word)?,
        _ => return Err(one_of("control", "value, contains, state, absent")),
    };
    Ok(Check::Control(Control { role, name, window: named("window", Some(window))?, wanted }))
}

const fn presence(absent: Option<bool>) -> Wanted {
    if let Some(true) = absent { Wanted::Absent } else { Wanted::Present }
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
fn state(text: &str) -> Result<Wanted, String> {
    let (word, wanted): (&str, fn(State) -> Wanted) = match text.strip_prefix("not ") {
        Some(word) => (word, Wanted::NotIn),
        None => (text, Wanted::In),
    };
    let states = || State::ALL.iter().map(|state| state.name()).collect::<Vec<_>>().join(", ");
    match State::ALL.iter().find(|state| state.name() == word.trim()) {
        Some(state) => Ok(wanted(*state)),
        None => {
            Err(format!("there is no state {word:?}: the states are {}, each with or without not", states()))
        }
    }
}

fn named(key: &str, text: Option<String>) -> Result<String, String> {
    text.filter(|it| !it.trim().is_empty()).ok_or_else(|| format!("{key} is empty: write what is looked for"))
}

fn one_of(subject: &str, keys: &str) -> String {
    format!("a check of a {subject} says one thing: write one of {keys}")
}
