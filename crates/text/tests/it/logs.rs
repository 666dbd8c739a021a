//! The list of tasks, of one folder and of all, and the deletion of their logs.

use deskpilot_core::{Event, PauseCause};
use deskpilot_testkit::command_line::{Terminal, Workspace, finish, transcript, until};
use serde_json::Value;
use std::{fs, process::Stdio};

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
    let states: Vec<&str> = rows[1..5].iter().map(|it| it[3]).collect();
    assert_eq!(states, ["finished", "failed", "waiting", "stopped"]);
    assert!(rows[1..5].iter().all(|it| it[5] == "$0"), "no model was called: {table}");
    let total = table.lines().last().unwrap();
    assert!(total.starts_with("the logs take ") && total.contains(" in logs; "), "{total}");
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
fn cells_of_the_list_stand_below_their_headings_at_every_width() {
    let workspace = Workspace::of(crate::PROGRAM);
    tasks(&workspace);
    let (name, request) =
        ("demo-2026-11-30-02-01-04-zajf", "Open the calculator and read the result. ".repeat(4));
    let ended = r#""event":"round_ended","verdict":{"finished":"done"}"#;
    write_log(&workspace, name, 1_700_000_000_000, request.trim(), ended);
    for columns in [40, 60, 80, 120] {
        let (code, recording) = Terminal::wide(&workspace, &["log"], &[], columns).recorded();
        let lines = recording.lines();
        // The last line is about all of them, and longer than it may be.
        let lines: Vec<&str> =
            lines.iter().map(String::as_str).take_while(|it| !it.starts_with("the logs take ")).collect();
        let text = lines.join("\n");
        assert_eq!(code, Some(0), "{text}");
        assert!(lines.iter().all(|it| console::measure_text_width(it) <= usize::from(columns)), "{text}");
        let place = |word: &str| lines.iter().find_map(|it| it.find(word));
        for state in ["finished", "failed", "waiting", "stopped"] {
            assert_eq!(place(state), place("STATE"), "{columns}, {state}: {text}");
        }
        assert_eq!(text.matches("1 min 01 s").count(), 5, "{columns}: {text}");
        assert!(text.contains(name) && text.contains("Open the calculator ") && text.contains('…'), "{text}");
    }
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

#[test]
fn old_logs_are_deleted_at_a_terminal_once_the_person_says_yes() {
    let workspace = Workspace::of(crate::PROGRAM);
    tasks(&workspace);
    for (answer, is_left) in [("n\n", true), ("y\n", false)] {
        let mut terminal = Terminal::open(&workspace, &["log", "rm", "--older", "30d"]);
        terminal.shows(1, "a, b, c, d? [y/N] ");
        terminal.types(answer);
        let (code, screen) = terminal.end();
        assert_eq!((code, workspace.log("a").exists()), (Some(0), is_left), "{screen}");
    }
}

#[test]
fn a_task_that_runs_or_is_paused_is_never_deleted() {
    let workspace = Workspace::of(crate::PROGRAM);
    write_log(&workspace, "old", 1_700_000_000_000, "x", r#""event":"stopped""#);
    let words = ["run", "Open galculator. Wait 30 seconds.", "--task", "t"];
    let child = workspace.command(&words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    until("the wait has begun", || {
        workspace.operations("t").iter().any(|operation| operation.starts_with("wait("))
    });
    let stays = || {
        let refused = workspace.run(&["log", "rm", "old", "t", "--yes"]);
        assert_eq!(refused.status.code(), Some(2), "{}", transcript(&refused));
        assert!(transcript(&refused).contains("stop it first with `deskpilot stop t`"));
        command_output(&workspace, &["log", "rm", "--older", "1ms", "--dry-run"], 0);
        assert!(workspace.log("old").exists() && workspace.log("t").exists(), "nothing is deleted then");
    };
    stays();
    command_output(&workspace, &["pause", "t"], 0);
    let pause = Event::Paused { cause: PauseCause::Asked };
    until("it lets go", || workspace.entries("t").iter().any(|it| it.event == pause));
    stays();
    assert!(!command_output(&workspace, &["log", "rm", "--older", "1s", "--dry-run"], 0).contains(", t"));
    command_output(&workspace, &["stop", "t"], 0);
    finish(child);
}

#[test]
fn tasks_of_every_folder_are_listed_with_their_folders() {
    let workspace = Workspace::of(crate::PROGRAM);
    for (folder, task) in [("one", "first"), ("two", "second")] {
        fs::create_dir(workspace.path().join(folder)).unwrap();
        let mut command = workspace.command(&["run", "Open galculator.", "--task", task]);
        let output = command.current_dir(workspace.path().join(folder)).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", transcript(&output));
    }
    let here = workspace.path().canonicalize().unwrap();
    assert!(command_output(&workspace, &["log"], 0).starts_with("there are no tasks in "));
    let table = command_output(&workspace, &["log", "--everywhere"], 0);
    for (folder, task) in [("one", "first"), ("two", "second")] {
        let row = table.lines().find(|it| it.starts_with(task)).unwrap();
        assert!(row.contains(&here.join(folder).join("logs").display().to_string()), "{table}");
    }
    assert!(table.contains("FOLDER") && table.contains(" in 3 folders; "), "{table}");
    let shown = command_output(&workspace, &["log", "--everywhere", "--json"], 0);
    let shown: Value = serde_json::from_str(&shown).unwrap();
    let folder = shown[1]["log_dir"].as_str().unwrap();
    assert!(command_output(&workspace, &["log", "second", "--log-dir", folder], 0).contains("Finished."));
    fs::remove_dir_all(here.join("one")).unwrap();
    let table = command_output(&workspace, &["log", "--everywhere"], 0);
    assert!(!table.contains("first") && table.contains("second"), "{table}");
}
