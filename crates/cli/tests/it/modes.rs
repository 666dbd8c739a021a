//! Modes that follow plan files, on real applications: steps, and batches that are killed and started again.

use crate::common::{Workspace, transcript, until};
use deskpilot_core::{Event, HostDecision, Mode};
use serde_json::{Value, json};
use std::{fs, process::Stdio};

const UNASKED: &[&str] = &["--policy", "unrestricted"];

/// A workspace with plans for documents: their names, what is in them, and the plans beside them.
fn with_plans(plans: &[(&str, &str, Value)]) -> Workspace {
    let workspace = Workspace::new();
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

/// The subtasks that were assigned: id, text, agent.
fn assigned(workspace: &Workspace, task: &str) -> Vec<(String, String, String)> {
    let of = |event: Event| match event {
        Event::HostDecided { decision: HostDecision::Assign(it), .. } => {
            Some((it.subtask.id, it.subtask.text, it.agent.to_string()))
        }
        _ => None,
    };
    workspace.entries(task).into_iter().filter_map(|it| of(it.event)).collect()
}

fn mode(workspace: &Workspace, task: &str) -> Option<Mode> {
    workspace.entries(task).into_iter().find_map(|it| match it.event {
        Event::SessionOpened { mode, .. } => Some(mode),
        _ => None,
    })
}

#[test]
fn a_folder_of_five_plans_is_followed_step_by_step() {
    let names = ["a", "b", "c", "d", "e"];
    let steps = |name: &str| json!(["Press Ctrl+End", format!("Type \"more {name}\""), "Press Ctrl+S"]);
    let plan = |name: &str| json!({"task": "add a line", "steps": steps(name), "object": format!("{name}.txt"), "close": true});
    let workspace = with_plans(&names.map(|name| (name, "first\n", plan(name))));
    let words = [&["run", "--mode", "follower", "--plan", "tasks", "--task", "f"], UNASKED].concat();
    let output = workspace.run(&words);
    let all = transcript(&output);
    assert_eq!(output.status.code(), Some(0), "{all}");
    assert!(all.contains("5 plans: 5 finished"), "{all}");
    for name in names {
        let task = format!("f-{name}");
        assert_eq!(document(&workspace, name), format!("first\nmore {name}"), "{all}");
        assert_eq!(mode(&workspace, &task), Some(Mode::Follower));
        let given = assigned(&workspace, &task);
        let ids: Vec<&str> = given.iter().map(|it| it.0.as_str()).collect();
        assert_eq!(ids, ["step-1", "step-2", "step-3"]);
        assert_eq!(given[1].1, format!("Type \"more {name}\""));
        assert!(given.iter().all(|it| it.2.starts_with("BatchAgent/")), "{given:?}");
        let closed = workspace.operations(&task).iter().any(|it| it.starts_with("close_window"));
        assert!(closed, "what was opened for it is closed: {:?}", workspace.operations(&task));
    }
}

#[test]
fn a_step_that_comes_to_nothing_ends_the_plan_and_is_named() {
    let steps = json!(["Click \"5\"", "Click \"Warp drive\"", "Click \"7\""]);
    let plan = json!({"task": "count", "steps": steps, "object": "calculator"});
    let workspace = with_plans(&[("calc", "", plan)]);
    let output = workspace.run(&["run", "--mode", "follower", "--plan", "tasks/calc.json", "--task", "f"]);
    let all = transcript(&output);
    assert_eq!(output.status.code(), Some(1), "{all}");
    assert!(all.contains("step-2 (Click \"Warp drive\") was not carried out"), "{all}");
    let given = assigned(&workspace, "f-calc");
    assert_eq!(given.last().unwrap().0, "step-2", "{given:?}");
    assert!(given[0].2.starts_with("BatchAgent/"), "{given:?}");
    let replay = workspace.run(&["replay", "f-calc", "--task", "again"]);
    assert_eq!(replay.status.code(), Some(1), "{}", transcript(&replay));
    assert_eq!(workspace.operations("again"), workspace.operations("f-calc"));
    let resumed = workspace.run(&["resume", "f-calc"]);
    assert!(transcript(&resumed).contains("run the plan again"), "{}", transcript(&resumed));
}

#[test]
fn a_batch_of_five_documents_is_killed_and_taken_up_where_it_was() {
    let names = ["a", "b", "c", "d", "e"];
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
    assert_eq!(["a", "b", "c"].map(of), ["succeeded", "running", "queued"]);

    let output = workspace.run(&[&words[..], &["--task", "two"]].concat());
    let all = transcript(&output);
    assert_eq!(output.status.code(), Some(0), "{all}");
    assert!(all.contains("5 plans: 4 finished, 1 finished before"), "{all}");
    for name in names {
        assert_eq!(document(&workspace, name), format!("done {name}"), "{all}");
        let log = format!("one-{name}");
        assert_eq!(state()[name]["state"], "succeeded");
        assert_eq!(state()[name]["payload"]["log"], log, "a job keeps the log of its first submission");
        assert_eq!(mode(&workspace, &log), Some(Mode::BatchNormal));
        assert!(assigned(&workspace, &log)[0].2.starts_with("BatchAgent/"));
    }
    let logs = fs::read_dir(workspace.path().join("logs")).unwrap().count();
    assert_eq!(logs, names.len(), "nothing is done twice");

    let again = workspace.run(&words);
    assert_eq!(again.status.code(), Some(0), "{}", transcript(&again));
    assert!(transcript(&again).contains("5 plans: 5 finished before"), "{}", transcript(&again));
}

#[test]
fn what_does_not_go_together_is_told_before_anything_runs() {
    let workspace = with_plans(&[
        ("good", "text", json!({"task": "t", "object": "good.txt"})),
        ("bad", "text", json!({"task": 7, "object": "../x.txt"})),
    ]);
    fs::write(workspace.path().join("wrong.json"), "[]").unwrap();
    let good = "tasks/good.json";
    for (words, said) in [
        (
            &["--mode", "follower"][..],
            "the mode follower follows plans: name a plan file, or a folder of them, with --plan",
        ),
        (&["--mode", "batch_normal", "x", "--plan", good], "leave the request out"),
        (&["--mode", "batch_normal", "-i", "--plan", good], "leave --interactive out"),
        (&["x", "--plan", good], "the mode normal takes no plan"),
        (
            &["--mode", "operator", "x", "--plan", good],
            "or choose --mode follower, batch_normal, batch_normal_operator",
        ),
        (&["--mode", "follower", "--plan", good, "--queue", "s.queue"], "the mode follower keeps no queue"),
        (&["--mode", "follower", "--plan", good], "good.json, \"steps\": it is missing"),
        (&["--mode", "batch_normal", "--plan", "tasks"], "bad.json, line 1, \"task\": it is a number"),
        (&["--mode", "batch_normal", "--plan", good, "--queue", "wrong.json"], "wrong.json"),
        (&["--mode", "batch_normal", "--plan", "nowhere"], "nowhere: it cannot be read"),
        (
            &["--mode", "batch_normal_operator", "--plan", good],
            "needs a computer-use model: name one with --model",
        ),
        (&["--mode", "operator", "x", "--model", "steps"], "there is no model \"steps\""),
        (&["--mode", "operator", "x", "--model", "ollama/llava"], "has no computer-use model"),
        (&["--mode", "NORMAL", "x"], "invalid value 'NORMAL'"),
        (&[], "there is no request: say what you want done, or run it at a terminal"),
        (&["x", "--interactive"], "standard input is not a terminal"),
    ] {
        let output = workspace.run(&[&["run"], words].concat());
        let all = transcript(&output);
        assert_eq!(output.status.code(), Some(2), "{words:?}: {all}");
        assert!(all.contains(said), "{words:?} does not say {said:?}: {all}");
    }
    assert!(!workspace.path().join("logs").exists(), "something ran");
}
