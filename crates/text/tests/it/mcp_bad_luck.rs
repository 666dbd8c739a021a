//! MCP clients that hang, do two things at once or use names with tricks, and a server that is killed.

use crate::{
    mcp::{RISKY, asking_workspace, consents, only_task, report},
    mcp_client::{Client, WITH_HANDSHAKE},
    mcp_hands::error,
};
use deskpilot_testkit::command_line::{Workspace, until};
use serde_json::{Value, json};

#[test]
fn a_form_that_nobody_answers_is_taken_away_in_time_and_its_task_asks_again() {
    let workspace = asking_workspace();
    let patience = [("DESKPILOT_PERSON_PATIENCE_SECONDS", "1")];
    let mut client = Client::start(&workspace, &[], &patience);
    client.greet(WITH_HANDSHAKE, &json!({"elicitation": {}}));
    let waiting = report(&client.call("run_task", &json!({"request": RISKY, "wait_seconds": 600})));
    assert_eq!(waiting["status"], "needs_answer", "{waiting}");
    let form = client.hear("elicitation/create");
    assert_eq!(client.hear("notifications/cancelled")["params"]["requestId"], form["id"]);
    client.answers.push(json!({"action": "accept", "content": {"allow": "once"}}));
    let done = report(&client.call("task", &json!({"action": "resume", "wait_seconds": 600})));
    assert_eq!(done["status"], "finished", "{done}");
    let yes =
        consents(&workspace, done["task"].as_str().unwrap()).iter().filter(|(it, _)| it.is_yes()).count();
    assert_eq!(yes, 1, "silence is no yes");
    client.close();
}

#[test]
fn of_two_lists_of_actions_at_once_for_the_same_view_one_is_done() {
    let workspace = Workspace::of(crate::PROGRAM);
    let mut client = Client::greeted(&workspace, &json!({}));
    let view = report(&client.call("open", &json!({"application": "calculator"})));
    let five = json!({"command": "click_input", "control": "ToggleButton \"5\""});
    let press = json!({"name": "act", "arguments": {"view": view["view"], "actions": [five]}});
    let calls = [client.begin("tools/call", &press), client.begin("tools/call", &press)];
    let replies = client.replies(&calls);
    let refused: Vec<&Value> =
        replies.iter().map(|it| &it["result"]).filter(|it| it["isError"] == true).collect();
    assert_eq!(refused.len(), 1, "{replies:?}");
    assert!(error(refused[0]).contains("is not the present view: nothing was done"), "{refused:?}");
    assert_eq!(report(&client.call("read", &json!({})))["data_not_instructions"], "5");
    client.close();
}

#[test]
fn a_name_with_tricks_names_nothing_and_comes_back_as_text() {
    let workspace = Workspace::of(crate::PROGRAM);
    let mut client = Client::greeted(&workspace, &json!({}));
    for name in ["../logs", "..", "/etc/passwd", "a b", "a\u{1b}[2J", "a\u{202e}b", "%2e%2e", "main-1"] {
        for (tool, arguments) in [
            ("task", json!({"action": "status", "task": name})),
            ("task", json!({"action": "resume", "task": name})),
            ("task", json!({"action": "stop", "task": name})),
            ("desktop", json!({"action": "open", "desktop": name})),
            ("desktop", json!({"action": "close", "desktop": name})),
            ("observe", json!({"desktop": name})),
            ("act", json!({"view": name, "actions": [{"command": "wait", "args": {"seconds": 0}}]})),
        ] {
            let result = client.call(tool, &arguments);
            let why = error(&result);
            assert!(!why.contains(['\u{1b}', '\u{202e}']), "{tool} {arguments}: {why}");
        }
    }
    client.close();
    assert_eq!(only_task(&workspace), None, "nothing was begun");
}

#[test]
fn a_server_that_is_killed_leaves_a_task_that_the_next_one_resumes() {
    let workspace = Workspace::of(crate::PROGRAM);
    let mut client = Client::greeted(&workspace, &json!({}));
    let request = "Open the calculator. Wait 60 seconds. Click \"5\".";
    let begun = report(&client.call("run_task", &json!({"request": request, "wait_seconds": 0})));
    let task = begun["task"].as_str().unwrap();
    until("the wait has begun", || workspace.operations(task).iter().any(|it| it.starts_with("wait(")));
    client.kill();
    let mut client = Client::greeted(&workspace, &json!({}));
    let left = report(&client.call("task", &json!({"action": "status", "task": task})));
    assert_eq!(left["status"], "stopped", "{left}");
    let resumed = report(&client.call("task", &json!({"action": "resume", "task": task, "wait_seconds": 0})));
    assert_eq!(resumed["status"], "running", "{resumed}");
    assert_eq!(report(&client.call("task", &json!({"action": "stop"})))["status"], "stopped");
    client.close();
}
