//! The two record schemas, and a validator for them.
//!
//! The validator supports only the keywords of these schemas, which a test ensures: `type`, `properties`,
//! `required`, `items` and `additionalProperties`.

use crate::RecordError;
use serde_json::Value;

/// The JSON schema (draft 07) of an instantiated task.
pub const INSTANTIATION_SCHEMA: &str = include_str!("../schemas/instantiation.json");

/// The JSON schema (draft 07) of an executed task.
pub const EXECUTION_SCHEMA: &str = include_str!("../schemas/execution.json");

/// Validates the value; the error names the first mismatch.
pub(crate) fn check(schema: &Value, value: &Value) -> Result<(), RecordError> {
    check_at(schema, value, "")
}

fn check_at(schema: &Value, value: &Value, path: &str) -> Result<(), RecordError> {
    check_type(schema, value, path)?;
    match value {
        Value::Object(fields) => {
            if let Some(name) =
                strings(&schema["required"]).into_iter().find(|name| !fields.contains_key(*name))
            {
                return Err(mismatch(path, format!("the field {name} is missing")));
            }
            fields.iter().try_for_each(|(name, field)| {
                let place = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                check_at(
                    schema["properties"].get(name).unwrap_or(&schema["additionalProperties"]),
                    field,
                    &place,
                )
            })
        }
        Value::Array(items) => items
            .iter()
            .enumerate()
            .try_for_each(|(number, item)| check_at(&schema["items"], item, &format!("{path}[{number}]"))),
        _ => Ok(()),
    }
}

fn check_type(schema: &Value, value: &Value, path: &str) -> Result<(), RecordError> {
    let types = strings(&schema["type"]);
    if types.is_empty() || types.iter().any(|name| has_type_name(value, name)) {
        return Ok(());
    }
    Err(mismatch(path, format!("it is {}, and should be {}", type_name(value), types.join(" or "))))
}

fn has_type_name(value: &Value, name: &str) -> bool {
    type_name(value) == name || (name == "integer" && (value.is_i64() || value.is_u64()))
}

/// The name of the value's type.
pub(crate) const fn type_name(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// One string or a list of strings.
fn strings(value: &Value) -> Vec<&str> {
    match value {
        Value::String(text) => vec![text],
        Value::Array(list) => list.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}

fn mismatch(path: &str, message: String) -> RecordError {
    let path = if path.is_empty() { "the record" } else { path };
    RecordError::DoesNotFit { path: path.into(), message }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: &[&str] = &["type", "properties", "required", "items", "additionalProperties"];
    const WITHOUT_EFFECT: &[&str] = &["$schema", "title", "description"];

    fn keywords(schema: &Value) -> Vec<String> {
        let Some(fields) = schema.as_object() else { return Vec::new() };
        let below = |name: &str, value: &Value| match name {
            "properties" => {
                value.as_object().into_iter().flat_map(|it| it.values()).flat_map(keywords).collect()
            }
            _ => keywords(value),
        };
        fields.iter().flat_map(|(name, value)| [vec![name.clone()], below(name, value)].concat()).collect()
    }

    #[test]
    fn the_schemas_use_no_keyword_that_is_not_checked() {
        for text in [INSTANTIATION_SCHEMA, EXECUTION_SCHEMA] {
            let found = keywords(&serde_json::from_str(text).unwrap());
            assert!(found.len() > 50, "{found:?}");
            for keyword in found {
                assert!(KNOWN.contains(&&*keyword) || WITHOUT_EFFECT.contains(&&*keyword), "{keyword}");
            }
        }
    }
}
