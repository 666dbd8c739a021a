//! Settings are read, changed and removed by name.

use deskpilot_testkit::command_line::{Workspace, transcript};
use serde_json::Value;
use std::fs;

fn command_output(workspace: &Workspace, words: &[&str], code: i32) -> String {
    let output = workspace.run(words);
    let all = transcript(&output);
    assert_eq!(output.status.code(), Some(code), "{all}");
    if code == 0 { String::from_utf8_lossy(&output.stdout).trim().to_owned() } else { all }
}

#[test]
fn a_setting_is_read_changed_and_removed() {
    let workspace = Workspace::of(crate::PROGRAM);
    let file = workspace.path().join(".config/deskpilot/config.toml");
    assert_eq!(command_output(&workspace, &["config", "get", "run.max_steps"], 0), "0");
    assert_eq!(
        command_output(&workspace, &["config", "set", "run.max_steps", "9"], 0),
        format!("set in {}", file.display())
    );
    assert_eq!(fs::read_to_string(&file).unwrap(), "[run]\nmax_steps = 9\n");
    assert!(command_output(&workspace, &["config", "get", "run.max_steps", "--origin"], 0).starts_with("9 "));
    command_output(&workspace, &["config", "unset", "run.max_steps"], 0);
    assert_eq!(command_output(&workspace, &["config", "get", "run.max_steps"], 0), "0");
    // The tests set it in the environment.
    assert!(
        command_output(&workspace, &["config", "set", "terminal.progress", "nothing"], 0)
            .ends_with("terminal.progress is details by $DESKPILOT_TERMINAL_PROGRESS")
    );
}

#[test]
fn a_wrong_name_or_value_is_named_with_the_nearest_right_one() {
    let workspace = Workspace::of(crate::PROGRAM);
    for (words, expected) in [
        (&["config", "get", "run.max_step"][..], "did you mean run.max_steps?"),
        (&["config", "set", "run.max_steps", "many"], "run.max_steps must be a whole number from 0"),
        (&["config", "unset", "nonsense"], "`deskpilot config show` lists all settings"),
    ] {
        let all = command_output(&workspace, words, 2);
        assert!(all.contains(expected), "{all}");
    }
    assert!(!workspace.path().join(".config").exists());
}

#[test]
fn settings_are_shown_with_their_origin() {
    let workspace = Workspace::of(crate::PROGRAM);
    fs::write(workspace.path().join("deskpilot.toml"), "[run]\nmax_steps = 7\n").unwrap();
    let rows: Value =
        serde_json::from_str(&command_output(&workspace, &["config", "show", "--json"], 0)).unwrap();
    let row = rows.as_array().unwrap().iter().find(|it| it["name"] == "run.max_steps").unwrap();
    assert_eq!((&row["value"], row["origin"].as_str()), (&Value::from(7), Some("deskpilot.toml")));
    let table = command_output(&workspace, &["config", "show", "--origin"], 0);
    let lines: Vec<&str> = table.lines().collect();
    let place = |line: &str, word: &str| line.find(word);
    let row = lines.iter().find(|it| it.starts_with("run.max_steps ")).unwrap();
    assert_eq!(place(row, "deskpilot.toml"), place(lines[0], "FROM"), "{table}");
    assert_eq!(row.rfind('7'), place(lines[0], "VALUE"), "{table}");
    // However long a value is, the others stand below their headings.
    let from = place(lines[0], "FROM").unwrap();
    let is_cell = |line: &&str| line[..from].ends_with("  ") && !line[from..].starts_with(' ');
    assert!(lines.iter().all(is_cell), "{table}");
}
