//! What people get wrong and what the world does: each ends in a clear sentence and an exit code, and loses nothing.

use deskpilot_testkit::command_line::{Workspace, finish, transcript, until};
use std::{fs, process::Stdio, time::Instant};

/// Runs the command, and compares its exit code and a part of its output.
fn check(workspace: &Workspace, words: &[&str], code: i32, expected: &str) {
    let output = workspace.run(words);
    let all = transcript(&output);
    assert_eq!(output.status.code(), Some(code), "{words:?}: {all}");
    assert!(all.contains(expected), "{words:?} does not say {expected:?}: {all}");
    assert!(!all.contains("panicked"), "{all}");
}

#[test]
fn a_wrong_command_line_is_told_what_would_be_right() {
    let workspace = Workspace::of(crate::PROGRAM);
    fs::write(workspace.path().join("deskpilot.toml"), "[run]\nmax_step = 3\n").unwrap();
    check(&workspace, &["run", "x"], 2, "did you mean run.max_steps?");
    fs::remove_file(workspace.path().join("deskpilot.toml")).unwrap();
    for (words, code, expected) in [
        (&["run", " "][..], 2, "the request is empty"),
        (&["run", "x", "--model", "gpt"], 2, "there is no model \"gpt\""),
        (&["run", "x", "--model", "nobody/gpt"], 2, "there is no provider \"nobody\""),
        (&["run", "x", "--task", "../x"], 1, "cannot be a task's name"),
        (&["run", "x", "--policy", "sometimes"], 2, "sometimes cannot be read"),
        (&["resume", "nothing"], 1, "the task \"nothing\" has no log"),
        (&["log", "nothing"], 1, "the task \"nothing\" has no log"),
        (&["stop"], 2, "no task is running"),
        (&["frobnicate"], 2, "there is no command \"frobnicate\""),
    ] {
        check(&workspace, words, code, expected);
    }
}

#[test]
fn what_cannot_be_done_fails_with_its_reason() {
    let workspace = Workspace::of(crate::PROGRAM);
    for (task, request, expected) in [
        ("a", "Frobnicate the knob.", "I do not understand the step"),
        ("b", "Open the flux capacitor.", "flux capacitor"),
        ("c", "Open the calculator. Click \"Warp drive\".", "Warp drive"),
    ] {
        check(&workspace, &["run", request, "--task", task], 1, expected);
        assert!(fs::read_to_string(workspace.log(task).join("response.log")).unwrap().lines().count() >= 1);
    }
    // A name is taken once; what was written stays.
    let before = fs::read(workspace.log("a").join("events.jsonl")).unwrap();
    check(&workspace, &["run", "Open the calculator.", "--task", "a"], 1, "has a log already");
    assert_eq!(fs::read(workspace.log("a").join("events.jsonl")).unwrap(), before);
    check(&workspace, &["resume", "a"], 2, "has ended");
}

#[test]
fn words_left_over_are_refused_before_anything_is_done() {
    let workspace = Workspace::of(crate::PROGRAM);
    for (task, request, expected) in [
        (
            "a",
            "Open the text editor. Type \"Tea\" and B1 to 3.",
            "I do not understand: and B1 to 3; write `type \"Tea\"`",
        ),
        (
            "b",
            "Open the calculator. Click \"5\" very often.",
            "I do not understand: very often; write `click \"5\"`",
        ),
        ("c", "Open the text editor. Write a letter to Ada.", "write `type \"a letter to Ada\"`"),
    ] {
        check(&workspace, &["run", request, "--task", task], 1, expected);
        assert!(workspace.operations(task).is_empty(), "{request}");
    }
}

#[test]
fn two_values_in_one_sentence_are_two_steps() {
    let workspace = Workspace::of(crate::PROGRAM);
    let request = "Open the calculator. Click \"5\" and \"7\". Read the display.";
    check(&workspace, &["run", request, "--task", "t"], 0, "57");
}

#[test]
fn a_task_that_used_up_its_steps_goes_on_with_more() {
    let workspace = Workspace::of(crate::PROGRAM);
    let request = "Open the calculator. Click \"5\".";
    check(&workspace, &["run", request, "--task", "m", "--max-steps", "1"], 1, "max-steps");
    check(&workspace, &["resume", "m", "--max-steps", "1"], 1, "max-steps");
    check(&workspace, &["resume", "m", "--max-steps", "20"], 0, "finished");
    check(&workspace, &["run", request, "--task", "n", "--max-steps", "1"], 1, "deskpilot resume n");
    check(&workspace, &["resume", "n"], 0, "Starting again: no subtask of it was finished.");
    let events = |name: &str| {
        let all = workspace.entries("n");
        all.iter().filter(|it| serde_json::to_value(it).unwrap()["event"] == name).count()
    };
    assert_eq!((events("round_started"), events("round_reopened")), (1, 1), "the round itself goes on");
}

#[test]
fn a_torn_log_is_mended_and_a_damaged_one_is_named() {
    let workspace = Workspace::of(crate::PROGRAM);
    let request = "Open the calculator. Click \"5\".";
    check(&workspace, &["run", request, "--task", "t", "--max-steps", "1"], 1, "max-steps");
    let path = workspace.log("t").join("events.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    // Cut in the middle of the line that ended the round: the round continues from the line before.
    let ended = text.find("\"event\":\"round_ended\"").unwrap();
    fs::write(&path, &text[..ended]).unwrap();
    check(&workspace, &["resume", "t"], 0, "finished");
    assert!(fs::read_to_string(workspace.log("t").join("events.jsonl.torn-1")).is_ok());

    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replacen("\"event\":\"round_started\"", "\"event\":\"round_", 1)).unwrap();
    check(&workspace, &["resume", "t"], 1, "is damaged at line 2");
}

#[test]
fn nobody_to_answer_is_an_exit_code_and_not_a_hang() {
    let workspace = Workspace::of(crate::PROGRAM);
    let job = "Open the calculator. Press Ctrl+Q.";
    check(&workspace, &["run", job, "--task", "q"], 3, "Waits for your approval");
    check(&workspace, &["resume", "q"], 3, "Waits for your approval");
    check(&workspace, &["log", "q"], 0, "\nneeds approval: press Control+");
}

#[test]
fn a_stop_takes_effect_at_once_and_leaves_the_task_where_it_stood() {
    let workspace = Workspace::of(crate::PROGRAM);
    let request = "Open the calculator. Wait 60 seconds. Click \"5\".";
    let words = ["run", request, "--task", "s", "--json"];
    let child = workspace.command(&words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    until("the wait has begun", || {
        workspace.operations("s").iter().any(|operation| operation.starts_with("wait("))
    });
    check(&workspace, &["run", request, "--task", "s"], 1, "the task \"s\" is running");
    let before = Instant::now();
    check(&workspace, &["stop"], 0, "stopped: s");
    let took = before.elapsed();
    let output = finish(child);
    assert_eq!(output.status.code(), Some(130), "{}", transcript(&output));
    assert!(took.as_secs() < 30, "the stop waited for the wait: {took:?}");
    let events: Vec<String> = workspace
        .entries("s")
        .iter()
        .map(|it| serde_json::to_value(it).unwrap()["event"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(events[events.len() - 2..], ["acted", "stopped"]);
    check(&workspace, &["log", "s"], 0, "wait 60 s (interrupted: ");
    check(&workspace, &["log", "s"], 0, "\nStopped.\n");
}

#[test]
fn a_reader_that_goes_away_does_not_stop_the_task() {
    let workspace = Workspace::of(crate::PROGRAM);
    let words = ["run", "Open the calculator. Click \"5\".", "--task", "p", "--json"];
    let mut child = workspace.command(&words).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
}
