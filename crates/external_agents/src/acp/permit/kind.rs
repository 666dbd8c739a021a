//! The kind of a requested permission, never milder than its content. Pure.

use super::{details::diffs, key::has_word};
use agent_client_protocol::v1::schema::{ToolCallUpdateFields, ToolKind};
use deskpilot_core::PermissionKind;
use serde_json::Value;

/// Key words whose values are commands or code.
const RUN_KEYS: &[&str] = &["command", "cmd", "script", "code", "argv", "shell"];

/// The kind that the agent states, unless the call also contains something to run or to write.
pub(super) fn of(call: &ToolCallUpdateFields) -> PermissionKind {
    let stated = call.kind.map_or(PermissionKind::Other, stated_kind);
    match stated {
        _ if call.raw_input.as_ref().is_some_and(runs) => PermissionKind::Runs,
        PermissionKind::Runs | PermissionKind::Edits | PermissionKind::Deletes | PermissionKind::Moves => {
            stated
        }
        _ if diffs(call).next().is_some() => PermissionKind::Edits,
        PermissionKind::Reads
        | PermissionKind::Searches
        | PermissionKind::Thinks
        | PermissionKind::Fetches
        | PermissionKind::Other => stated,
    }
}

const fn stated_kind(kind: ToolKind) -> PermissionKind {
    match kind {
        ToolKind::Read => PermissionKind::Reads,
        ToolKind::Edit => PermissionKind::Edits,
        ToolKind::Delete => PermissionKind::Deletes,
        ToolKind::Move => PermissionKind::Moves,
        ToolKind::Search => PermissionKind::Searches,
        ToolKind::Execute => PermissionKind::Runs,
        ToolKind::Think => PermissionKind::Thinks,
        ToolKind::Fetch => PermissionKind::Fetches,
        _ => PermissionKind::Other,
    }
}

/// Whether an input contains something to run, at any depth.
fn runs(input: &Value) -> bool {
    match input {
        Value::Array(items) => items.iter().any(runs),
        Value::Object(entries) => entries.iter().any(|(key, value)| {
            ((value.is_string() || value.is_array()) && has_word(key, RUN_KEYS)) || runs(value)
        }),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn word(fields: Value) -> &'static str {
        of(&serde_json::from_value(fields).unwrap()).word()
    }

    #[test]
    fn every_kind_of_tool_has_its_word() {
        for (kind, expected) in [
            ("read", "reads"),
            ("edit", "edits"),
            ("delete", "deletes"),
            ("move", "moves"),
            ("search", "searches"),
            ("execute", "runs"),
            ("think", "thinks"),
            ("fetch", "fetches"),
            ("switch_mode", "other"),
            ("whatever", "other"),
        ] {
            assert_eq!(word(json!({"kind": kind})), expected, "{kind}");
        }
    }

    #[test]
    fn the_kind_is_never_milder_than_what_is_reported() {
        for kind in ["read", "search", "think", "fetch", "other", "edit", "delete", "move", "execute"] {
            for input in [
                json!({"command": "rm x"}),
                json!({"argv": ["rm", "x"]}),
                json!({"bash_script": "rm x"}),
                json!({"runCmd": "rm x"}),
                json!({"steps": [{"Shell": "rm x"}]}),
                json!({"source-code": "rm x"}),
            ] {
                let diff = json!([{"type": "diff", "path": "/x", "newText": "y"}]);
                let request = json!({"kind": kind, "rawInput": input, "content": diff});
                assert_eq!(word(request.clone()), "runs", "{request}");
            }
            let harmless =
                json!({"kind": kind, "rawInput": {"exit_code": 3, "encode": "x", "decoder": ["y"]}});
            assert_eq!(word(harmless), word(json!({"kind": kind})));
        }
        for (kind, expected) in [
            ("read", "edits"),
            ("search", "edits"),
            ("think", "edits"),
            ("fetch", "edits"),
            ("other", "edits"),
            ("edit", "edits"),
            ("delete", "deletes"),
            ("move", "moves"),
            ("execute", "runs"),
        ] {
            let diff = json!([{"type": "diff", "path": "/x", "newText": "y"}]);
            assert_eq!(word(json!({"kind": kind, "content": diff})), expected, "{kind}");
        }
    }
}
