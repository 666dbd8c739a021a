//! The JSON schemas of the replies. Every property is required, and nullable if it may be absent, because providers that
//! enforce a schema demand it.

use super::command_offer::CommandOffer;
use crate::reply::GO_ON;
use deskpilot_core::{AgentProfile, CommandSpec, Contract, Param, ParamKind, WhenInUse};
use deskpilot_deciders::ActionLimit;
use serde_json::{Map, Value, json};

/// The schema of a HostAgent's reply, with these external agents.
pub(crate) fn host_contract(agents: &[&AgentProfile]) -> Contract {
    let apps_to_open = json!({
        "type": ["object", "null"],
        "properties": {
            "APP": text(),
            "file_path": {"anyOf": [nullable(text()), texts()]},
            "when_in_use": nullable(one_of(&WhenInUse::ALL.map(WhenInUse::word))),
        },
        "required": ["APP", "file_path", "when_in_use"],
        "additionalProperties": false,
    });
    let mut properties = vec![
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
        ("WhenDone", text()),
    ];
    if !agents.is_empty() {
        // Every property is required, so a reply that calls no agent has an empty name.
        let names: Vec<&str> = [""].into_iter().chain(agents.iter().map(|it| it.name.as_str())).collect();
        properties.push(("Agent", one_of(&names)));
    }
    contract("host_reply", properties)
}

/// The schema of an AppAgent's reply with the commands of this offer. When it takes several actions, a list replaces the keys of
/// one action.
pub(crate) fn app_contract(offer: &CommandOffer<'_>, action_limit: ActionLimit) -> Contract {
    let specs: Vec<&CommandSpec> = offer.callable().collect();
    let mut properties = vec![("Observation", text()), ("Thought", text())];
    match action_limit {
        ActionLimit::Several => {
            let mut keys = action(&specs, &[]);
            keys.push(("Then", one_of(&["", GO_ON])));
            let item = object(keys);
            properties.push(("ActionList", json!({"type": "array", "items": item})));
        }
        ActionLimit::One => properties.extend(action(&specs, &[""])),
    }
    properties.extend([
        ("Status", one_of(&["CONTINUE", "PENDING", "CONFIRM", "FINISH", "FAIL"])),
        ("Plan", texts()),
        ("Comment", text()),
        ("Questions", texts()),
        ("SaveScreenshot", json!({"type": "boolean"})),
    ]);
    contract("app_reply", properties)
}

/// The schema of an EvaluationAgent's reply.
pub(crate) fn evaluation_contract() -> Contract {
    let word = || one_of(&["yes", "no", "unsure"]);
    let score = object(vec![("name", text()), ("score", word())]);
    contract(
        "evaluation_reply",
        vec![
            ("reason", text()),
            ("sub_scores", json!({"type": "array", "items": score})),
            ("complete", word()),
        ],
    )
}

/// The keys of one action with these functions; `none` are words for no function.
pub(crate) fn action(specs: &[&CommandSpec], none: &[&str]) -> Vec<(&'static str, Value)> {
    let functions = specs.iter().map(|it| it.name.as_ref());
    let names: Vec<&str> = none.iter().copied().chain(functions).collect();
    vec![
        ("ControlLabel", text()),
        ("ControlText", text()),
        ("Function", one_of(&names)),
        ("Args", args(specs)),
    ]
}

/// The contract of this name, with these properties.
pub(crate) fn contract(name: &str, properties: Vec<(&str, Value)>) -> Contract {
    Contract { name: name.to_owned(), schema: object(properties) }
}

/// The schema of an object, all of whose properties are required.
pub(crate) fn object(properties: Vec<(&str, Value)>) -> Value {
    let required: Vec<&str> = properties.iter().map(|(name, _)| *name).collect();
    let required = json!(required);
    let properties: Map<String, Value> =
        properties.into_iter().map(|(name, it)| (name.to_owned(), it)).collect();
    json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false})
}

/// One schema for each distinct set of parameters, so that a model need not write parameters that its function does not have.
fn args(specs: &[&CommandSpec]) -> Value {
    let mut shapes: Vec<Value> = Vec::new();
    for spec in specs {
        let shape = object(spec.params.iter().map(|param| (param.name.as_ref(), of_param(param))).collect());
        if !shapes.contains(&shape) {
            shapes.push(shape);
        }
    }
    json!({"anyOf": shapes})
}

fn of_param(param: &Param) -> Value {
    use deskpilot_core::Presence::{Optional, Required};
    let schema = match &param.kind {
        ParamKind::Text
        | ParamKind::Formula
        | ParamKind::Element
        | ParamKind::Path(_)
        | ParamKind::Url
        | ParamKind::Range
        | ParamKind::Note => text(),
        ParamKind::Number => json!({"type": "number"}),
        ParamKind::Flag => json!({"type": "boolean"}),
        ParamKind::Texts | ParamKind::Paths(_) | ParamKind::Argv => texts(),
        ParamKind::Rows | ParamKind::Fields => rows(),
        ParamKind::OneOf(words) => one_of(&words.iter().map(AsRef::as_ref).collect::<Vec<&str>>()),
    };
    match param.presence {
        Required => schema,
        Optional => nullable(schema),
    }
}

fn text() -> Value {
    json!({"type": "string"})
}

fn nullable(mut schema: Value) -> Value {
    schema["type"] = json!([schema["type"].take(), "null"]);
    // An `enum` allows its own values alone, whatever types the schema names.
    if let Some(words) = schema.get_mut("enum").and_then(Value::as_array_mut) {
        words.push(Value::Null);
    }
    schema
}

fn texts() -> Value {
    json!({"type": "array", "items": {"type": "string"}})
}

fn rows() -> Value {
    let cell = json!({"type": ["string", "number", "boolean", "null"]});
    json!({"type": "array", "items": {"type": "array", "items": cell}})
}

fn one_of(words: &[&str]) -> Value {
    json!({"type": "string", "enum": words})
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prompt::OfferContext;

    fn check(schema: &Value) {
        if let Some(properties) = schema.get("properties").and_then(Value::as_object) {
            let names: Vec<&str> = properties.keys().map(String::as_str).collect();
            assert_eq!(schema["required"], json!(names));
            assert_eq!(schema["additionalProperties"], json!(false));
            properties.values().for_each(check);
        }
        schema.get("items").into_iter().for_each(check);
        schema.get("anyOf").and_then(Value::as_array).into_iter().flatten().for_each(check);
    }

    #[test]
    fn every_object_of_a_contract_requires_all_its_properties() {
        let profile =
            AgentProfile { name: "writer".into(), introduction: "writes".into(), application: None };
        check(&host_contract(&[]).schema);
        check(&host_contract(&[&profile]).schema);
        check(&evaluation_contract().schema);
        for action_limit in [ActionLimit::Several, ActionLimit::One] {
            check(&app_contract(&CommandOffer::new(&[], OfferContext::default()), action_limit).schema);
        }
    }

    #[test]
    fn a_list_takes_the_place_of_one_action() {
        for (action_limit, has_list) in [(ActionLimit::Several, true), (ActionLimit::One, false)] {
            let schema = app_contract(&CommandOffer::new(&[], OfferContext::default()), action_limit).schema;
            for (key, expected) in [("ActionList", has_list), ("Function", !has_list), ("Status", true)] {
                assert_eq!(schema["properties"].get(key).is_some(), expected, "{key} with {action_limit:?}");
            }
        }
    }
}
