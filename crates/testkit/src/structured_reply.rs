//! Binds a scripted reply as a provider binds a model: to the JSON schema that was sent with the prompt.
//!
//! A provider that enforces a schema makes a model write every key and nothing that the schema lacks. So a reply of a script gets the
//! keys that it leaves out, with an empty value, and one that the schema does not allow is no reply.

use deskpilot_core::Contract;
use serde_json::{Map, Value, json};

/// The reply as a model bound to the contract writes it. A script may write an action without the list around it that the
/// contract wants.
///
/// # Errors
/// The schema does not allow the reply, or uses a keyword that this module does not know. Says where and why.
pub fn bound_reply(reply: &str, contract: &Contract) -> Result<String, String> {
    if contract.schema.is_null() {
        return Ok(reply.to_owned());
    }
    let reply: Value = serde_json::from_str(reply).map_err(|why| format!("the reply is not JSON: {why}"))?;
    bound(&listed(reply, &contract.schema), &contract.schema, &contract.name).map(|it| it.to_string())
}

/// The keys of an action.
const ACTION_KEYS: [&str; 4] = ["ControlLabel", "ControlText", "Function", "Args"];

/// The reply with its single action in a list, if the schema wants a list and the reply has none.
fn listed(mut reply: Value, schema: &Value) -> Value {
    let wants_list = schema["properties"].get("ActionList").is_some();
    let Some(fields) = reply.as_object_mut().filter(|it| wants_list && !it.contains_key("ActionList")) else {
        return reply;
    };
    let action: Map<String, Value> =
        ACTION_KEYS.into_iter().filter_map(|key| Some((key.to_owned(), fields.shift_remove(key)?))).collect();
    let is_there = action.get("Function").is_some_and(|it| *it != json!(""));
    fields.insert("ActionList".into(), if is_there { json!([action]) } else { json!([]) });
    reply
}

const KNOWN: &[&str] = &["type", "properties", "required", "additionalProperties", "enum", "items", "anyOf"];

/// The value as the schema has it at this place.
fn bound(value: &Value, schema: &Value, place: &str) -> Result<Value, String> {
    let keywords = schema.as_object().ok_or_else(|| format!("{place}: the schema is no object"))?;
    if let Some(unknown) = keywords.keys().find(|it| !KNOWN.contains(&it.as_str())) {
        return Err(format!("{place}: the schema has {unknown}, which is not known here"));
    }
    if let Some(choices) = schema["anyOf"].as_array() {
        return any_of(value, choices, place);
    }
    if let Some(words) = schema["enum"].as_array()
        && !words.contains(value)
    {
        return Err(format!("{place}: the schema does not allow {value}"));
    }
    if !types(schema).any(|it| is_of(value, it)) {
        return Err(format!("{place}: {value} is not of the type {}", schema["type"]));
    }
    match value {
        Value::Object(object) => bound_object(object, schema, place),
        Value::Array(items) => {
            let item = |(at, it)| bound(it, &schema["items"], &format!("{place}[{at}]"));
            Ok(Value::Array(items.iter().enumerate().map(item).collect::<Result<_, _>>()?))
        }
        other => Ok(other.clone()),
    }
}

/// The value by the choice that needs the fewest keys added: a model writes what it means.
fn any_of(value: &Value, choices: &[Value], place: &str) -> Result<Value, String> {
    let fitting = choices.iter().filter_map(|it| bound(value, it, place).ok());
    let size = |it: &Value| it.as_object().map_or(0, Map::len);
    fitting.min_by_key(size).ok_or_else(|| format!("{place}: the schema has no choice that allows {value}"))
}

fn bound_object(object: &Map<String, Value>, schema: &Value, place: &str) -> Result<Value, String> {
    let none = Map::new();
    let properties = schema["properties"].as_object().unwrap_or(&none);
    if let Some(unknown) = object.keys().find(|it| !properties.contains_key(*it)) {
        return Err(format!("{place}: the schema does not allow the key {unknown:?}"));
    }
    let member = |(name, schema): (&String, &Value)| {
        let place = format!("{place}.{name}");
        let value = match object.get(name) {
            Some(value) => bound(value, schema, &place),
            None => empty(schema).ok_or_else(|| format!("{place} is missing, and may not be empty")),
        };
        Ok((name.clone(), value?))
    };
    Ok(Value::Object(properties.iter().map(member).collect::<Result<_, String>>()?))
}

/// The value of a key that a script leaves out; `None` if the schema requires a value.
fn empty(schema: &Value) -> Option<Value> {
    if let Some(choices) = schema["anyOf"].as_array() {
        return choices.iter().find_map(empty);
    }
    if let Some(words) = schema["enum"].as_array() {
        return [Value::Null, json!("")].into_iter().find(|it| words.contains(it));
    }
    let all: Vec<&str> = types(schema).collect();
    let values =
        [("null", Value::Null), ("string", json!("")), ("array", json!([])), ("boolean", json!(false))];
    let found = values.into_iter().find_map(|(kind, value)| all.contains(&kind).then_some(value));
    let object = || all.contains(&"object").then(|| bound_object(&Map::new(), schema, "").ok()).flatten();
    found.or_else(object)
}

fn types(schema: &Value) -> impl Iterator<Item = &str> {
    let several = schema["type"].as_array().map(Vec::as_slice).unwrap_or_default();
    schema["type"].as_str().into_iter().chain(several.iter().filter_map(Value::as_str))
}

fn is_of(value: &Value, kind: &str) -> bool {
    match kind {
        "null" => value.is_null(),
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contract() -> Contract {
        let object = |properties: Value| json!({"type": "object", "properties": properties, "required": [], "additionalProperties": false});
        let none = object(json!({}));
        let text = object(json!({"text": {"type": "string"}, "clear": {"type": ["boolean", "null"]}}));
        let action = object(json!({
            "Function": {"type": "string", "enum": ["click", "type"]}, "Args": {"anyOf": [none, text]},
        }));
        let properties = json!({
            "Thought": {"type": "string"}, "Status": {"type": "string", "enum": ["CONTINUE", "FINISH"]},
            "ActionList": {"type": "array", "items": action}, "Shot": {"type": "boolean"},
        });
        Contract { name: "reply".into(), schema: object(properties) }
    }

    #[test]
    fn a_reply_gets_the_keys_that_it_leaves_out_and_nothing_that_the_schema_lacks_passes() {
        for (reply, expected) in [
            (r#"{"Status": "FINISH"}"#, r#"{"Thought":"","Status":"FINISH","ActionList":[],"Shot":false}"#),
            (
                r#"{"Status": "CONTINUE", "ActionList": [{"Function": "type", "Args": {"text": "a"}}]}"#,
                r#"{"Thought":"","Status":"CONTINUE","ActionList":[{"Function":"type","Args":{"text":"a","clear":null}}],"Shot":false}"#,
            ),
            (
                r#"{"Status": "CONTINUE", "Function": "click", "Args": {}}"#,
                r#"{"Thought":"","Status":"CONTINUE","ActionList":[{"Function":"click","Args":{}}],"Shot":false}"#,
            ),
            ("{}", "reply.Status is missing, and may not be empty"),
            (r#"{"Status": "DONE"}"#, r#"reply.Status: the schema does not allow "DONE""#),
            (r#"{"Status": "FINISH", "x": 1}"#, r#"reply: the schema does not allow the key "x""#),
            (
                r#"{"Status": "FINISH", "ActionList": [{"Function": "fly"}]}"#,
                r#"reply.ActionList[0].Function: the schema does not allow "fly""#,
            ),
            (
                r#"{"Status": "FINISH", "ActionList": [{"Function": "click", "Args": {"at": 1}}]}"#,
                r#"reply.ActionList[0].Args: the schema has no choice that allows {"at":1}"#,
            ),
            (r#"{"Status": "FINISH", "Thought": 1}"#, r#"reply.Thought: 1 is not of the type "string""#),
            ("FINISH", "the reply is not JSON: expected value at line 1 column 1"),
        ] {
            let bound = bound_reply(reply, &contract()).unwrap_or_else(|why| why);
            assert_eq!(bound, expected, "{reply}");
        }
        let unbound = Contract { name: String::new(), schema: Value::Null };
        assert_eq!(bound_reply("anything", &unbound).unwrap(), "anything");
        let other = Contract { name: "r".into(), schema: json!({"type": "object", "oneOf": []}) };
        assert_eq!(
            bound_reply("{}", &other).unwrap_err(),
            "r: the schema has oneOf, which is not known here"
        );
    }
}
