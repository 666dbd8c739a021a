//! The arguments of a call against the schema that the client was given: what does not fit is named, with what does.

use crate::tool_error::ToolError;
use rmcp::model::JsonObject;
use serde_json::Value;

/// Checks that the arguments fit the schema of a tool.
///
/// # Errors
/// One is unknown, missing, or of another type; the text says which, and what is right.
pub(crate) fn check(tool: &str, schema: &JsonObject, arguments: &JsonObject) -> Result<(), ToolError> {
    match problem_of_object(schema, arguments, "") {
        Some(what) => Err(ToolError(format!("{tool} was not called: {what}"))),
        None => Ok(()),
    }
}

fn problem_of_object(schema: &JsonObject, object: &JsonObject, place: &str) -> Option<String> {
    let known = schema.get("properties").and_then(Value::as_object)?;
    let required = schema.get("required").and_then(Value::as_array).into_iter().flatten();
    let missing = required.filter_map(Value::as_str).find(|it| !object.contains_key(*it));
    if let Some(missing) = missing {
        return Some(format!("{place}{missing} is missing"));
    }
    object.iter().find_map(|(name, value)| match known.get(name) {
        // Some models write null for what they leave out.
        Some(_) if value.is_null() => None,
        Some(schema) => problem_of_value(schema, value, &format!("{place}{name}")),
        None => {
            let names: Vec<&str> = known.keys().map(String::as_str).collect();
            Some(format!("there is no {place}{name:?}; it takes {}", names.join(", ")))
        }
    })
}

fn problem_of_value(schema: &Value, value: &Value, name: &str) -> Option<String> {
    let kind = schema.get("type").and_then(Value::as_str).unwrap_or_default();
    if !is_of(kind, value) {
        return Some(format!("{name} must be of type {kind}, and is {}", shown(value)));
    }
    if let Some(words) = schema.get("enum").and_then(Value::as_array)
        && !words.contains(value)
    {
        let words: Vec<&str> = words.iter().filter_map(Value::as_str).collect();
        return Some(format!("{name} must be one of {}, and is {}", words.join(", "), shown(value)));
    }
    if let (Some(least), Some(number)) = (schema.get("minimum").and_then(Value::as_f64), value.as_f64())
        && number < least
    {
        return Some(format!("{name} must be at least {least}, and is {number}"));
    }
    match value {
        Value::Object(object) => problem_of_object(schema.as_object()?, object, &format!("{name}.")),
        Value::Array(items) => {
            let schema = schema.get("items")?;
            (1..)
                .zip(items)
                .find_map(|(at, it)| problem_of_value(schema, it, &format!("item {at} of {name}")))
        }
        _ => None,
    }
}

fn is_of(kind: &str, value: &Value) -> bool {
    match kind {
        "string" => value.is_string(),
        // Serde reads no 1.0 as a whole number, although JSON Schema does. No number here is negative.
        "integer" => value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => true,
    }
}

/// The type of a value, and the value where it is short.
fn shown(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(value) => format!("the boolean {value}"),
        Value::Number(number) => format!("the number {number}"),
        Value::String(text) if text.chars().count() <= 40 => format!("the string {text:?}"),
        Value::String(_) => "a long string".to_owned(),
        Value::Array(_) => "an array".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn problem(arguments: Value) -> String {
        let schema = json!({
            "type": "object",
            "properties": {
                "request": {"type": "string"},
                "wait": {"type": "integer", "minimum": 1},
                "kind": {"type": "string", "enum": ["a", "b"]},
                "texts": {"type": "array", "items": {"type": "string"}},
                "budget": {"type": "object", "properties": {"steps": {"type": "integer"}}},
            },
            "required": ["request"],
        });
        let (Value::Object(schema), Value::Object(arguments)) = (schema, arguments) else { unreachable!() };
        check("t", &schema, &arguments).err().map(|it| it.to_string()).unwrap_or_default()
    }

    #[test]
    fn what_does_not_fit_is_named_with_what_does() {
        for (arguments, expected) in [
            (json!({"request": "x", "wait": 3, "kind": "a", "texts": ["y"], "budget": {"steps": 1}}), ""),
            (json!({"request": "x", "wait": null}), ""),
            (json!({}), "t was not called: request is missing"),
            (json!({"request": 5}), "request must be of type string, and is the number 5"),
            (json!({"request": "x", "wait": "3"}), "wait must be of type integer, and is the string \"3\""),
            (json!({"request": "x", "wait": -3}), "wait must be of type integer, and is the number -3"),
            (json!({"request": "x", "wait": 0}), "wait must be at least 1, and is 0"),
            (json!({"request": "x", "kind": "c"}), "kind must be one of a, b, and is the string \"c\""),
            (json!({"request": "x", "texts": ["a", 2]}), "item 2 of texts must be of type string"),
            (json!({"request": "x", "budget": {"steps": []}}), "budget.steps must be of type integer"),
            (json!({"request": "x", "budget": {"step": 1}}), "there is no budget.\"step\"; it takes steps"),
            (json!({"request": "x", "frobnicate": 1}), "there is no \"frobnicate\"; it takes request, wait"),
        ] {
            let shown = arguments.to_string();
            let found = problem(arguments);
            assert!(found.contains(expected) && found.is_empty() == expected.is_empty(), "{shown}: {found}");
        }
    }
}
