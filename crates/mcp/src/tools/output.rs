//! The schema of what both tools for tasks return.

use serde_json::{Value, json};

/// The states of a task, as results and lists name them.
pub(super) const STATUSES: [&str; 5] = ["finished", "failed", "needs_answer", "stopped", "running"];

/// The properties of a task's report.
pub(super) fn report_properties() -> Value {
    json!({
        "task": {"type": "string", "description": "Its name, for the tool task."},
        "status": {"type": "string", "enum": STATUSES},
        "result": {"type": "string", "description": "What was done, why it failed, or what to do next."},
        "notes": {"type": "object", "description": "What was read, by name.", "additionalProperties": {"type": "string"}},
        "files": {"type": "array", "items": {"type": "string"}, "description": "Paths of files that it made or changed."},
        "effects": {"type": "object", "description": "How many actions had each effect.", "additionalProperties": {"type": "integer"}},
        "steps": {"type": "integer"},
        "cost": {"type": "string"},
        "tokens": {"type": "integer"},
        "question": {
            "type": "object",
            "description": "What waits for an answer, with status needs_answer.",
            "properties": {
                "id": {"type": "integer"},
                "kind": {"type": "string", "enum": ["question", "approval"]},
                "texts": {"type": "array", "items": {"type": "string"}},
                "choices": {"type": "array", "items": {"type": "string"}},
            },
        },
        "log": {"type": "string", "description": "The folder of its log."},
    })
}
