//! Tests of permission requests.

use super::*;
use crate::AgentProfile;
use agent_client_protocol::v1::schema::{ToolCall, ToolCallUpdate};
use deskpilot_core::PermissionKind;
use deskpilot_system::Program;
use futures::FutureExt;
use serde_json::{Value, json};
use std::{collections::BTreeMap, time::Duration};

fn agent() -> RequestingAgent {
    let folders = AgentFolders { folder: "/work".into(), home: "/home/u".into() };
    RequestingAgent { agent: "writer".into(), application: Some("Writer".into()), folders }
}

fn of(fields: Value) -> Option<PermissionRequest> {
    agent().permit(&serde_json::from_value(fields).unwrap())
}

fn update(id: &str, mut fields: Value) -> ToolCallUpdate {
    fields["toolCallId"] = json!(id);
    serde_json::from_value(fields).unwrap()
}

#[test]
fn a_permit_names_all_that_the_agent_says() {
    let asked = of(json!({
        "kind": "edit", "title": "Change\nit\\n", "locations": [{"path": "/etc/a"}],
        "content": [{"type": "diff", "path": "/etc/b", "newText": "x"}],
        "rawInput": {"file_path": "c/d", "file_text": "words", "more": [{"URL": "https://example.org/x"}]},
    }));
    let places = ["/etc/a", "/etc/b", "/work/c/d", "https://example.org/x"];
    let details = "{\"file_path\":\"c/d\",\"file_text\":\"words\",\"more\":[{\"URL\":\"https://example.org/x\"}]}; \
                   new text of \"/etc/b\": \"x\"";
    let expected = PermissionRequest {
        agent: "writer".into(),
        application: Some("Writer".into()),
        kind: PermissionKind::Edits,
        title: "Change\\nit\\\\n".into(),
        places: places.map(str::to_owned).into(),
        details: details.into(),
        home: "/home/u".into(),
    };
    assert_eq!(asked, Some(expected));
}

#[test]
fn it_has_a_title_or_a_name_or_at_least_an_input() {
    for (fields, expected) in [
        (json!({"title": "Look", "name": "ls"}), Some("Look")),
        (json!({"title": " ", "name": "ls"}), Some("ls")),
        (json!({"rawInput": {"a": 1}}), Some("something it does not name")),
        (json!({"title": "x".repeat(300)}), Some("x".repeat(300).as_str())),
        (json!({"title": "x".repeat(301)}), None),
        (json!({"title": "\n".repeat(151)}), None),
        (json!({}), None),
        (json!({"title": "", "name": " ", "rawInput": {}}), None),
        (json!({"kind": "read", "locations": [{"path": "/x"}]}), None),
    ] {
        assert_eq!(of(fields.clone()).map(|it| it.title).as_deref(), expected, "{fields}");
    }
}

#[test]
fn what_was_announced_of_a_call_is_shown_when_it_is_asked_for() {
    let mut calls = Calls::default();
    let call: ToolCall = serde_json::from_value(json!({
        "toolCallId": "a", "title": "Run", "kind": "execute", "locations": [{"path": "/x"}],
        "content": [{"type": "diff", "path": "/y", "newText": "new"}], "rawInput": {"command": "ls"},
    }))
    .unwrap();
    calls.note(&SessionUpdate::ToolCall(call));
    calls.note(&SessionUpdate::ToolCallUpdate(update("a", json!({"rawInput": {"command": "rm"}}))));
    calls.note(&SessionUpdate::ToolCallUpdate(update("b", json!({"title": "Other", "kind": "read"}))));
    for (asked, expected) in [
        (
            update("a", json!({})),
            Some("let writer do this: \"Run\" (runs \"/x\", \"/y\"): rm; new text of \"/y\": \"new\""),
        ),
        (
            update("a", json!({"title": "Mine", "content": [], "locations": []})),
            Some("let writer do this: \"Mine\" (runs): rm"),
        ),
        (update("b", json!({})), Some("let writer do this: \"Other\" (reads)")),
        (update("c", json!({})), None),
    ] {
        let permit = agent().permit(&calls.merged(&asked));
        assert_eq!(permit.map(|it| it.to_string()).as_deref(), expected, "{asked:?}");
    }
}

#[test]
fn what_is_announced_after_a_call_is_asked_for_changes_nothing_in_it() {
    let process = AgentProcess {
        profile: AgentProfile { name: "writer".into(), introduction: String::new(), application: None },
        program: Program { argv: Vec::new(), env: BTreeMap::new(), pass: Vec::new(), folder: "/work".into() },
        home: "/home/u".into(),
        timeout: Duration::ZERO,
    };
    let (asks, mut heard) = PermissionChannel::open();
    let responder = PermissionResponder::new(&process, &asks);
    responder.note(&SessionUpdate::ToolCallUpdate(update("a", json!({"title": "Delete"}))));
    let options = json!([{"optionId": "yes", "name": "Yes", "kind": "allow_once"}]);
    let request = json!({"sessionId": "s", "toolCall": {"toolCallId": "a"}, "options": options});
    let mut answer = Box::pin(responder.answer(&serde_json::from_value(request).unwrap()));
    responder.note(&SessionUpdate::ToolCallUpdate(update("a", json!({"title": "Look"}))));
    assert_eq!((&mut answer).now_or_never(), None);
    assert_eq!(heard.try_recv().unwrap().permit.title, "Delete");
}

#[test]
fn the_calls_that_are_remembered_are_few_and_small() {
    let mut calls = Calls::default();
    for id in 0..257 {
        let title = json!({"title": format!("Call {id}"), "rawOutput": "x".repeat(100)});
        calls.note(&SessionUpdate::ToolCallUpdate(update(&id.to_string(), title)));
        // This call is updated again and again.
        calls.note(&SessionUpdate::ToolCallUpdate(update("0", json!({}))));
    }
    let title = |id: &str| calls.merged(&update(id, json!({}))).title;
    assert_eq!(
        (title("0").as_deref(), title("1"), title("2").as_deref()),
        (Some("Call 0"), None, Some("Call 2"))
    );
    let many: Vec<Value> = (0..9000).map(|it| json!({"path": format!("/{it}")})).collect();
    for huge in [
        json!({"title": "x".repeat(100_000)}),
        json!({"rawInput": {"a": "x".repeat(100_000)}}),
        json!({"content": [{"type": "diff", "path": "/y", "newText": "x".repeat(100_000)}]}),
        json!({"locations": many}),
    ] {
        let mut calls = Calls::default();
        calls.note(&SessionUpdate::ToolCallUpdate(update("a", huge.clone())));
        calls.note(&SessionUpdate::ToolCallUpdate(update("a", json!({"name": "tool"}))));
        let merged = calls.merged(&update("a", json!({})));
        assert!(serde_json::to_string(&merged).unwrap().len() < 10_000);
        assert_eq!(agent().permit(&merged), None, "it cannot be shown, and it is not forgotten");
    }
}
