//! The main job, a result of one application that is typed into another: by the step follower, and by a hosted model.

use deskpilot_core::{AgentKind, Event};
use deskpilot_deciders::Steps;
use deskpilot_model::Secret;
use deskpilot_testkit::{
    PromptedDecider,
    command_line::{Workspace, transcript},
    loopback::ChatServer,
};
use serde_json::Value;
use std::{collections::BTreeSet, fs, sync::Arc};
use tokio::runtime::Runtime;

const KEY: &str = "only-for-this-test";

/// What the job leaves, and what its `response.log` says of the agents.
fn assert_the_job_is_done(workspace: &Workspace, task: &str) {
    assert_eq!(workspace.answer().trim(), "42");
    let text = fs::read_to_string(workspace.log(task).join("response.log")).unwrap();
    let records: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(records.iter().any(|it| it["Agent"] == AgentKind::HostAgent.name()), "{text}");
    let of_apps = records.iter().filter(|it| it["Agent"] == AgentKind::AppAgent.name());
    let used: BTreeSet<&str> = of_apps.filter_map(|it| it["Application"].as_str()).collect();
    assert_eq!(used.len(), 2, "a calculator and a text editor: {used:?}");
}

#[test]
fn the_step_follower_does_the_main_job() {
    let workspace = Workspace::of(crate::PROGRAM);
    let output = workspace.run(&["run", &workspace.main_job(), "--task", "job"]);
    assert_eq!(output.status.code(), Some(0), "{}", transcript(&output));
    assert_the_job_is_done(&workspace, "job");
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        stdout.contains(&workspace.log("job").display().to_string())
            && stdout.contains("cost:  nothing: no model was called"),
        "{stdout}"
    );
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
    assert_the_job_is_done(&workspace, "http");
    let entries = workspace.entries("http");
    let replies = entries.iter().filter(|it| matches!(it.event, Event::Replied { .. })).count();
    assert_eq!(server.requests().len(), replies, "every reply came through the server");
    let log = fs::read_to_string(workspace.log("http").join("events.jsonl")).unwrap();
    assert!(!log.contains(KEY) && !all.contains(KEY), "the key was written down");
}
