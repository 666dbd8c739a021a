//! The schemas of the arguments, by which clients write their calls.

use serde_json::{Map, Value, json};

/// The name of the desktop, which nearly every call may give.
pub(super) const DESKTOP: (&str, ArgumentKind, &str) =
    ("desktop", ArgumentKind::Text, "of your desktops; main by default");
/// The window, which many calls may give.
pub(super) const WINDOW: (&str, ArgumentKind, &str) =
    ("window", ArgumentKind::Text, "name, title or application of a window; by default the one you are at");

/// What an argument is.
pub(super) enum ArgumentKind {
    /// A text.
    Text,
    /// A list of texts.
    Texts,
    /// A whole number that is not negative.
    Count,
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
pub(super) fn object(arguments: Vec<(&str, ArgumentKind, &str)>, required: &[&str]) -> Value {
    let properties: Map<String, Value> =
        arguments.into_iter().map(|(name, kind, doc)| (name.to_owned(), property(&kind, doc))).collect();
    match required {
        [] => json!({"type": "object", "properties": properties}),
        _ => json!({"type": "object", "properties": properties, "required": required}),
    }
}

fn property(kind: &ArgumentKind, doc: &str) -> Value {
    let mut schema = match kind {
        ArgumentKind::Text => json!({"type": "string"}),
        ArgumentKind::Texts => json!({"type": "array", "items": {"type": "string"}}),
        ArgumentKind::Count => json!({"type": "integer", "minimum": 0}),
        ArgumentKind::Number => json!({"type": "number", "minimum": 0}),
        ArgumentKind::OneOf(words) => json!({"type": "string", "enum": words}),
        ArgumentKind::List(item) => json!({"type": "array", "items": item(), "minItems": 1}),
        ArgumentKind::Object => json!({"type": "object"}),
        ArgumentKind::Flag => json!({"type": "boolean"}),
    };
    schema["description"] = json!(doc);
    schema
}
