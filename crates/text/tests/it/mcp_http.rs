//! Other agents give Deskpilot whole tasks over MCP at the server of the page.

use crate::mcp_http_client::{HttpClient, HttpServer, new_token, reply};
use deskpilot_core::Event;
use deskpilot_testkit::command_line::{Workspace, transcript, until};
use serde_json::{Value, json};
use std::{
    fs,
    time::{Duration, Instant},
};

/// A task that waits for longer than any test.
const LONG: &str = "Open the calculator. Wait 60 seconds. Click \"5\".";

/// A message of a client that begins no session.
const PING: &str = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";

/// The name of the only task.
fn only_task(workspace: &Workspace) -> Option<String> {
    let tasks = fs::read_dir(workspace.path().join("logs")).ok()?;
    tasks.flatten().find_map(|it| it.file_name().into_string().ok())
}

/// Waits until the only task does what takes long; returns its name.
fn waiting_task(workspace: &Workspace) -> String {
    let waits = |task: String| workspace.operations(&task).iter().any(|it| it.starts_with("wait("));
    until("the wait has begun", || only_task(workspace).is_some_and(waits));
    only_task(workspace).unwrap()
}

/// Waits until this task is stopped.
fn wait_until_stopped(workspace: &Workspace, task: &str) {
    until("it is stopped", || workspace.entries(task).last().is_some_and(|it| it.event == Event::Stopped));
}

fn long_task() -> Value {
    json!({"name": "run_task", "arguments": {"request": LONG, "wait_seconds": 600}})
}

#[test]
fn a_token_is_shown_once_listed_and_taken_back() {
    let workspace = Workspace::of(crate::PROGRAM);
    let token = new_token(&workspace, "editor");
    assert!(token.len() == 64 && token.chars().all(|it| it.is_ascii_hexdigit()), "{token}");
    assert_ne!(new_token(&workspace, "other"), token);
    let listed = transcript(&workspace.run(&["mcp", "token", "list"]));
    assert!(listed.contains("editor") && listed.contains("other") && !listed.contains(&token), "{listed}");
    let kept = fs::read_to_string(workspace.path().join(".local/share/deskpilot/mcp-tokens.jsonl")).unwrap();
    assert!(kept.contains("editor") && !kept.contains(&token), "{kept}");
    for words in [["--name", "editor"], ["--name", "../x"], ["remove", "nobody"]] {
        let output = workspace.run(&[["mcp", "token"], words].concat());
        assert_eq!(output.status.code(), Some(1), "{words:?}: {}", transcript(&output));
    }
    assert!(workspace.run(&["mcp", "token", "remove", "editor"]).status.success());
    let listed = transcript(&workspace.run(&["mcp", "token", "list"]));
    assert!(!listed.contains("editor") && listed.contains("other"), "{listed}");
}

#[test]
fn nobody_comes_in_without_a_token_and_guesses_wait() {
    let workspace = Workspace::of(crate::PROGRAM);
    let token = new_token(&workspace, "editor");
    let server = HttpServer::start(&workspace, None);
    let host = server.host();
    for authorization in ["", "Authorization: Basic eDp5\r\n", "Authorization: Bearer\r\n"] {
        let refused = server.ask("POST", &format!("{host}{authorization}"), PING);
        assert_eq!(
            (refused.status, refused.header("www-authenticate")),
            (401, Some("Bearer")),
            "{refused:?}"
        );
    }
    let guess = |token: &str| {
        let began = Instant::now();
        let refused = server.ask("POST", &format!("{host}{}", HttpServer::headers(token)), PING);
        assert_eq!(refused.status, 401, "{refused:?}");
        began.elapsed()
    };
    guess("0");
    assert!(guess(&"0".repeat(64)) >= Duration::from_millis(200), "the second one waits longer");
    let client = HttpClient::greeted(&server, &token);
    assert!(workspace.run(&["mcp", "token", "remove", "editor"]).status.success());
    assert_eq!(server.ask("POST", &client.headers(), PING).status, 401, "it was taken back");
}

#[test]
fn another_site_and_a_rebound_name_are_refused_even_with_a_token() {
    let workspace = Workspace::of(crate::PROGRAM);
    let token = new_token(&workspace, "editor");
    let server = HttpServer::start(&workspace, None);
    let client = HttpClient::greeted(&server, &token);
    let port = server.port;
    for (header, status) in [
        (String::new(), 200),
        (format!("Origin: http://127.0.0.1:{port}\r\n"), 200),
        ("Origin: http://evil.example.org\r\n".to_owned(), 403),
        (format!("Origin: http://127.0.0.1:{}\r\n", port ^ 1), 403),
        ("Origin: null\r\n".to_owned(), 403),
        ("Sec-Fetch-Site: cross-site\r\n".to_owned(), 403),
    ] {
        let reply = server.ask("POST", &format!("{}{header}", client.headers()), PING);
        assert_eq!(reply.status, status, "{header}: {reply:?}");
    }
    let rebound = client.headers().replace("Host: 127.0.0.1", "Host: evil.example.org");
    assert_eq!(server.ask("POST", &rebound, PING).status, 421);
}

#[test]
fn a_task_is_started_and_followed_over_http() {
    let workspace = Workspace::of(crate::PROGRAM);
    let token = new_token(&workspace, "editor");
    let server = HttpServer::start(&workspace, None);
    let sessions = [HttpClient::greeted(&server, &token), HttpClient::without_session(&server, &token)];
    for client in &sessions {
        let _ = fs::remove_file(workspace.path().join("answer.txt"));
        let tools = client.request("tools/list", json!({})).answer();
        assert!(tools["result"]["tools"].to_string().contains("run_task"), "{tools}");
        let arguments = json!({"request": workspace.letter()});
        let call = json!({"name": "run_task", "arguments": arguments, "_meta": {"progressToken": "p"}});
        let reply = client.request("tools/call", call);
        assert_eq!(reply.header("content-type"), Some("text/event-stream"), "{reply:?}");
        let done = &reply.answer()["result"]["structuredContent"];
        assert_eq!(
            (&done["status"], workspace.answer().as_str()),
            (&json!("finished"), "Hello"),
            "{reply:?}"
        );
        let told: Vec<Value> = reply.messages();
        let told = told.iter().filter(|it| it["method"] == "notifications/progress");
        let told: Vec<&str> = told.filter_map(|it| it["params"]["message"].as_str()).collect();
        assert!(told.len() > 1 && told.iter().any(|it| it.contains("(confirmed)")), "{told:?}");
    }
    let found = sessions[1].request("server/discover", json!({})).answer();
    let versions = found["result"]["supportedVersions"].to_string();
    assert!(versions.contains("2026-07-28") && versions.contains("2025-11-25"), "{found}");
}

#[test]
fn a_session_is_that_of_its_token_and_ends_when_its_client_says_so() {
    let workspace = Workspace::of(crate::PROGRAM);
    let (token, other) = (new_token(&workspace, "editor"), new_token(&workspace, "other"));
    let server = HttpServer::start(&workspace, None);
    let client = HttpClient::greeted(&server, &token);
    let second = HttpClient::greeted(&server, &token);
    assert_ne!(client.session, second.session);
    let thief = client.headers().replace(&token, &other);
    for method in ["POST", "GET", "DELETE"] {
        let reply = server.ask(method, &thief, if method == "POST" { PING } else { "" });
        assert_eq!(reply.status, 404, "{method}: {reply:?}");
    }
    let started = client.call("run_task", &json!({"request": LONG, "wait_seconds": 0}));
    let task = waiting_task(&workspace);
    assert_eq!(started["task"], json!(task));
    let listed = second.call("task", &json!({"action": "list"}));
    assert_eq!(listed["tasks"][0]["task"], json!(task));
    let stop = json!({"name": "task", "arguments": {"action": "stop", "task": task}});
    let stopped = second.request("tools/call", stop).answer();
    assert_eq!(stopped["result"]["isError"], true, "another session began it: {stopped}");
    assert_eq!(server.ask("DELETE", &client.headers(), "").status, 202);
    wait_until_stopped(&workspace, &task);
    until("the session is gone", || server.ask("POST", &client.headers(), PING).status == 404);
    assert_eq!(server.ask("POST", &second.headers(), PING).status, 200);
}

#[test]
fn requests_without_a_session_share_the_tasks_of_their_token() {
    let workspace = Workspace::of(crate::PROGRAM);
    let (token, other) = (new_token(&workspace, "editor"), new_token(&workspace, "other"));
    let server = HttpServer::start(&workspace, None);
    let client = HttpClient::without_session(&server, &token);
    let started = client.call("run_task", &json!({"request": LONG, "wait_seconds": 0}));
    assert_eq!(started["status"], "running", "{started}");
    let stop = json!({"name": "task", "arguments": {"action": "stop", "task": started["task"]}});
    let stranger = HttpClient::without_session(&server, &other);
    assert_eq!(stranger.request("tools/call", stop.clone()).answer()["result"]["isError"], true);
    let stopped = client.request("tools/call", stop).answer();
    assert_eq!(stopped["result"]["structuredContent"]["status"], "stopped", "{stopped}");
}

#[test]
fn tasks_stop_with_the_request_the_token_and_the_server() {
    for end in ["request", "token", "server"] {
        let workspace = Workspace::of(crate::PROGRAM);
        let token = new_token(&workspace, "editor");
        let server = HttpServer::start(&workspace, None);
        let call = HttpClient::without_session(&server, &token).send("tools/call", long_task());
        let task = waiting_task(&workspace);
        match end {
            "request" => drop(call),
            "token" => assert!(workspace.run(&["mcp", "token", "remove", "editor"]).status.success()),
            _ => {
                until("it says so", || server.has_said("Ctrl-C stops the tasks of these clients"));
                server.end_by("-INT");
            }
        }
        wait_until_stopped(&workspace, &task);
    }
}

#[test]
fn a_server_that_was_killed_knows_tokens_and_tasks_and_no_sessions() {
    let workspace = Workspace::of(crate::PROGRAM);
    let token = new_token(&workspace, "editor");
    let server = HttpServer::start(&workspace, None);
    let client = HttpClient::greeted(&server, &token);
    let call = client.send("tools/call", long_task());
    let task = waiting_task(&workspace);
    let (port, headers) = (server.port, client.headers());
    server.end_by("-KILL");
    drop(reply(call));
    let server = HttpServer::start(&workspace, Some(port));
    assert_eq!(server.ask("POST", &headers, PING).status, 404);
    let client = HttpClient::greeted(&server, &token);
    let resumed = client.call("task", &json!({"action": "resume", "task": task, "wait_seconds": 0}));
    assert_eq!(resumed["status"], "running", "{resumed}");
    assert_eq!(client.call("task", &json!({"action": "stop"}))["status"], "stopped");
}

#[test]
fn whatever_is_sent_over_http_gets_its_status() {
    let workspace = Workspace::of(crate::PROGRAM);
    let token = new_token(&workspace, "editor");
    let server = HttpServer::start(&workspace, None);
    let client = HttpClient::greeted(&server, &token);
    let own = client.headers();
    let plain = format!("{}{}", server.host(), HttpServer::headers(&token));
    for (method, headers, body, status) in [
        ("POST", own.clone(), "x".repeat(20 << 20), 413),
        ("POST", own.clone(), "no JSON".to_owned(), 415),
        ("POST", own.clone(), format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000)), 415),
        ("POST", own.replace("application/json\r\n", "text/plain\r\n"), PING.to_owned(), 415),
        ("POST", own.replace("Accept: application/json, ", "Accept: "), PING.to_owned(), 406),
        ("POST", own.replace("2025-11-25", "1999-01-01"), PING.to_owned(), 400),
        ("POST", plain.clone(), PING.to_owned(), 400),
        ("POST", format!("{plain}Mcp-Session-Id: nothing\r\n"), PING.to_owned(), 404),
        ("GET", own.replace("text/event-stream", "text/html"), String::new(), 406),
        ("PUT", own.clone(), PING.to_owned(), 405),
        ("DELETE", format!("{plain}Mcp-Session-Id: nothing\r\n"), String::new(), 404),
        ("POST", own.clone(), PING.to_owned(), 200),
    ] {
        let reply = server.ask(method, &headers, &body);
        let shown: String = body.chars().take(20).collect();
        assert_eq!(reply.status, status, "{method} {headers}{shown}: {reply:?}");
    }
}

#[test]
fn two_clients_on_one_desktop_act_on_its_present_view_alone() {
    let workspace = Workspace::of(crate::PROGRAM);
    let token = new_token(&workspace, "editor");
    let server = HttpServer::start(&workspace, None);
    let one = HttpClient::without_session(&server, &token);
    let other = HttpClient::without_session(&server, &token);
    let first = one.call("open", &json!({"application": "calculator"}));
    let second = other.call("observe", &json!({}));
    assert_ne!(first["view"], second["view"], "it was looked at again");
    let press = |view: &Value| {
        let five = json!({"command": "click_input", "control": "ToggleButton \"5\""});
        json!({"name": "act", "arguments": {"view": view["view"], "actions": [five]}})
    };
    let late = one.request("tools/call", press(&first)).answer();
    assert_eq!(late["result"]["isError"], true, "the other has looked since: {late}");
    let done = other.request("tools/call", press(&second)).answer();
    assert_eq!(done["result"]["structuredContent"]["actions"][0]["effect"], "confirmed", "{done}");
    assert_eq!(other.call("read", &json!({}))["data_not_instructions"], "5", "it was pressed once");
}

#[test]
fn a_token_has_a_limit_of_sessions_and_one_that_ends_makes_room() {
    let workspace = Workspace::of(crate::PROGRAM);
    let token = new_token(&workspace, "editor");
    let server = HttpServer::start(&workspace, None);
    let clients: Vec<HttpClient> = (0..64).map(|_| HttpClient::greeted(&server, &token)).collect();
    let plain = format!("{}{}", server.host(), HttpServer::headers(&token));
    assert_eq!(server.ask("POST", &plain, PING).status, 429);
    assert_eq!(server.ask("POST", &clients[1].headers(), PING).status, 200, "the others go on");
    assert_eq!(server.ask("DELETE", &clients[0].headers(), "").status, 202);
    until("there is room", || server.ask("POST", &plain, PING).status == 400);
}
