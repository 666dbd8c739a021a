//! Work that is done again costs no model calls, and is checked as before.

use deskpilot_core::Event;
use deskpilot_deciders::Steps;
use deskpilot_model::Secret;
use deskpilot_testkit::command_line::{Workspace, transcript};
use deskpilot_testkit::{PromptedDecider, loopback::ChatServer};
use serde_json::Value;
use std::{fs, process::Output, sync::Arc};
use tokio::runtime::Runtime;

const KEY: &str = "only-for-this-test";

/// A model over HTTP, and a workspace whose sessions share their skills.
struct Setting {
    workspace: Workspace,
    runtime: Runtime,
    server: ChatServer,
}

impl Setting {
    fn new() -> Setting {
        let runtime = Runtime::new().unwrap();
        let model = Arc::new(PromptedDecider(Steps));
        let server = runtime.block_on(ChatServer::start(model, Secret::new(KEY))).unwrap();
        Setting { workspace: Workspace::of(crate::PROGRAM), runtime, server }
    }

    /// Carries out the request with the model. Returns the output, and how often the model was asked.
    fn run(&self, request: &str, task: &str, more: &[&str]) -> (Output, usize) {
        let before = self.server.requests().len();
        let model = ["--model", "openai-compatible/steps", "--base-url", self.server.base_url()];
        let words = [&["run", request, "--task", task], &model[..], more].concat();
        let mut command = self.workspace.command(&words);
        command.env("DESKPILOT_MODEL_KEY_VARIABLE", "TEST_KEY").env("TEST_KEY", KEY);
        let output = command.output().unwrap();
        (output, self.server.requests().len() - before)
    }
}

#[test]
fn the_third_time_needs_no_model_if_a_person_called_it_right_and_agreed() {
    let setting = Setting::new();
    let request = setting.workspace.letter();
    let mut calls = Vec::new();
    for task in ["first", "second", "third"] {
        let _ = fs::remove_file(setting.workspace.path().join("answer.txt"));
        let (output, asked) = setting.run(&request, task, &["-v"]);
        assert_eq!(output.status.code(), Some(0), "{task}: {}", transcript(&output));
        assert_eq!(setting.workspace.answer().trim(), "Hello", "{task}: {}", transcript(&output));
        calls.push(asked);
        if task == "third" {
            break;
        }
        let kept = setting.workspace.path().join(".local/share/deskpilot/skills");
        assert_eq!(kept.exists(), task == "second", "nobody called the {task} right yet");
        setting.workspace.run(&["skills", "learn", task]);
        if task == "second" {
            let names = allowed(&setting.workspace);
            let words: Vec<&str> =
                ["skills", "allow"].into_iter().chain(names.iter().map(String::as_str)).collect();
            let output = setting.workspace.run(&words);
            assert!(
                transcript(&output).contains("runs by itself, as you allowed"),
                "{}",
                transcript(&output)
            );
        }
    }
    let mut thoughts = thoughts(&setting.workspace, "third").join("\n");
    if calls[2] > 0 {
        thoughts += &transcript(&setting.workspace.run(&["skills", "learn", "second"]));
        thoughts += &transcript(&setting.workspace.run(&["skills", "list"]));
    }
    assert!(calls[0] > 0 && calls[2] * 10 <= calls[0], "{calls:?}\n{thoughts}");
    // A skill also runs by its name, without a model.
    let _ = fs::remove_file(setting.workspace.path().join("answer.txt"));
    let named = setting.workspace.run(&["skills", "list", "--json"]);
    let named: Value = serde_json::from_slice(&named.stdout).unwrap();
    let listed = named["skills"].as_array().unwrap();
    let request = listed.iter().find(|it| it["for_request"] == true && it["proven"] == true).unwrap();
    let name = request["name"].as_str().unwrap();
    let output = setting.workspace.run(&["skills", "run", name, "--task", "by-name"]);
    assert_eq!(output.status.code(), Some(0), "{}", transcript(&output));
    assert_eq!(setting.workspace.answer().trim(), "Hello", "{}", transcript(&output));
    let shown = setting.workspace.run(&["skills", "show", name]);
    assert!(String::from_utf8_lossy(&shown.stdout).contains("[[subtasks]]"), "{}", transcript(&shown));
    let forgotten = setting.workspace.run(&["skills", "forget", name]);
    assert_eq!(forgotten.status.code(), Some(0), "{}", transcript(&forgotten));
    let missing = setting.workspace.run(&["skills", "show", name]);
    assert_eq!(missing.status.code(), Some(2), "{}", transcript(&missing));
    drop(setting.runtime);
}

/// The names of the skills that could run by themselves.
fn allowed(workspace: &Workspace) -> Vec<String> {
    let listed = workspace.run(&["skills", "list", "--json"]);
    let listed: Value = serde_json::from_slice(&listed.stdout).unwrap();
    let skills = listed["skills"].as_array().unwrap().iter();
    let may = skills.filter(|it| it["proven"] == true && it["depends_on"].is_null());
    may.map(|it| it["name"].as_str().unwrap().to_owned()).collect()
}

/// What the agents of a task thought, in order.
fn thoughts(workspace: &Workspace, task: &str) -> Vec<String> {
    let line_of = |event: &Event| match event {
        Event::Prompted { .. } => Some("the model was asked".to_owned()),
        Event::HostDecided { remarks, .. } => {
            Some(format!("host: {} {}", remarks.common.thought, remarks.common.comment))
        }
        Event::AppDecided { remarks, .. } => Some(format!("app: {} {}", remarks.thought, remarks.comment)),
        Event::Acted { outcome, .. } => Some(format!("  {}", outcome.effect)),
        Event::Recalled { .. } | Event::Faulted { .. } => Some(format!("{event:?}")),
        _ => None,
    };
    workspace.entries(task).iter().filter_map(|it| line_of(&it.event)).collect()
}
