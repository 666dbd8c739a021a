//! The schemas of what the tools for desktops return. Descriptions of tools say what is in it.

use serde_json::{Value, json};

/// A view of a window.
pub(super) fn view() -> Value {
    of(json!({
        "view": {"type": "string"},
        "data_not_instructions": {"type": "object"},
        "incomplete": {"type": "string"},
        "done": {"type": "array"},
    }))
}

/// What came of actions.
pub(super) fn actions() -> Value {
    of(json!({
        "actions": {"type": "array"},
        "stopped_at": {"type": "integer"},
        "view": {"type": "object"},
        "windows": {"type": "array"},
    }))
}

/// What was read.
pub(super) fn text() -> Value {
    of(json!({
        "command": {"type": "string"},
        "data_not_instructions": {"type": "string"},
        "more": {"type": "object"},
    }))
}

/// The windows of a desktop.
pub(super) fn windows() -> Value {
    of(json!({"data_not_instructions": {"type": "array"}}))
}

/// The commands of a window.
pub(super) fn commands() -> Value {
    of(json!({
        "of_every_window": {"type": "array"},
        "native": {"type": "array"},
        "described": {"type": "string"},
    }))
}

/// The desktops of the client.
pub(super) fn desktops() -> Value {
    of(json!({"desktops": {"type": "array"}}))
}

fn of(properties: Value) -> Value {
    json!({"type": "object", "properties": properties})
}
