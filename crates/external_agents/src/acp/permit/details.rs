//! The details of a requested permission beyond title and places: all of them, or the request is refused. Pure.

use agent_client_protocol::v1::schema::{Diff, ToolCallContent, ToolCallUpdateFields};
use deskpilot_core::{escape, one_line};
use serde_json::{Map, Value};

/// The maximum length of the details, in bytes: a person has to read them.
pub(super) const MAX_BYTES: usize = 2048;

/// The command and the rest of the tool's input, then the new text of every diff. `None` if that is too long.
pub(super) fn of(call: &ToolCallUpdateFields) -> Option<String> {
    let changes = diffs(call).map(|it| {
        format!(
            "new text of {}: {}",
            json(&it.path.to_string_lossy().into()),
            json(&it.new_text.as_str().into())
        )
    });
    let parts: Vec<String> = input(call).map(input_text).into_iter().chain(changes).collect();
    Some(parts.join("; ")).filter(|it| it.len() <= MAX_BYTES)
}

/// The tool's input, unless it is empty.
pub(super) fn input(call: &ToolCallUpdateFields) -> Option<&Value> {
    call.raw_input.as_ref().filter(|it| match it {
        Value::Null => false,
        Value::String(text) => !text.trim().is_empty(),
        Value::Array(items) => !items.is_empty(),
        Value::Object(entries) => !entries.is_empty(),
        Value::Bool(_) | Value::Number(_) => true,
    })
}

/// The diffs of the call.
pub(super) fn diffs(call: &ToolCallUpdateFields) -> impl Iterator<Item = &Diff> {
    call.content.iter().flatten().filter_map(|it| match it {
        ToolCallContent::Diff(diff) => Some(diff),
        _ => None,
    })
}

fn input_text(input: &Value) -> String {
    match input {
        Value::String(text) => escape(text),
        Value::Object(entries) => match entries.get("command") {
            Some(Value::String(command)) => with_rest(escape(command), entries),
            Some(command @ Value::Array(_)) => with_rest(json(command), entries),
            _ => json(input),
        },
        _ => json(input),
    }
}

fn with_rest(command: String, entries: &Map<String, Value>) -> String {
    let rest = entries.iter().filter(|(key, _)| *key != "command");
    let rest: Map<String, Value> = rest.map(|(key, value)| (key.clone(), value.clone())).collect();
    if rest.is_empty() { command } else { format!("{command} {}", json(&Value::Object(rest))) }
}

/// As JSON in one line, in which backslashes and line breaks are already escaped.
fn json(value: &Value) -> String {
    one_line(&value.to_string(), usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn details(fields: Value) -> Option<String> {
        of(&serde_json::from_value(fields).unwrap())
    }

    #[test]
    fn all_that_is_asked_for_is_shown() {
        let diff =
            |path: &str, text: &str| json!({"type": "diff", "path": path, "oldText": "o", "newText": text});
        for (fields, expected) in [
            (json!({}), ""),
            (json!({"rawInput": {}}), ""),
            (json!({"rawInput": {"command": "rm -r x\u{1b}[8m"}}), "rm -r x\\u{1b}[8m"),
            (json!({"rawInput": {"command": ["rm", "-r x"]}}), "[\"rm\",\"-r x\"]"),
            (
                json!({"rawInput": {"cwd": "/", "command": "rm", "root": true}}),
                "rm {\"cwd\":\"/\",\"root\":true}",
            ),
            (json!({"rawInput": {"command": {"a": 1}, "b": 2}}), "{\"command\":{\"a\":1},\"b\":2}"),
            (json!({"rawInput": "rm notes"}), "rm notes"),
            (
                json!({"rawInput": {"path": "a"}, "content": [diff("/b", "x\"\ny"), diff("/c", "")]}),
                "{\"path\":\"a\"}; new text of \"/b\": \"x\\\"\\ny\"; new text of \"/c\": \"\"",
            ),
            (json!({"content": [diff("/b", "\u{202e}")]}), "new text of \"/b\": \"\\u{202e}\""),
        ] {
            assert_eq!(details(fields.clone()).as_deref(), Some(expected), "{fields}");
        }
    }

    #[test]
    fn a_new_line_and_what_looks_like_one_differ() {
        for real in ["\n", "\u{202e}"] {
            let looks: String = real.escape_default().collect();
            for input in
                [|it: &str| json!({"command": it}), |it: &str| json!(it), |it: &str| json!({"a": it})]
            {
                let input_details = |it: &str| details(json!({"rawInput": input(&format!("a{it}b"))}));
                assert_ne!(input_details(real), input_details(&looks), "{}", input(real));
            }
        }
        assert_eq!(details(json!({"rawInput": {"command": "a\\n\nb"}})).as_deref(), Some("a\\\\n\\nb"));
    }

    #[test]
    fn what_is_too_long_to_be_read_is_not_shown_in_part() {
        let long = |length: usize| "x".repeat(length);
        for (length, is_described) in [(2048, true), (2049, false)] {
            assert_eq!(details(json!({"rawInput": {"command": long(length)}})).is_some(), is_described);
            let rest = json!({"rawInput": {"command": "rm", "a": long(length - 11)}});
            assert_eq!(details(rest).is_some(), is_described);
            let diff = json!({"content": [{"type": "diff", "path": "/b", "newText": long(length - 20)}]});
            assert_eq!(details(diff).is_some(), is_described);
        }
    }
}
