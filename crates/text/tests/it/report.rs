//! Tasks in one file that a browser opens.

use deskpilot_testkit::command_line::{Workspace, transcript};
use serde_json::Value;
use std::fs;

/// What the command prints, which must end with this exit code.
fn command_output(workspace: &Workspace, words: &[&str], code: i32) -> String {
    let output = workspace.run(words);
    assert_eq!(output.status.code(), Some(code), "{words:?}: {}", transcript(&output));
    String::from_utf8(if code == 0 { output.stdout } else { output.stderr }).unwrap()
}

#[test]
fn a_report_is_written_into_a_new_file_and_replaces_one_only_by_force() {
    let workspace = Workspace::of(crate::PROGRAM);
    command_output(&workspace, &["run", "Open galculator. Click \"5\".", "--task", "five"], 0);
    let shown = command_output(&workspace, &["report"], 0);
    assert!(shown.starts_with("written: five.html, ") && shown.contains(", 1 task, "), "{shown}");
    assert!(shown.contains("\nnext: open five.html in a browser"), "{shown}");
    let file = workspace.path().join("five.html");
    let page = fs::read_to_string(&file).unwrap();
    assert!(page.starts_with("<!doctype html>") && page.contains("\"name\":\"five\""), "{}", page.len());

    fs::write(&file, "mine").unwrap();
    let refused = command_output(&workspace, &["report", "five"], 1);
    assert!(refused.contains("five.html is there already; name another file, or replace it with --force"));
    assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
    command_output(&workspace, &["report", "five", "--force"], 0);
    assert_eq!(fs::read_to_string(&file).unwrap(), page);

    let told = command_output(&workspace, &["report", "five", "five", "-o", "other.html", "--json"], 0);
    let told: Value = serde_json::from_str(&told).unwrap();
    assert_eq!((&told["tasks"], &told["missing"]), (&vec!["five"].into(), &Value::Array(Vec::new())));
    let bytes = fs::metadata(workspace.path().join("other.html")).unwrap().len();
    assert_eq!((&told["file"], &told["bytes"]), (&"other.html".into(), &bytes.into()));
}

#[test]
fn a_report_of_nothing_or_into_nowhere_says_what_to_do() {
    let workspace = Workspace::of(crate::PROGRAM);
    command_output(&workspace, &["run", "Open galculator.", "--task", "t"], 0);
    for (words, reason) in [
        (&["report", "nothing"][..], "the task \"nothing\" has no log"),
        (&["report", "../x"], "cannot be a task's name"),
        (&["report", "t", "-o", "no/folder/t.html"], "no/folder/t.html cannot be written: "),
    ] {
        let printed = command_output(&workspace, words, 1);
        assert!(printed.contains(reason), "{words:?}: {printed}");
    }
}
