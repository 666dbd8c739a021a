//! Other agents give Deskpilot whole tasks over MCP.

use crate::mcp_client::{Client, WITH_HANDSHAKE, WITHOUT_HANDSHAKE, metadata};
use deskpilot_core::{Consent, Event, Ruling};
use deskpilot_model::{ScriptedModel, Secret};
use deskpilot_testkit::{
    command_line::{Workspace, transcript, until},
    loopback::{Answer, ChatServer, Request, Server},
};
use serde_json::{Value, json};
use std::{fs, io::Write, process::Stdio, sync::Arc, thread, time::Duration};

/// The key of the revision in the metadata of a request, and the code of the error for one that nobody speaks.
const VERSION: &str = "io.modelcontextprotocol/protocolVersion";
const UNSUPPORTED_VERSION: i32 = -32022;

/// A click that the person's policy makes risky.
pub(crate) const RISKY: &str = "Open galculator. Click \"5\".";
const POLICY: &str = "[words]\nsends = [\"5\"]\n";

/// A workspace whose user is asked before that click.
pub(crate) fn asking_workspace() -> Workspace {
    let workspace = Workspace::of(crate::PROGRAM);
    workspace.put(".config/deskpilot/policy.toml", POLICY);
    workspace
}

/// The name of the only task.
pub(crate) fn only_task(workspace: &Workspace) -> Option<String> {
    let tasks = fs::read_dir(workspace.path().join("logs")).ok()?;
    tasks.flatten().find_map(|it| it.file_name().into_string().ok())
}

/// The consents of a task, each with the name of who gave it.
pub(crate) fn consents(workspace: &Workspace, task: &str) -> Vec<(Consent, Option<String>)> {
    let consent_of = |event: Event| match event {
        Event::Confirmed { consent, by } => Some((consent, by)),
        _ => None,
    };
    workspace.entries(task).into_iter().filter_map(|it| consent_of(it.event)).collect()
}

/// The structured result of a call that is no error.
pub(crate) fn report(result: &Value) -> Value {
    assert_eq!(result["isError"], false, "{result}");
    result["structuredContent"].clone()
}

fn name_of(report: &Value) -> String {
    report["task"].as_str().unwrap().to_owned()
}

#[test]
fn a_task_is_started_followed_and_its_file_is_named() {
    let workspace = Workspace::of(crate::PROGRAM);
    let mut client = Client::greeted(&workspace, &json!({}));
    let arguments = json!({"request": workspace.letter()});
    let meta = json!({"progressToken": "p"});
    let call = json!({"name": "run_task", "arguments": arguments, "_meta": meta});
    let reply = client.request("tools/call", &call);
    let done = report(&reply["result"]);
    assert_eq!(done["status"], "finished", "{done}");
    assert_eq!(workspace.answer(), "Hello");
    assert!(done["files"].as_array().unwrap().iter().any(|it| it.as_str().unwrap().ends_with("/answer.txt")));
    assert!(done["effects"]["confirmed"].as_u64().unwrap() > 0, "{done}");
    let told = client.progress();
    assert!(told.len() > 1 && told.iter().any(|it| it.contains("Hello") && it.contains("(confirmed)")));
    let task = name_of(&done);
    let listed = report(&client.call("task", &json!({"action": "list"})));
    assert_eq!(
        (&listed["tasks"][0]["task"], &listed["tasks"][0]["status"]),
        (&json!(task), &json!("finished"))
    );
    let read = client.request("resources/read", &json!({"uri": format!("deskpilot://tasks/{task}")}));
    assert!(read["result"]["contents"][0]["text"].as_str().unwrap().contains("answer.txt"), "{read}");
    let uri = format!("deskpilot://tasks/{task}/steps/1/picture");
    let seen = client.request("resources/read", &json!({"uri": uri}));
    assert!(seen["result"]["contents"][0]["blob"].as_str().unwrap().starts_with("iVBOR"), "{seen}");
    let output = client.close();
    assert!(output.status.success() && output.stdout.is_empty(), "{}", transcript(&output));
}

#[test]
fn what_is_read_comes_back_as_a_note() {
    let workspace = Workspace::of(crate::PROGRAM);
    let mut client = Client::greeted(&workspace, &json!({}));
    let request = "Open the calculator. Compute 6 x 7. Read the result.";
    let done = report(&client.call("run_task", &json!({"request": request})));
    assert_eq!(done["status"], "finished", "{done}");
    assert!(done["notes"].as_object().unwrap().values().any(|it| it == "42"), "{done}");
    client.close();
}

#[test]
fn an_approval_is_the_person_s_at_the_client() {
    for (answer, status, consent) in [
        (json!({"action": "accept", "content": {"allow": "once"}}), "finished", Consent::Once),
        (json!({"action": "accept", "content": {"allow": "session"}}), "finished", Consent::Session),
        (json!({"action": "decline"}), "failed", Consent::No(String::new())),
    ] {
        let workspace = asking_workspace();
        let mut client = Client::greeted(&workspace, &json!({"elicitation": {}}));
        client.answers.push(answer);
        let done = report(&client.call("run_task", &json!({"request": RISKY})));
        assert_eq!(done["status"], status, "{done}");
        let by = Some("MCP client tester\u{fffd}[2J".to_owned());
        assert_eq!(consents(&workspace, &name_of(&done)), [(consent, by)]);
        let asked = client.heard.iter().find(|it| it["method"] == "elicitation/create").unwrap();
        assert!(asked["params"]["message"].as_str().unwrap().contains("click the ToggleButton \"5\""));
        client.close();
    }
}

#[test]
fn a_dismissed_approval_waits_for_another_call() {
    let workspace = asking_workspace();
    let mut client = Client::greeted(&workspace, &json!({"elicitation": {}}));
    client.answers.push(json!({"action": "cancel"}));
    let waiting = report(&client.call("run_task", &json!({"request": RISKY})));
    assert_eq!(
        (&waiting["status"], &waiting["question"]["kind"]),
        (&json!("needs_answer"), &json!("approval"))
    );
    let id = &waiting["question"]["id"];
    let wrong = json!({"action": "answer", "question": id, "answers": ["yes"]});
    assert_eq!(client.call("task", &wrong)["isError"], true, "it is no question for a text");
    let unseen = client.call("task", &json!({"action": "answer", "consent": "once"}));
    assert!(unseen["content"][0]["text"].as_str().unwrap().starts_with("question is missing"), "{unseen}");
    let other = json!({"action": "answer", "question": 0, "consent": "once"});
    assert_eq!(client.call("task", &other)["isError"], true, "another question");
    let right = json!({"action": "answer", "question": id, "consent": "once"});
    let done = report(&client.call("task", &right));
    assert_eq!(done["status"], "finished", "{done}");
    client.close();
}

#[test]
fn a_form_outlives_the_call_that_brought_it_up_and_there_is_one_of_each_question() {
    let workspace = asking_workspace();
    let mut client = Client::greeted(&workspace, &json!({"elicitation": {}}));
    let begun = report(&client.call("run_task", &json!({"request": RISKY, "wait_seconds": 0})));
    let follows = json!({"name": "task", "arguments": {"action": "status", "wait_seconds": 600}});
    let follower = client.begin("tools/call", &follows);
    let asked = client.hear("elicitation/create");
    client.cancel(follower);
    let other = client.begin("tools/call", &follows);
    client.answer(&asked, &json!({"action": "accept", "content": {"allow": "once"}}));
    let done = report(&client.reply(other)["result"]);
    assert_eq!(done["status"], "finished", "{done}");
    let by = Some("MCP client tester\u{fffd}[2J".to_owned());
    assert_eq!(consents(&workspace, &name_of(&begun)), [(Consent::Once, by)]);
    assert_eq!(client.heard.iter().filter(|it| it["method"] == "elicitation/create").count(), 1);
    client.close();
}

#[test]
fn a_form_goes_when_its_question_is_answered_elsewhere() {
    let workspace = asking_workspace();
    let mut client = Client::greeted(&workspace, &json!({"elicitation": {}}));
    let call = client.begin("tools/call", &json!({"name": "run_task", "arguments": {"request": RISKY}}));
    let asked = client.hear("elicitation/create");
    let answered = workspace.run(&["answer", &only_task(&workspace).unwrap(), "y"]);
    assert!(answered.status.success(), "{}", transcript(&answered));
    assert_eq!(report(&client.reply(call)["result"])["status"], "finished");
    assert_eq!(client.hear("notifications/cancelled")["params"]["requestId"], asked["id"]);
    client.close();
}

#[test]
fn an_accepted_form_on_which_nothing_is_chosen_leaves_the_question_open() {
    let workspace = asking_workspace();
    let mut client = Client::greeted(&workspace, &json!({"elicitation": {}}));
    client.answers.push(json!({"action": "accept"}));
    let waiting = report(&client.call("run_task", &json!({"request": RISKY})));
    assert_eq!(waiting["status"], "needs_answer", "{waiting}");
    assert_eq!(consents(&workspace, &name_of(&waiting)), []);
    client.close();
}

#[test]
fn a_question_is_answered_by_another_call() {
    let workspace = Workspace::of(crate::PROGRAM);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let replies = [
        r#"{"Status": "PENDING", "Questions": ["Tea or coffee?"]}"#,
        r#"{"Status": "FINISH", "Comment": "noted"}"#,
    ];
    let model = Arc::new(ScriptedModel::new("m", replies.map(str::to_owned)));
    let server = runtime.block_on(ChatServer::start(model, Secret::new("k"))).unwrap();
    let key = [("DESKPILOT_MODEL_KEY_VARIABLE", "TEST_KEY"), ("TEST_KEY", "k")];
    let flags = ["--model", "openai-compatible/m", "--base-url", server.base_url()];
    let mut client = Client::start(&workspace, &flags, &key);
    client.greet(WITH_HANDSHAKE, &json!({}));
    let waiting = report(&client.call("run_task", &json!({"request": "Make me a drink."})));
    assert_eq!(waiting["status"], "needs_answer", "{waiting}");
    assert_eq!(waiting["question"]["texts"], json!(["Tea or coffee?"]));
    let tea = json!({"action": "answer", "question": waiting["question"]["id"], "answers": ["tea"]});
    let done = report(&client.call("task", &tea));
    assert_eq!((&done["status"], &done["result"]), (&json!("finished"), &json!("finished: noted")));
    let by = workspace.entries(&name_of(&done)).into_iter().find_map(|it| match it.event {
        Event::Answered { by, .. } => by,
        _ => None,
    });
    assert_eq!(by.as_deref(), Some("MCP client tester\u{fffd}[2J"));
    client.close();
}

#[test]
fn a_model_of_another_provider_gets_neither_the_key_nor_the_address_of_the_user_s() {
    let workspace = Workspace::of(crate::PROGRAM);
    let key = [("DESKPILOT_MODEL_KEY_VARIABLE", "TEST_KEY"), ("TEST_KEY", "k")];
    let flags = ["--model", "openai-compatible/m", "--base-url", "http://127.0.0.1:9/v1"];
    let mut client = Client::start(&workspace, &flags, &key);
    client.greet(WITH_HANDSHAKE, &json!({}));
    let with = |model: &str| json!({"request": "Make me a drink.", "model": model, "wait_seconds": 0});
    let other = client.call("run_task", &with("groq/m"));
    let why = other["content"][0]["text"].as_str().unwrap();
    assert!(other["isError"] == true && why.contains("GROQ_API_KEY"), "{other}");
    let same = client.call("run_task", &with("openai-compatible/other"));
    assert_eq!(same["isError"], false, "it has the address: {same}");
    client.close();
}

#[test]
fn without_a_handshake_the_result_asks_and_the_call_is_repeated() {
    let workspace = asking_workspace();
    let mut client = Client::start(&workspace, &[], &[]);
    let meta = metadata(&json!({"elicitation": {"form": {}}}));
    let discovered = client.request("server/discover", &json!({"_meta": meta}));
    let versions = discovered["result"]["supportedVersions"].to_string();
    assert!(versions.contains(WITHOUT_HANDSHAKE), "{discovered}");
    let arguments = json!({"request": RISKY});
    let call = json!({"name": "run_task", "arguments": arguments, "_meta": meta});
    let asks = client.request("tools/call", &call)["result"].clone();
    assert_eq!(asks["resultType"], "input_required", "{asks}");
    let (key, _) = asks["inputRequests"].as_object().unwrap().iter().next().unwrap();
    let again = json!({
        "name": "run_task",
        "arguments": arguments,
        "_meta": meta,
        "inputResponses": {key: {"action": "accept", "content": {"allow": "once"}}},
        "requestState": asks["requestState"],
    });
    let done = client.request("tools/call", &again)["result"]["structuredContent"].clone();
    assert_eq!(done["status"], "finished", "{done}");
    assert_eq!(consents(&workspace, &name_of(&done)).len(), 1);
    let forged = json!({"name": "run_task", "arguments": arguments, "_meta": meta, "requestState": "../x"});
    assert_eq!(client.request("tools/call", &forged)["result"]["isError"], true);
    client.close();
}

#[test]
fn a_cancelled_call_stops_its_task_which_can_be_resumed() {
    let workspace = Workspace::of(crate::PROGRAM);
    let mut client = Client::greeted(&workspace, &json!({}));
    let arguments =
        json!({"request": "Open the calculator. Wait 60 seconds. Click \"5\".", "wait_seconds": 600});
    let id = client.begin("tools/call", &json!({"name": "run_task", "arguments": arguments}));
    let waits = |task: String| workspace.operations(&task).iter().any(|it| it.starts_with("wait("));
    until("the wait has begun", || only_task(&workspace).is_some_and(waits));
    client.cancel(id);
    let task = only_task(&workspace).unwrap();
    until("it is stopped", || workspace.entries(&task).last().is_some_and(|it| it.event == Event::Stopped));
    until("it says so", || report(&client.call("task", &json!({"action": "status"})))["status"] == "stopped");
    let resumed = report(&client.call("task", &json!({"action": "resume", "wait_seconds": 0})));
    assert_eq!(resumed["status"], "running", "{resumed}");
    assert_eq!(report(&client.call("task", &json!({"action": "stop"})))["status"], "stopped");
    client.close();
}

#[test]
fn a_client_that_goes_leaves_no_process_and_a_task_that_can_be_resumed() {
    let workspace = asking_workspace();
    let mut client = Client::greeted(&workspace, &json!({"elicitation": {}}));
    client.begin("tools/call", &json!({"name": "run_task", "arguments": {"request": RISKY}}));
    let is_asked = |task: String| {
        workspace
            .entries(&task)
            .iter()
            .any(|it| matches!(&it.event, Event::Ruled { ruling: Ruling::Confirm(_), .. }))
    };
    until("the question waits", || only_task(&workspace).is_some_and(is_asked));
    let output = client.close();
    assert!(output.status.success(), "{}", transcript(&output));
    let task = only_task(&workspace).unwrap();
    assert_eq!(workspace.entries(&task).last().map(|it| it.event.clone()), Some(Event::Stopped));
    assert_eq!(consents(&workspace, &task), [], "what was not answered is no yes");
    let mut client = Client::greeted(&workspace, &json!({"elicitation": {}}));
    client.answers.push(json!({"action": "accept", "content": {"allow": "once"}}));
    let done = report(&client.call("task", &json!({"action": "resume", "task": task, "wait_seconds": 60})));
    assert_eq!(done["status"], "finished", "{done}");
    client.close();
}

#[test]
fn a_client_that_goes_leaves_time_for_the_last_spans_of_its_tasks() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    // It takes longer than the end of a task, and takes nothing, which the task says as soon as it knows.
    let slow = |_: &Request| {
        thread::sleep(Duration::from_millis(300));
        Answer::json(503, "{}")
    };
    let collector = runtime.block_on(Server::start_with(slow));
    let workspace = Workspace::of(crate::PROGRAM);
    let mut client = Client::start(&workspace, &[], &[("DESKPILOT_TRACES_ENDPOINT", &collector.address)]);
    client.greet(WITH_HANDSHAKE, &json!({}));
    let arguments = json!({"request": "Open the calculator. Wait 60 seconds.", "wait_seconds": 0});
    let task = name_of(&report(&client.call("run_task", &arguments)));
    let waits = || workspace.operations(&task).iter().any(|it| it.starts_with("wait("));
    until("the wait has begun", waits);
    let printed = transcript(&client.close());
    assert_eq!(printed.matches("spans of the task are not at").count(), 1, "{printed}");
}

#[test]
fn no_more_tasks_run_than_may_however_many_begin_at_once() {
    let workspace = Workspace::of(crate::PROGRAM);
    let mut client = Client::greeted(&workspace, &json!({}));
    let arguments = json!({"request": "Open the calculator. Wait 60 seconds.", "wait_seconds": 0});
    let call = json!({"name": "run_task", "arguments": arguments});
    let calls: Vec<u64> = (0..12).map(|_| client.begin("tools/call", &call)).collect();
    let replies = client.replies(&calls);
    assert_eq!(replies.iter().filter(|it| it["result"]["isError"] == false).count(), 8);
    client.close();
}

#[test]
fn a_task_that_is_resumed_keeps_what_its_client_wanted_of_its_settings() {
    let workspace = Workspace::of(crate::PROGRAM);
    let mut client = Client::greeted(&workspace, &json!({}));
    let request = "Open galculator. Click \"5\". Click \"7\".";
    let limited = report(&client.call("run_task", &json!({"request": request, "budget": {"steps": 1}})));
    assert_eq!(limited["status"], "failed", "{limited}");
    let resumed = report(&client.call("task", &json!({"action": "resume", "wait_seconds": 60})));
    assert_eq!(resumed["status"], "failed", "it has a lower limit than the user's: {resumed}");
    client.close();
    let mut client = Client::greeted(&workspace, &json!({}));
    let again = json!({"action": "resume", "task": limited["task"], "wait_seconds": 60});
    let done = report(&client.call("task", &again));
    assert_eq!(done["status"], "finished", "the settings of now have no such limit: {done}");
    client.close();
}

#[test]
fn whatever_a_client_says_is_answered_or_passed_over() {
    let workspace = Workspace::of(crate::PROGRAM);
    let mut client = Client::start(&workspace, &[], &[]);
    let said = client.greet("1999-01-01", &json!({}));
    assert_eq!(said["protocolVersion"], WITH_HANDSHAKE, "the nearest one that is spoken");
    client.line(b"no JSON");
    client.line(b"{\"jsonrpc\": \"2.0\"");
    client.line(b"[1, 2]");
    client.line(&[b"\"".as_slice(), &vec![b'x'; 20 << 20], b"\""].concat());
    client.line(b"{\"jsonrpc\":\"2.0\",\"id\":9000,\"result\":{}}");
    client.line(format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000)).as_bytes());
    for (arguments, expected) in [
        (json!({}), "request is missing"),
        (json!({"request": 5}), "request must be of type string"),
        (json!({"request": " "}), "the request is empty"),
        (json!({"request": "x", "wait_seconds": "soon"}), "wait_seconds must be of type integer"),
        (json!({"request": "x", "model": "nobody/gpt"}), "there is no provider \"nobody\""),
        (json!({"request": "x", "policy": "unrestricted"}), "is not stricter than the user's"),
        (json!({"request": "x", "folder": "relative"}), "is no folder"),
        (json!({"request": "x", "colour": "red"}), "there is no \"colour\""),
    ] {
        let result = client.call("run_task", &arguments);
        let why = result["content"][0]["text"].as_str().unwrap();
        assert!(result["isError"] == true && why.contains(expected), "{arguments}: {why}");
    }
    let unknown = client.request("tools/call", &json!({"name": "frobnicate", "arguments": {}}));
    assert!(unknown["error"]["message"].as_str().unwrap().contains("frobnicate"), "{unknown}");
    for (method, params) in [
        ("frobnicate", json!({})),
        ("resources/read", json!({"uri": "file:///etc/passwd"})),
        ("resources/read", json!({"uri": "deskpilot://tasks/nothing"})),
        ("prompts/get", json!({"name": "nothing"})),
    ] {
        assert!(client.request(method, &params)["error"].is_object(), "{method}");
    }
    let prompt = client.request("prompts/get", &json!({"name": "how_to_use_deskpilot"}));
    assert!(prompt["result"]["messages"][0]["content"]["text"].as_str().unwrap().contains("run_task"));
    assert!(client.request("ping", &json!({}))["result"].is_object());
    assert!(client.heard.iter().all(Value::is_object), "only the protocol is on standard output");
    let output = client.close();
    assert!(output.status.success(), "{}", transcript(&output));
    assert!(only_task(&workspace).is_none(), "nothing was started");
}

#[test]
fn a_client_that_lies_about_its_revision_is_refused_and_can_go_on() {
    let workspace = Workspace::of(crate::PROGRAM);
    let mut client = Client::start(&workspace, &[], &[]);
    let mut unknown = metadata(&json!({}));
    unknown[VERSION] = json!("2099-01-01");
    let list = |meta: &Value| json!({"_meta": meta});
    let before = client.request("tools/list", &list(&unknown));
    assert_eq!(before["error"]["code"], UNSUPPORTED_VERSION, "{before}");
    client.greet(WITH_HANDSHAKE, &json!({}));
    let after = client.request("tools/list", &list(&unknown));
    assert_eq!(after["error"]["code"], UNSUPPORTED_VERSION, "{after}");
    // The later revision wants more of each request.
    let half = client.request("tools/list", &list(&json!({VERSION: WITHOUT_HANDSHAKE})));
    assert!(half["error"].is_object(), "{half}");
    assert!(client.request("tools/list", &json!({}))["result"]["tools"].is_array());
    client.close();
}

#[test]
fn every_call_of_a_flood_is_answered() {
    let workspace = Workspace::of(crate::PROGRAM);
    let mut client = Client::greeted(&workspace, &json!({}));
    let call = json!({"name": "desktop", "arguments": {"action": "list"}});
    let calls: Vec<u64> = (0..300).map(|_| client.begin("tools/call", &call)).collect();
    let replies = client.replies(&calls);
    assert!(replies.iter().all(|it| it["result"]["isError"] == false), "{replies:?}");
    client.close();
}

#[test]
fn a_client_that_reads_no_reply_is_not_waited_for_once_it_has_gone() {
    let workspace = Workspace::of(crate::PROGRAM);
    let mut command = workspace.command(&["mcp", "--log-dir", "logs"]);
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut server = piped.spawn().unwrap();
    let mut input = server.stdin.take().unwrap();
    let info = json!({"name": "tester", "version": "1"});
    let params = json!({"protocolVersion": WITH_HANDSHAKE, "capabilities": {}, "clientInfo": info});
    let mut ask = |id: u32, method: &str, params: &Value| {
        let request = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        writeln!(input, "{request}").unwrap();
    };
    ask(0, "initialize", &params);
    // Their replies are more than a pipe holds.
    (1..40).for_each(|id| ask(id, "tools/list", &json!({})));
    drop(input);
    until("it has ended", || server.try_wait().unwrap().is_some());
}

#[test]
fn a_client_gets_its_settings_and_loses_none() {
    let workspace = Workspace::of(crate::PROGRAM);
    let program = fs::canonicalize(crate::PROGRAM).unwrap().display().to_string();
    let printed = workspace.run(&["mcp", "config", "codex", "--policy", "ask"]);
    let text = String::from_utf8_lossy(&printed.stdout).into_owned();
    assert!(text.contains(&program) && text.contains("args = [\"mcp\", \"--policy=ask\"]"), "{text}");
    workspace.put(".cursor/mcp.json", "{\n  \"mcpServers\": {\n    \"other\": {}\n  }\n}\n");
    let refused = workspace.run(&["mcp", "config", "cursor", "--write"]);
    assert_eq!(refused.status.code(), Some(3), "nobody agreed: {}", transcript(&refused));
    assert!(
        transcript(&refused).contains(&format!("+       \"command\": \"{program}\"")),
        "the change is shown"
    );
    let untouched = fs::read_to_string(workspace.path().join(".cursor/mcp.json")).unwrap();
    assert!(!untouched.contains("deskpilot"), "{untouched}");
    let written = workspace.run(&["mcp", "config", "cursor", "--write", "--yes"]);
    assert!(written.status.success(), "{}", transcript(&written));
    let file = fs::read_to_string(workspace.path().join(".cursor/mcp.json")).unwrap();
    let settings: Value = serde_json::from_str(&file).unwrap();
    assert_eq!(settings["mcpServers"]["other"], json!({}));
    assert_eq!(settings["mcpServers"]["deskpilot"]["command"], json!(program));
    workspace.put(".config/zed/settings.json", "// mine\n{}\n");
    let broken = workspace.run(&["mcp", "config", "zed", "--write", "--yes"]);
    assert_eq!(broken.status.code(), Some(1), "{}", transcript(&broken));
    assert!(transcript(&broken).contains("nothing was changed"), "{}", transcript(&broken));
}

#[test]
fn a_bundle_asks_for_the_model_and_for_keys_that_need_no_address() {
    let workspace = Workspace::of(crate::PROGRAM);
    let printed = workspace.run(&["mcp", "describe", "bundle"]);
    let manifest: Value = serde_json::from_slice(&printed.stdout).unwrap();
    let passed = manifest["server"]["mcp_config"]["env"].as_object().unwrap();
    assert!(
        passed.contains_key("DESKPILOT_MODEL_NAME") && passed.contains_key("OPENAI_API_KEY"),
        "{manifest}"
    );
    let of_address = |it: &&String| it.starts_with("AZURE_") || it.starts_with("OPENAI_COMPATIBLE_");
    assert_eq!(passed.keys().find(of_address), None, "a key without an address is of no use");
    let mut command = workspace.command(&["config", "get", "model.name"]);
    let shown = command.envs(passed.keys().map(|it| (it, "ollama/own"))).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&shown.stdout), "ollama/own\n", "{}", transcript(&shown));
}
