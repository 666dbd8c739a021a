//! What worked in one session is shown to the next one, with its origin.

use deskpilot_deciders::Steps;
use deskpilot_model::Secret;
use deskpilot_testkit::command_line::{Workspace, transcript};
use deskpilot_testkit::{PromptedDecider, loopback::ChatServer};
use serde_json::Value;
use std::{fs, process::Output, sync::Arc};
use tokio::runtime::Runtime;

const KEY: &str = "only-for-this-test";

/// Carries out the request with a model over HTTP, which sees the prompts.
fn run(workspace: &Workspace, server: &ChatServer, request: &str, task: &str) -> Output {
    let model = ["--model", "openai-compatible/steps", "--base-url", server.base_url()];
    let mut command = workspace.command(&[&["run", request, "--task", task], &model[..]].concat());
    command.env("DESKPILOT_MODEL_KEY_VARIABLE", "TEST_KEY").env("TEST_KEY", KEY).output().unwrap()
}

fn records(workspace: &Workspace) -> Vec<Value> {
    let listed = workspace.run(&["experience", "list", "--json"]);
    let listed: Value =
        serde_json::from_slice(&listed.stdout).unwrap_or_else(|_| panic!("{}", transcript(&listed)));
    listed["experience"].as_array().unwrap().clone()
}

#[test]
fn experience_of_one_session_is_recalled_in_the_next() {
    let workspace = Workspace::of(crate::PROGRAM);
    let runtime = Runtime::new().unwrap();
    let model = Arc::new(PromptedDecider(Steps));
    let server = runtime.block_on(ChatServer::start(model, Secret::new(KEY))).unwrap();
    let request = "Open the calculator and compute 6 x 7";
    for task in ["first", "second"] {
        let output = run(&workspace, &server, request, task);
        assert_eq!(output.status.code(), Some(0), "{task}: {}", transcript(&output));
        let worked = records(&workspace).iter().filter(|it| it["kind"] == "experience").count();
        assert_eq!(worked, usize::from(task == "second"), "nobody called the {task} right yet");
        let learned = workspace.run(&["experience", "learn", task]);
        assert!(transcript(&learned).contains("what worked"), "{}", transcript(&learned));
    }
    let [record] = <[Value; 1]>::try_from(records(&workspace)).unwrap();
    assert_eq!((&record["kind"], &record["times_seen"]), (&"experience".into(), &2.into()), "{record}");
    let (name, tip) = (record["name"].as_str().unwrap(), record["tips"][0].as_str().unwrap());
    let prompts = |task: &str| fs::read_to_string(workspace.log(task).join("request.log")).unwrap();
    let as_json = serde_json::to_string(tip).unwrap();
    let has_tip =
        |task: &str| prompts(task).contains(as_json.trim_matches('"').split("\\\"").next().unwrap());
    assert!(has_tip("second"), "{tip}\n{}", prompts("second"));
    let place = format!("experience/{name}.toml");
    assert!(prompts("second").contains(&place) && !prompts("first").contains(&place));

    let mut command = workspace.command(&["experience", "edit", name]);
    let edited = command.env("EDITOR", "sed -i s/effect/consequence/").output().unwrap();
    assert!(transcript(&edited).contains(&format!("changed: {name}")), "{}", transcript(&edited));
    let found = workspace.run(&["knowledge", "search", "consequence"]);
    assert!(transcript(&found).contains(&place), "{}", transcript(&found));
    assert!(transcript(&workspace.run(&["experience", "list"])).contains("; in your words)"));
    let learned = transcript(&workspace.run(&["experience", "learn", "second"]));
    assert!(learned.contains(&format!("{name}: what worked, seen 2 times")), "{learned}");
    let shown = transcript(&workspace.run(&["experience", "show", name]));
    assert!(shown.contains("had this consequence") && shown.contains("[[learned_from]]"), "{shown}");

    let forgotten = workspace.run(&["experience", "forget", name]);
    assert_eq!(forgotten.status.code(), Some(0), "{}", transcript(&forgotten));
    for word in ["show", "forget", "edit"] {
        for gone in [name, "../experience/x", "/etc/passwd"] {
            let missing = workspace.run(&["experience", word, gone]);
            assert_eq!(missing.status.code(), Some(2), "{}", transcript(&missing));
            assert!(transcript(&missing).contains("`deskpilot experience list` lists them"));
        }
    }
    let found = workspace.run(&["knowledge", "search", "consequence"]);
    assert!(!transcript(&found).contains(&place), "{}", transcript(&found));
    drop(runtime);
}

#[test]
fn a_subtask_that_fails_leaves_a_warning_if_a_person_wants_it() {
    let workspace = Workspace::of(crate::PROGRAM);
    let request = "Open the calculator and click the \"No such thing\" button";
    let output = workspace.run(&["run", request, "--task", "first"]);
    assert_eq!(output.status.code(), Some(1), "{}", transcript(&output));
    assert!(records(&workspace).is_empty(), "a program's decisions are nobody's experience");
    workspace.run(&["experience", "learn", "first"]);
    let [record] = <[Value; 1]>::try_from(records(&workspace)).unwrap();
    assert_eq!(record["kind"], "warning");
    let tips = record["tips"].to_string();
    assert!(tips.contains("The subtask failed; its agent gave this reason"), "{tips}");
}
