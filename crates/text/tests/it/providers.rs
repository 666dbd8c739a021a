//! The agents through the APIs of providers, whose servers refuse what the providers would refuse.

use deskpilot_core::{AgentKind, Event};
use deskpilot_deciders::Steps;
use deskpilot_model::Secret;
use deskpilot_testkit::{
    PromptedDecider,
    command_line::{Workspace, transcript},
    loopback::{Api, ChatServer, ProviderServer},
};
use serde_json::Value;
use std::{collections::BTreeSet, fs, sync::Arc};
use tokio::runtime::Runtime;

const KEY: &str = "only-for-this-test";

#[test]
fn a_task_runs_through_each_of_six_apis_and_no_request_is_refused() {
    let runtime = Runtime::new().unwrap();
    for api in Api::ALL {
        let model = Arc::new(PromptedDecider(Steps));
        let server = runtime.block_on(ProviderServer::start(api, model, Secret::new(KEY))).unwrap();
        let workspace = Workspace::of(crate::PROGRAM);
        let (provider, model) = api.provider_and_model();
        let (request, model) = (workspace.letter(), format!("{provider}/{model}"));
        let words = ["run", &request, "--task", "letter", "--model", &model, "--base-url", server.base_url()];
        let mut command = workspace.command(&words);
        command.env("DESKPILOT_MODEL_KEY_VARIABLE", "TEST_KEY").env("TEST_KEY", KEY);
        let output = command.output().unwrap();
        let all = transcript(&output);
        assert_eq!(server.refusals(), [""; 0], "{api:?}: {all}");
        assert_eq!(output.status.code(), Some(0), "{api:?}: {all}");
        assert_eq!(workspace.answer().trim(), "Hello", "{api:?}: {all}");
        let entries = workspace.entries("letter");
        let replies = entries.iter().filter(|it| matches!(it.event, Event::Replied { .. })).count();
        assert!(replies > 0 && server.answered() == replies, "{api:?}: {replies} replies: {all}");
    }
}

/// The applications in which the AppAgents of a task acted, by its `response.log`.
fn applications(workspace: &Workspace, task: &str) -> BTreeSet<String> {
    let text = fs::read_to_string(workspace.log(task).join("response.log")).unwrap();
    let records: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(records.iter().any(|it| it["Agent"] == AgentKind::HostAgent.name()), "{text}");
    let of_apps = records.iter().filter(|it| it["Agent"] == AgentKind::AppAgent.name());
    of_apps.filter_map(|it| it["Application"].as_str()).map(str::to_owned).collect()
}

#[test]
fn a_hosted_model_does_the_main_job_through_http_and_its_key_is_written_nowhere() {
    let runtime = Runtime::new().unwrap();
    let workspace = Workspace::of(crate::PROGRAM);
    let server = ChatServer::start(Arc::new(PromptedDecider(Steps)), Secret::new(KEY));
    let server = runtime.block_on(server).unwrap();
    let job = workspace.main_job();
    let model = ["--model", "openai-compatible/steps", "--base-url", server.base_url()];
    let mut command = workspace.command(&[&["run", job.as_str(), "--task", "http"], &model[..]].concat());
    command.env("DESKPILOT_MODEL_KEY_VARIABLE", "TEST_KEY").env("TEST_KEY", KEY);
    let output = command.output().unwrap();
    let all = transcript(&output);
    assert_eq!(output.status.code(), Some(0), "{all}");
    assert_eq!(workspace.answer().trim(), "42", "{all}");
    let used = applications(&workspace, "http");
    assert_eq!(used.len(), 2, "a calculator and a text editor: {used:?}");
    let entries = workspace.entries("http");
    let replies = entries.iter().filter(|it| matches!(it.event, Event::Replied { .. })).count();
    assert_eq!(server.requests().len(), replies, "every reply came through the server");
    let log = fs::read_to_string(workspace.log("http").join("events.jsonl")).unwrap();
    assert!(!log.contains(KEY) && !all.contains(KEY), "the key was written down");
}
