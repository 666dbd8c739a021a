//! Answers in the arguments of a tool that nobody offered: models that were trained to call tools put them there. Pure.

use super::dialect::ToolUse;
use deskpilot_core::{Contract, ParsedJson};
use serde_json::{Map, Value};

/// What the call of a tool is.
pub(super) enum ToolCall {
    /// The answer, as JSON.
    Answer(String),
    /// An answer that has this key twice in one object, so that neither value counts.
    Ambiguous(String),
    /// The call of an unknown tool.
    Tool,
}

/// What this call is, by what was asked for. `duplicate` is a key that one object of the reply's body has twice.
pub(super) fn read_call(call: &ToolUse<'_>, contract: &Contract, duplicate: Option<&str>) -> ToolCall {
    match call.arguments {
        Value::Object(object) if is_answer(object, &contract.schema) => match duplicate {
            Some(key) => ToolCall::Ambiguous(key.to_owned()),
            None => ToolCall::Answer(call.arguments.to_string()),
        },
        Value::String(text) => match serde_json::from_str(text) {
            Ok(ParsedJson { value: Value::Object(object), duplicate })
                if is_answer(&object, &contract.schema) =>
            {
                duplicate.map_or_else(|| ToolCall::Answer(text.clone()), ToolCall::Ambiguous)
            }
            _ => ToolCall::Tool,
        },
        _ => ToolCall::Tool,
    }
}

/// Whether an object has every key that the schema requires, and no other than it knows.
fn is_answer(object: &Map<String, Value>, schema: &Value) -> bool {
    let (Some(known), Some(required)) = (schema["properties"].as_object(), schema["required"].as_array())
    else {
        return false;
    };
    let mut required = required.iter().filter_map(Value::as_str).peekable();
    required.peek().is_some()
        && required.all(|key| object.contains_key(key))
        && object.keys().all(|key| known.contains_key(key))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn only_an_object_with_the_keys_that_were_asked_for_is_the_answer() {
        let schema = json!({"properties": {"Status": {}, "Comment": {}}, "required": ["Status"]});
        let contract = Contract { name: "reply".into(), schema };
        for (arguments, duplicate, expected) in [
            (json!({"Status": "FINISH"}), None, "answer"),
            (json!({"Status": "FINISH", "Comment": "done"}), None, "answer"),
            (json!("{\"Status\": \"FINISH\"}"), None, "answer"),
            (json!({"Status": "FINISH"}), Some("Status"), "Status"),
            (json!("{\"Status\": \"FAIL\", \"Status\": \"FINISH\"}"), None, "Status"),
            (json!({"Status": "FINISH", "path": "/"}), None, "tool"),
            (json!({"Comment": "done"}), None, "tool"),
            (json!("{\"Status\": \"FINI"), None, "tool"),
            (json!("FINISH"), None, "tool"),
            (json!({}), None, "tool"),
            (Value::Null, None, "tool"),
        ] {
            let call = ToolUse { name: "reply", arguments: &arguments };
            let found = match read_call(&call, &contract, duplicate) {
                ToolCall::Answer(text) => {
                    assert!(text.contains("FINISH"), "{text}");
                    "answer".to_owned()
                }
                ToolCall::Ambiguous(key) => key,
                ToolCall::Tool => "tool".to_owned(),
            };
            assert_eq!(found, expected, "{arguments}");
        }
    }

    #[test]
    fn without_a_schema_nothing_is_the_answer() {
        let contract = Contract { name: "reply".into(), schema: Value::Null };
        let arguments = json!({"Status": "FINISH"});
        let call = ToolUse { name: "reply", arguments: &arguments };
        assert!(matches!(read_call(&call, &contract, None), ToolCall::Tool));
    }
}
