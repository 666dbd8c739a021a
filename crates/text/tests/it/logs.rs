//! The list of tasks, and the deletion of their logs.

use deskpilot_testkit::command_line::{Workspace, transcript};
use serde_json::Value;
use std::fs;

fn command_output(workspace: &Workspace, words: &[&str], code: i32) -> String {
    let output = workspace.run(words);
    assert_eq!(output.status.code(), Some(code), "{}", transcript(&output));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A log whose round ended like this, or still runs.
fn write_log(workspace: &Workspace, task: &str, at: u64, request: &str, last: &str) {
    let folder = workspace.log(task);
    fs::create_dir_all(&folder).unwrap();
    let round = format!(r#"{{"seq":0,"at":{at},"event":"round_started","round":0,"request":"{request}"}}"#);
    let last = format!(r#"{{"seq":1,"at":{},{last}}}"#, at + 61_000);
    fs::write(folder.join("events.jsonl"), format!("{round}\n{last}\n")).unwrap();
}

/// Tasks of the year 2023 in several states.
fn tasks(workspace: &Workspace) {
    for (at, (task, request, last)) in [
        ("a", "Sum up the letter", r#""event":"round_ended","verdict":{"finished":"done"}"#),
        ("b", "Write a letter", r#""event":"round_ended","verdict":{"failed":"no"}"#),
        ("c", "Ask me", r#""event":"asked","questions":["Which?"]"#),
        ("d", "Wait", r#""event":"stopped""#),
    ]
    .into_iter()
    .enumerate()
    {
        write_log(workspace, task, 1_700_000_000_000 + at as u64 * 1000, request, last);
    }
}

#[test]
fn tasks_are_a_table_that_filters_narrow() {
    let workspace = Workspace::of(crate::PROGRAM);
    assert!(command_output(&workspace, &["log"], 0).starts_with("there are no tasks in "));
    tasks(&workspace);
    let table = command_output(&workspace, &["log"], 0);
    let rows: Vec<Vec<&str>> = table.lines().map(|it| it.split_whitespace().collect()).collect();
    assert_eq!(rows[0], ["TASK", "STARTED", "STATE", "STEPS", "COST", "TIME", "SIZE", "REQUEST"]);
    let states: Vec<&str> = rows[1..].iter().map(|it| it[3]).collect();
    assert_eq!(states, ["finished", "failed", "waiting", "stopped"]);
    assert!(table.contains("1 min 01 s") && table.contains("Sum up the letter"), "{table}");
    let names = |words: &[&str]| -> Vec<String> {
        let shown: Value = serde_json::from_str(&command_output(&workspace, words, 0)).unwrap();
        shown.as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names(&["log", "--json", "--find", "letter"]), ["a", "b"]);
    assert_eq!(names(&["log", "--json", "--state", "waiting", "--state", "stopped"]), ["c", "d"]);
    assert_eq!(names(&["session", "list", "--json", "--last", "1"]), ["d"]);
    assert!(
        command_output(&workspace, &["log", "--last", "3"], 0).contains("1 older tasks are not shown; --all")
    );
    assert!(command_output(&workspace, &["log", "--find", "nothing"], 0).starts_with("no task in "));
}

#[test]
fn logs_are_deleted_once_that_is_agreed_to() {
    let workspace = Workspace::of(crate::PROGRAM);
    tasks(&workspace);
    let unagreed = workspace.run(&["log", "rm", "a"]);
    assert_eq!(unagreed.status.code(), Some(2), "{}", transcript(&unagreed));
    assert!(transcript(&unagreed).contains("say so with --yes") && workspace.log("a").exists());
    let wrong = workspace.run(&["log", "rm", "a", "nobody", "--yes"]);
    assert_eq!(wrong.status.code(), Some(1), "{}", transcript(&wrong));
    assert!(workspace.log("a").exists(), "a wrong name is found before anything is deleted");
    assert!(
        command_output(&workspace, &["log", "rm", "--older-than", "30d", "--dry-run"], 0)
            .contains("a, b, c, d")
    );
    assert!(
        command_output(&workspace, &["log", "rm", "a", "b", "--yes"], 0).starts_with("deleted 2 logs with ")
    );
    assert!(!workspace.log("a").exists() && !workspace.log("b").exists() && workspace.log("c").exists());
    command_output(&workspace, &["session", "rm", "--older-than", "30d", "--yes"], 0);
    assert_eq!(
        command_output(&workspace, &["log", "rm", "--older-than", "30d", "--yes"], 0),
        "nothing to delete\n"
    );
    let vague = workspace.run(&["log", "rm", "--older-than", "long", "--yes"]);
    assert_eq!(vague.status.code(), Some(2), "{}", transcript(&vague));
}
