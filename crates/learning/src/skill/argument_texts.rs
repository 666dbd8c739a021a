//! The texts within an argument.

use serde_json::Value;

/// The texts and numbers of an argument that could be content.
pub(super) fn leaves(value: &Value, texts: &mut Vec<String>) {
    match value {
        Value::String(text) if text.trim().chars().count() > 1 => texts.push(text.trim().to_owned()),
        Value::Number(number) => texts.push(number.to_string()),
        Value::Array(items) => items.iter().for_each(|it| leaves(it, texts)),
        Value::Object(fields) => fields.values().for_each(|it| leaves(it, texts)),
        Value::String(_) | Value::Null | Value::Bool(_) => {}
    }
}
