//! Parses the parts of answers that the dialects share. Pure.

use super::port::{OperatorAction, PixelPoint};
use deskpilot_core::{Modifier, named_modifier};
use serde_json::Value;

/// The string under this key; empty if there is none.
pub(super) fn text(value: &Value, key: &str) -> String {
    value[key].as_str().unwrap_or("").trim().to_owned()
}

/// A point from two numbers.
pub(super) fn point(x: &Value, y: &Value) -> Option<PixelPoint> {
    Some(PixelPoint { x: x.as_f64()?, y: y.as_f64()? })
}

/// The held modifiers; the error is the unknown name.
pub(super) fn modifiers<'n>(names: impl IntoIterator<Item = &'n str>) -> Result<Vec<Modifier>, String> {
    names.into_iter().map(|name| named_modifier(name.trim()).ok_or_else(|| name.to_owned())).collect()
}

/// An action with an unknown key.
pub(super) fn unknown_key(name: &str) -> OperatorAction {
    OperatorAction::Unclear(format!("there is no key {name:?}"))
}

/// An action that lacks a parameter.
pub(super) fn missing_parameter(action: &str, what: &str) -> OperatorAction {
    OperatorAction::Unclear(format!("{action} needs {what}"))
}

/// An action that is not offered.
pub(super) fn unknown_action(action: &str, offered: &str) -> OperatorAction {
    OperatorAction::Unclear(format!("{action:?} is not offered here: the actions are {offered}"))
}
