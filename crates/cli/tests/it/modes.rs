//! Modes that follow plan files, on real applications: steps, and batches that are killed and started again.

use deskpilot_core::{Event, Mode};
use deskpilot_testkit::{
    command_line::{Workspace, transcript, until},
    tries_also,
};
use serde_json::{Value, json};
use std::{fs, process::Stdio};

const UNASKED: &[&str] = &["--policy", "unrestricted"];

/// A workspace with plans for documents: their names and contents, and the plans next to them.
fn with_plans(plans: &[(&str, &str, Value)]) -> Workspace {
    let workspace = crate::workspace();
    fs::create_dir(workspace.path().join("tasks")).unwrap();
    for (name, text, plan) in plans {
        fs::write(workspace.path().join(format!("tasks/{name}.txt")), text).unwrap();
        fs::write(workspace.path().join(format!("tasks/{name}.json")), plan.to_string()).unwrap();
    }
    workspace
}

fn document(workspace: &Workspace, name: &str) -> String {
    fs::read_to_string(workspace.path().join(format!("tasks/{name}.txt"))).unwrap().trim().to_owned()
}

fn mode(workspace: &Workspace, task: &str) -> Option<Mode> {
    workspace.entries(task).into_iter().find_map(|it| match it.event {
        Event::SessionOpened { mode, .. } => Some(mode),
        _ => None,
    })
}

#[test]
fn a_folder_of_plans_is_followed_step_by_step() {
    if !tries_also("a folder of plans that is followed") {
        return;
    }
    let names = ["a", "b"];
    let steps = |name: &str| json!(["Press Ctrl+End", format!("Type \"more {name}\""), "Press Ctrl+S"]);
    let plan = |name: &str| json!({"task": "add a line", "steps": steps(name), "object": format!("{name}.txt"), "close": true});
    let workspace = with_plans(&names.map(|name| (name, "first\n", plan(name))));
    let words = [&["run", "--mode", "follower", "--plan", "tasks", "--task", "f"], UNASKED].concat();
    let output = workspace.run(&words);
    let all = transcript(&output);
    assert_eq!(output.status.code(), Some(0), "{all}");
    assert!(all.contains("2 plans: 2 finished"), "{all}");
    for name in names {
        let task = format!("f-{name}");
        assert_eq!(document(&workspace, name), format!("first\nmore {name}"), "{all}");
        assert_eq!(mode(&workspace, &task), Some(Mode::Follower));
        let given = workspace.assignments(&task);
        let ids: Vec<&str> = given.iter().map(|it| it.subtask.id.as_str()).collect();
        assert_eq!(ids, ["step-1", "step-2", "step-3"]);
        assert_eq!(given[1].subtask.text, format!("Type \"more {name}\""));
        assert!(given.iter().all(|it| it.agent.to_string().starts_with("BatchAgent/")), "{given:?}");
        let closed = workspace.operations(&task).iter().any(|it| it.starts_with("close_window"));
        assert!(closed, "what was opened for it is closed: {:?}", workspace.operations(&task));
    }
}

#[test]
fn a_batch_of_documents_is_killed_and_taken_up_where_it_was() {
    if !tries_also("a batch of documents that is killed") {
        return;
    }
    // One that is done, one that is being done, and one that waits.
    let names = ["a", "b", "c"];
    let task = |name: &str| format!("Press Ctrl+A. Press Delete. Type \"done {name}\". Press Ctrl+S.");
    let plan = |name: &str| json!({"task": task(name), "object": format!("{name}.txt"), "close": "True"});
    let workspace = with_plans(&names.map(|name| (name, "first\n", plan(name))));
    let words = [&["run", "--mode", "batch_normal", "--plan", "tasks"], UNASKED].concat();
    let state = || workspace.jobs("tasks.queue");
    let first = [&words[..], &["--task", "one"]].concat();
    let mut child = workspace.command(&first).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    until("the second document is typed into", || {
        workspace.operations("one-b").iter().any(|it| it.contains("one b"))
    });
    child.kill().unwrap();
    child.wait().unwrap();
    let of = |name: &str| state()[name]["state"].as_str().unwrap().to_owned();
    assert_eq!(names.map(of), ["succeeded", "running", "queued"]);

    let output = workspace.run(&[&words[..], &["--task", "two"]].concat());
    let all = transcript(&output);
    assert_eq!(output.status.code(), Some(0), "{all}");
    assert!(all.contains("3 plans: 2 finished, 1 finished before"), "{all}");
    for name in names {
        assert_eq!(document(&workspace, name), format!("done {name}"), "{all}");
        let log = format!("one-{name}");
        assert_eq!(state()[name]["state"], "succeeded");
        assert_eq!(state()[name]["payload"]["log"], log, "a job keeps the log of its first submission");
        assert_eq!(mode(&workspace, &log), Some(Mode::BatchNormal));
        assert!(workspace.assignments(&log)[0].agent.to_string().starts_with("BatchAgent/"));
    }
    let logs = fs::read_dir(workspace.path().join("logs")).unwrap().count();
    assert_eq!(logs, names.len(), "nothing is done twice");

    let again = workspace.run(&words);
    assert_eq!(again.status.code(), Some(0), "{}", transcript(&again));
    assert!(transcript(&again).contains("3 plans: 3 finished before"), "{}", transcript(&again));
}
