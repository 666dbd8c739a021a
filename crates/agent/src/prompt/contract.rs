//! The shapes of the replies, as JSON schemas. Every property is required and nullable where it may be absent, because
//! providers that enforce a schema want it so.

use crate::reply::UI_COMMANDS;
use deskpilot_core::{CommandSpec, Contract, Param, ParamKind};
use serde_json::{Map, Value, json};

/// What a HostAgent's reply must look like.
pub(crate) fn host_contract() -> Contract {
    let apps_to_open = json!({
        "type": ["object", "null"],
        "properties": {"APP": text(), "file_path": nullable(text())},
        "required": ["APP", "file_path"],
        "additionalProperties": false,
    });
    contract(
        "host_reply",
        vec![
            ("Observation", text()),
            ("Thought", text()),
            ("Current Sub-Task", text()),
            ("Message", texts()),
            ("ControlLabel", text()),
            ("ControlText", text()),
            ("Plan", texts()),
            ("Status", one_of(&["CONTINUE", "ASSIGN", "PENDING", "CONFIRM", "FINISH", "FAIL"])),
            ("Comment", text()),
            ("Questions", texts()),
            ("AppsToOpen", apps_to_open),
            ("Bash", text()),
        ],
    )
}

/// What an AppAgent's reply must look like, with these native commands beside those every application has.
pub(crate) fn app_contract(native: &[&CommandSpec]) -> Contract {
    let specs: Vec<&CommandSpec> =
        UI_COMMANDS.iter().map(|it| &it.spec).chain(native.iter().copied()).collect();
    let names: Vec<&str> = std::iter::once("").chain(specs.iter().map(|it| it.name)).collect();
    contract(
        "app_reply",
        vec![
            ("Observation", text()),
            ("Thought", text()),
            ("ControlLabel", text()),
            ("ControlText", text()),
            ("Function", one_of(&names)),
            ("Args", args(&specs)),
            ("Status", one_of(&["CONTINUE", "PENDING", "CONFIRM", "FINISH", "FAIL"])),
            ("Plan", texts()),
            ("Comment", text()),
            ("Questions", texts()),
            ("SaveScreenshot", json!({"type": "boolean"})),
        ],
    )
}

fn contract(name: &str, properties: Vec<(&str, Value)>) -> Contract {
    let required: Vec<&str> = properties.iter().map(|(name, _)| *name).collect();
    let required = json!(required);
    let properties: Map<String, Value> =
        properties.into_iter().map(|(name, it)| (name.to_owned(), it)).collect();
    Contract {
        name: name.to_owned(),
        schema: json!({
            "type": "object", "properties": properties, "required": required, "additionalProperties": false,
        }),
    }
}

/// One object with the parameters of all commands, each nullable: a model leaves null what its function does not take.
fn args(specs: &[&CommandSpec]) -> Value {
    let mut properties = Map::new();
    for param in specs.iter().flat_map(|spec| spec.params) {
        properties.entry(param.name).or_insert_with(|| of_param(param));
    }
    let required: Vec<&String> = properties.keys().collect();
    json!({"type": "object", "required": required, "properties": properties, "additionalProperties": false})
}

fn of_param(param: &Param) -> Value {
    match param.kind {
        ParamKind::Text => nullable(text()),
        ParamKind::Number => json!({"type": ["number", "null"]}),
        ParamKind::Flag => json!({"type": ["boolean", "null"]}),
        ParamKind::Texts => json!({"type": ["array", "null"], "items": {"type": "string"}}),
        ParamKind::OneOf(words) => {
            let words: Vec<Value> = words.iter().map(|word| json!(word)).chain([Value::Null]).collect();
            json!({"type": ["string", "null"], "enum": words})
        }
    }
}

fn text() -> Value {
    json!({"type": "string"})
}

fn nullable(mut schema: Value) -> Value {
    schema["type"] = json!([schema["type"].take(), "null"]);
    schema
}

fn texts() -> Value {
    json!({"type": "array", "items": {"type": "string"}})
}

fn one_of(words: &[&str]) -> Value {
    json!({"type": "string", "enum": words})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_object_of_a_contract_requires_all_its_properties() {
        fn check(schema: &Value) {
            if let Some(properties) = schema.get("properties").and_then(Value::as_object) {
                let names: Vec<&str> = properties.keys().map(String::as_str).collect();
                assert_eq!(schema["required"], json!(names));
                assert_eq!(schema["additionalProperties"], json!(false));
                properties.values().for_each(check);
            }
        }
        check(&host_contract().schema);
        check(&app_contract(&[]).schema);
    }
}
