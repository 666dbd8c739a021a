//! Replies in the form of the schema that describes them: models send the schema back, or write their answer into its `properties`.

use super::keys::answer_values;
use serde_json::{Map, Value};

/// A reply in the form of a schema.
#[derive(Debug, PartialEq)]
pub(super) enum SchemaForm<'r> {
    /// The schema itself: it says what an answer looks like, and answers nothing.
    Schema,
    /// An answer in the place of the properties.
    Answer(&'r Map<String, Value>),
}

/// The keys of a schema and of what providers put around one. An object with other keys says more than a schema does.
const SCHEMA_KEYS: &[&str] = &[
    "type",
    "properties",
    "required",
    "additionalProperties",
    "title",
    "description",
    "$schema",
    "$id",
    "$defs",
    "definitions",
    "name",
    "strict",
    "schema",
    "json_schema",
];

/// Keys of which the schema of a value has one.
const VALUE_KEYS: &[&str] = &["type", "enum", "const", "anyOf", "oneOf", "allOf", "$ref", "properties"];

/// How many objects may be around a schema: a provider's name for it, and its kind.
const MOST_AROUND: usize = 2;

/// The form of an object; `None` if it is not that of a schema.
pub(super) fn schema_form(object: &Map<String, Value>) -> Option<SchemaForm<'_>> {
    form_within(object, MOST_AROUND)
}

fn form_within(object: &Map<String, Value>, around: usize) -> Option<SchemaForm<'_>> {
    if let Some(value) = answer_values(object).next() {
        return is_schema(value).then_some(SchemaForm::Schema);
    }
    if !object.keys().all(|key| SCHEMA_KEYS.contains(&key.as_str())) {
        return None;
    }
    if let Some(Value::Object(properties)) = object.get("properties") {
        return match answer_values(properties).next() {
            Some(value) if is_schema(value) => Some(SchemaForm::Schema),
            Some(_) => Some(SchemaForm::Answer(properties)),
            None => properties.values().all(is_schema).then_some(SchemaForm::Schema),
        };
    }
    let inner = ["json_schema", "schema"].iter().find_map(|key| object.get(*key)?.as_object())?;
    form_within(inner, around.checked_sub(1)?)
}

/// Whether a value describes values.
fn is_schema(value: &Value) -> bool {
    value.as_object().is_some_and(|object| VALUE_KEYS.iter().any(|key| object.contains_key(*key)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_schema_is_distinguished_from_an_answer_in_its_place() {
        let status = json!({"type": "string", "enum": ["CONTINUE", "FINISH"]});
        let schema = json!({"type": "object", "properties": {"Status": status, "Comment": {"type": "string"}}, "required": ["Status"]});
        let answer = json!({"Status": "FINISH", "Comment": "done"});
        for (reply, expected) in [
            (schema.clone(), Some(SchemaForm::Schema)),
            (json!({"name": "app_reply", "strict": true, "schema": schema}), Some(SchemaForm::Schema)),
            (
                json!({"type": "json_schema", "json_schema": {"name": "app_reply", "schema": schema}}),
                Some(SchemaForm::Schema),
            ),
            (json!({"Status": status, "Comment": {"type": "string"}}), Some(SchemaForm::Schema)),
            (json!({"properties": {"x": {"type": "number"}}}), Some(SchemaForm::Schema)),
            (json!({"properties": answer}), answer.as_object().map(SchemaForm::Answer)),
            (json!({"type": "object", "properties": answer}), answer.as_object().map(SchemaForm::Answer)),
            // An answer is no schema, whatever else it has, and what has more than a schema has is not read as one.
            (json!({"Status": "FINISH", "properties": {"Status": "FAIL"}}), None),
            (json!({"Comment": "no", "properties": {"Status": "FINISH"}}), None),
            (json!({"properties": {"x": 1}}), None),
            (json!({"schema": {"schema": {"schema": {"schema": schema}}}}), None),
            (answer.clone(), None),
            (json!({}), None),
        ] {
            assert_eq!(schema_form(reply.as_object().unwrap()), expected, "{reply}");
        }
    }
}
