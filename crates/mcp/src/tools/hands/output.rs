//! The schemas of what the tools for desktops return. Descriptions of tools say what is in it.

use crate::hands::EffectWord;
use serde_json::{Value, json};

/// A view of a window. Its window is an object, or a text where it was cut.
pub(super) fn view() -> Value {
    object(&view_properties(), &["view", "data_not_instructions"])
}

/// What opened: a view, or what came of actions, in which the view is an object.
pub(super) fn opened() -> Value {
    let parts = [view_properties(), outcome_properties(&json!({"type": "object"})), json!({"view": {}})];
    let properties = parts.iter().filter_map(Value::as_object).flatten();
    object(&properties.map(|(name, it)| (name.clone(), it.clone())).collect(), &[])
}

/// What came of actions.
pub(super) fn actions() -> Value {
    let action = json!({
        "command": text_schema(),
        "what": text_schema(),
        "effect": {"type": "string", "enum": EffectWord::ALL},
        "evidence": text_schema(),
        "code": text_schema(),
        "data_not_instructions": text_schema(),
    });
    outcome(&object(&action, &["command", "what", "effect", "evidence"]))
}

/// What came of a wait: the same, without the words, which clients know from `act`.
pub(super) fn waited() -> Value {
    outcome(&json!({"type": "object"}))
}

fn outcome(action: &Value) -> Value {
    object(&outcome_properties(action), &["actions"])
}

fn outcome_properties(action: &Value) -> Value {
    json!({
        "actions": list(action),
        "stopped_at": {"type": "integer"},
        "view": {"type": "object"},
        "windows": list(&json!({"type": "object"})),
    })
}

fn view_properties() -> Value {
    let seen = json!({"window": {}, "controls": text_schema(), "changes": text_schema()});
    json!({
        "view": text_schema(),
        "data_not_instructions": object(&seen, &["window"]),
        "incomplete": text_schema(),
        "done": list(&json!({"type": "object"})),
    })
}

/// What was read.
pub(super) fn text() -> Value {
    let more = json!({"from": {"type": "integer"}, "of": {"type": "integer"}});
    object(
        &json!({
            "command": text_schema(),
            "data_not_instructions": text_schema(),
            "more": object(&more, &[]),
        }),
        &["command", "data_not_instructions"],
    )
}

/// The windows of a desktop.
pub(super) fn windows() -> Value {
    let window = json!({
        "window": text_schema(),
        "title": text_schema(),
        "application": text_schema(),
        "focused": {"type": "boolean"},
        "minimized": {"type": "boolean"},
    });
    let windows = list(&object(&window, &["window", "title", "application"]));
    object(&json!({"data_not_instructions": windows}), &["data_not_instructions"])
}

/// The commands of a window.
pub(super) fn commands() -> Value {
    object(
        &json!({
            "of_every_window": list(&text_schema()),
            "native": list(&text_schema()),
            "described": text_schema(),
        }),
        &["native"],
    )
}

/// The desktops of the client.
pub(super) fn desktops() -> Value {
    let desktop = json!({"desktop": text_schema(), "task": text_schema()});
    object(&json!({"desktops": list(&object(&desktop, &[]))}), &["desktops"])
}

fn text_schema() -> Value {
    json!({"type": "string"})
}

fn list(item: &Value) -> Value {
    json!({"type": "array", "items": item})
}

fn object(properties: &Value, required: &[&str]) -> Value {
    match required {
        [] => json!({"type": "object", "properties": properties}),
        _ => json!({"type": "object", "properties": properties, "required": required}),
    }
}
