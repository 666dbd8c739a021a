//! The elements of a page that a native command presses, and the choices that it makes there, as the page calls them.

use crate::{Action, CommandSpec, ParamKind};
use serde_json::Value;

/// The names of what the command presses or chooses.
pub(super) fn pressed(spec: &CommandSpec, action: &Action) -> Vec<String> {
    let names = |kind: &ParamKind, value: &Value| match kind {
        ParamKind::Element => value.as_str().map(str::to_owned).into_iter().collect(),
        ParamKind::Fields => value.as_array().into_iter().flatten().flat_map(pressed_in_row).collect(),
        _ => Vec::new(),
    };
    spec.known_arguments(&action.call.args).flat_map(|(param, value)| names(&param.kind, value)).collect()
}

/// What a row of a form presses or chooses: the field that it begins with, if it is one that is pressed, and the entries of a list. A
/// field without a role may be any.
fn pressed_in_row(row: &Value) -> Vec<String> {
    let mut cells = row.as_array().into_iter().flatten();
    let Some(field) = cells.next().and_then(Value::as_str) else { return Vec::new() };
    let (role, name) = field_of(field);
    let chosen = || cells.filter_map(|it| it.as_str().map(str::to_owned)).collect::<Vec<String>>();
    match role {
        Some("textbox" | "searchbox" | "slider" | "spinbutton" | "date" | "color") => Vec::new(),
        Some("combobox" | "listbox") => chosen(),
        Some(_) => vec![name],
        None => std::iter::once(name).chain(chosen()).collect(),
    }
}

/// The role and the name of a field such as `e12 checkbox "I agree"`, or `e7.e3 …` in a frame; the whole text for a label.
fn field_of(field: &str) -> (Option<&str>, String) {
    let is_element = |it: &str| {
        it.strip_prefix('e').is_some_and(|it| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit()))
    };
    let is_id = |it: &str| it.split('.').all(is_element);
    let rest = field.split_once(' ').filter(|(first, _)| is_id(first)).map_or(field, |it| it.1);
    let found = rest
        .split_once(' ')
        .and_then(|(role, name)| Some((role, serde_json::from_str::<String>(name).ok()?)));
    match found {
        Some((role, name)) => (Some(role), name),
        None => (None, field.to_owned()),
    }
}
