//! The schemas of the arguments, by which clients write their calls.

use serde_json::{Map, Value, json};

/// The name of the desktop, which nearly every call may give.
pub(super) const DESKTOP: (&str, Kind, &str) =
    ("desktop", Kind::Text, "which of your desktops; main if left out");
/// The window, which many calls may give.
pub(super) const WINDOW: (&str, Kind, &str) =
    ("window", Kind::Text, "name, title or application of a window; the one you are at if left out");

/// What an argument is.
pub(super) enum Kind {
    /// A text.
    Text,
    /// A list of texts.
    Texts,
    /// A number that is not negative.
    Number,
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// A list of objects with this schema.
    List(fn() -> Value),
    /// An object with the arguments of a command.
    Object,
    /// True or false.
    Flag,
}

/// The schema of an object with these arguments, of which these are required.
pub(super) fn object(arguments: Vec<(&str, Kind, &str)>, required: &[&str]) -> Value {
    let properties: Map<String, Value> =
        arguments.into_iter().map(|(name, kind, doc)| (name.to_owned(), property(&kind, doc))).collect();
    json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

fn property(kind: &Kind, doc: &str) -> Value {
    let mut schema = match kind {
        Kind::Text => json!({"type": "string"}),
        Kind::Texts => json!({"type": "array", "items": {"type": "string"}}),
        Kind::Number => json!({"type": "number", "minimum": 0}),
        Kind::OneOf(words) => json!({"type": "string", "enum": words}),
        Kind::List(item) => json!({"type": "array", "items": item(), "minItems": 1}),
        Kind::Object => json!({"type": "object"}),
        Kind::Flag => json!({"type": "boolean"}),
    };
    schema["description"] = json!(doc);
    schema
}
