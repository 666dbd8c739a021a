//! Modes that follow plan files: what ends a plan, and what does not go together.

use deskpilot_testkit::command_line::{Workspace, transcript};
use serde_json::json;

#[test]
fn a_step_that_comes_to_nothing_ends_the_plan_and_is_named() {
    let steps = json!(["Click \"5\"", "Click \"Warp drive\"", "Click \"7\""]);
    let plan = json!({"task": "count", "steps": steps, "object": "calculator"});
    let workspace = Workspace::of(crate::PROGRAM);
    workspace.put("tasks/calc.json", &plan.to_string());
    let output = workspace.run(&["run", "--mode", "follower", "--plan", "tasks/calc.json", "--task", "f"]);
    let all = transcript(&output);
    assert_eq!(output.status.code(), Some(1), "{all}");
    assert!(all.contains("step-2 (Click \"Warp drive\") was not carried out"), "{all}");
    let given = workspace.assignments("f-calc");
    assert_eq!(given.last().unwrap().subtask.id, "step-2", "{given:?}");
    assert!(given[0].agent.to_string().starts_with("BatchAgent/"), "{given:?}");
    let replay = workspace.run(&["replay", "f-calc", "--task", "again"]);
    assert_eq!(replay.status.code(), Some(1), "{}", transcript(&replay));
    assert_eq!(workspace.operations("again"), workspace.operations("f-calc"));
    let resumed = workspace.run(&["resume", "f-calc"]);
    assert!(transcript(&resumed).contains("run the plan again"), "{}", transcript(&resumed));
}

#[test]
fn what_does_not_go_together_is_reported_before_anything_runs() {
    let workspace = Workspace::of(crate::PROGRAM);
    for (file, text) in [
        ("tasks/good.txt", "text".to_owned()),
        ("tasks/good.json", json!({"task": "t", "object": "good.txt"}).to_string()),
        ("tasks/bad.txt", "text".to_owned()),
        ("tasks/bad.json", json!({"task": 7, "object": "../x.txt"}).to_string()),
        ("wrong.json", "[]".to_owned()),
    ] {
        workspace.put(file, &text);
    }
    let good = "tasks/good.json";
    for (words, expected) in [
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
        assert!(all.contains(expected), "{words:?} does not say {expected:?}: {all}");
    }
    assert!(!workspace.path().join("logs").exists(), "something ran");
}
