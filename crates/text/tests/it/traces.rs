//! The spans of a task at a collector, and what a task does where the address is not a collector's.

use deskpilot_testkit::{
    command_line::{Workspace, transcript},
    loopback::{Answer, Server},
};
use serde_json::Value;
use std::{collections::BTreeSet, process::Output};
use tokio::runtime::Runtime;

/// The trace and the span that the tasks are parts of.
const PARENT: (&str, &str) = ("4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7");

/// Carries out the letter with these variables.
fn run(workspace: &Workspace, variables: &[(&str, &str)]) -> Output {
    let request = workspace.letter();
    let mut command = workspace.command(&["run", &request, "--task", "letter"]);
    command.envs(variables.iter().copied()).output().unwrap()
}

/// The bodies that a collector got, up to the one with the span of the whole session.
fn received(runtime: &Runtime, server: &mut Server) -> Vec<String> {
    let mut bodies = Vec::new();
    loop {
        let body = String::from_utf8(runtime.block_on(server.request()).body).unwrap();
        let is_last = body.contains("\"invoke_agent deskpilot\"");
        bodies.push(body);
        if is_last {
            return bodies;
        }
    }
}

fn spans(bodies: &[String]) -> Vec<Value> {
    let spans = |body: &String| -> Vec<Value> {
        let body: Value = serde_json::from_str(body).unwrap();
        body["resourceSpans"][0]["scopeSpans"][0]["spans"].as_array().unwrap().clone()
    };
    bodies.iter().flat_map(spans).collect()
}

/// Which kinds of spans are parts of which.
fn tree(spans: &[Value]) -> BTreeSet<(&str, &str)> {
    let whole = |part: &Value| spans.iter().find(|it| it["spanId"] == part["parentSpanId"]);
    spans.iter().filter_map(|it| Some((kind(it), kind(whole(it)?)))).collect()
}

/// The name of a span, without the command of an action.
fn kind(span: &Value) -> &str {
    let name = span["name"].as_str().unwrap();
    if name.starts_with("execute_tool ") { "execute_tool" } else { name }
}

#[test]
fn a_collector_gets_the_tree_of_a_task_and_its_texts_only_if_it_is_asked_for_them() {
    let runtime = Runtime::new().unwrap();
    for (content, has_texts) in [("no", false), ("yes", true)] {
        let mut server = runtime.block_on(Server::start(Answer::json(200, "{}")));
        let workspace = Workspace::of(crate::PROGRAM);
        let traceparent = format!("00-{}-{}-01", PARENT.0, PARENT.1);
        let variables = [
            ("OTEL_EXPORTER_OTLP_ENDPOINT", server.address.as_str()),
            ("DESKPILOT_TRACES_CONTENT", content),
            ("TRACEPARENT", &traceparent),
        ];
        let output = run(&workspace, &variables);
        let printed = transcript(&output);
        assert_eq!((output.status.code(), printed.contains("spans")), (Some(0), false), "{printed}");
        let bodies = received(&runtime, &mut server);
        for text in ["Hello", "answer.txt"] {
            assert_eq!(bodies.concat().contains(text), has_texts, "{content}: {text}");
        }
        let spans = spans(&bodies);
        let ids: BTreeSet<&str> = spans.iter().filter_map(|it| it["spanId"].as_str()).collect();
        assert_eq!(ids.len(), spans.len());
        for span in &spans {
            let parent = span["parentSpanId"].as_str().unwrap();
            let is_session = span["name"] == "invoke_agent deskpilot";
            assert_eq!((parent == PARENT.1, ids.contains(parent)), (is_session, !is_session), "{span}");
            assert_eq!(span["traceId"], PARENT.0, "{span}");
        }
        let tree = tree(&spans);
        for (part, whole) in [
            ("invoke_agent HostAgent", "invoke_agent deskpilot"),
            ("step", "invoke_agent HostAgent"),
            ("invoke_agent AppAgent", "invoke_agent HostAgent"),
            ("step", "invoke_agent AppAgent"),
            ("execute_tool", "step"),
        ] {
            assert!(tree.contains(&(part, whole)), "{part} in {whole}: {tree:?}");
        }
        let actions: Vec<&Value> =
            spans.iter().filter(|it| it["name"].as_str().unwrap().starts_with("execute_tool ")).collect();
        let has_effect = |it: &&Value| it["attributes"].to_string().contains("\"deskpilot.effect\"");
        assert!(!actions.is_empty() && actions.iter().all(has_effect), "{actions:?}");
    }
}

#[test]
fn a_collector_that_takes_nothing_is_told_of_once_and_fails_no_task() {
    let runtime = Runtime::new().unwrap();
    for answer in [
        None,
        Some(Answer::Bytes("no HTTP")),
        Some(Answer::json(400, "no JSON")),
        Some(Answer::json(503, "{}")),
        Some(Answer::Silence),
    ] {
        let server = answer.map(|it| runtime.block_on(Server::start(it)));
        let address = server.as_ref().map_or("http://127.0.0.1:1", |it| it.address.as_str());
        let workspace = Workspace::of(crate::PROGRAM);
        let output = run(&workspace, &[("DESKPILOT_TRACES_ENDPOINT", address)]);
        let printed = transcript(&output);
        assert_eq!((output.status.code(), workspace.answer().trim()), (Some(0), "Hello"), "{printed}");
        assert_eq!(printed.matches("takes no spans: ").count(), 1, "{printed}");
        assert_eq!(
            printed.matches(&format!("spans of the task are not at {address}")).count(),
            1,
            "{printed}"
        );
    }
}

#[test]
fn an_address_that_no_span_may_go_to_is_told_of_and_fails_no_task() {
    for (address, expected) in [
        ("http://traces.example:4318", "would go unencrypted to http://traces.example:4318;"),
        ("collector:4317", "traces.endpoint is not an address"),
    ] {
        let workspace = Workspace::of(crate::PROGRAM);
        let output = run(&workspace, &[("DESKPILOT_TRACES_ENDPOINT", address)]);
        let printed = transcript(&output);
        assert_eq!((output.status.code(), workspace.answer().trim()), (Some(0), "Hello"), "{printed}");
        assert!(printed.contains("warning: no spans are sent: ") && printed.contains(expected), "{printed}");
    }
}
