//! Settings are read, changed and removed by name.

use crate::common::{Workspace, transcript};
use std::fs;

fn said(workspace: &Workspace, words: &[&str], code: i32) -> String {
    let output = workspace.run(words);
    let all = transcript(&output);
    assert_eq!(output.status.code(), Some(code), "{all}");
    if code == 0 { String::from_utf8_lossy(&output.stdout).trim().to_owned() } else { all }
}

#[test]
fn a_setting_is_read_changed_and_removed() {
    let workspace = Workspace::new();
    let file = workspace.path().join(".config/deskpilot/config.toml");
    assert_eq!(said(&workspace, &["config", "get", "run.max_steps"], 0), "50");
    assert_eq!(
        said(&workspace, &["config", "set", "run.max_steps", "9"], 0),
        format!("set in {}", file.display())
    );
    assert_eq!(fs::read_to_string(&file).unwrap(), "[run]\nmax_steps = 9\n");
    assert!(said(&workspace, &["config", "get", "run.max_steps", "--origin"], 0).starts_with("9 "));
    said(&workspace, &["config", "unset", "run.max_steps"], 0);
    assert_eq!(said(&workspace, &["config", "get", "run.max_steps"], 0), "50");
    // The tests set it in the environment.
    assert!(
        said(&workspace, &["config", "set", "terminal.progress", "nothing"], 0)
            .ends_with("terminal.progress is details by $DESKPILOT_TERMINAL_PROGRESS")
    );
}

#[test]
fn a_wrong_name_or_value_is_named_with_the_nearest_right_one() {
    let workspace = Workspace::new();
    for (words, expected) in [
        (&["config", "get", "run.max_step"][..], "did you mean run.max_steps?"),
        (&["config", "set", "run.max_steps", "many"], "run.max_steps must be a whole number from 0"),
        (&["config", "unset", "nonsense"], "`deskpilot config show` lists all settings"),
    ] {
        let all = said(&workspace, words, 2);
        assert!(all.contains(expected), "{all}");
    }
    assert!(!workspace.path().join(".config").exists());
}

#[test]
fn a_home_that_was_given_gets_what_is_saved_without_a_folder() {
    let workspace = Workspace::new();
    let request = "Open mousepad. Type \"kept\". Save it as a.txt.";
    let output = workspace.run(&["run", request, "--task", "t", "--home", "mine"]);
    assert_eq!(output.status.code(), Some(0), "{}", transcript(&output));
    let saved = fs::read_to_string(workspace.path().join("mine/a.txt")).unwrap();
    assert_eq!(saved.trim(), "kept");
    assert!(!workspace.log("t").join("home").exists());
    assert!(workspace.path().join("mine/.config").is_dir(), "settings and logins last too");
}

#[test]
fn what_is_saved_without_a_folder_goes_to_the_folder_that_was_given() {
    let workspace = Workspace::new();
    for (application, file) in [
        ("mousepad", "a.txt"),
        ("gedit", "b.txt"),
        ("gnome-text-editor", "c.txt"),
        ("featherpad", "d.txt"),
        ("LibreOffice Writer", "e.odt"),
        // It asks about the format.
        ("LibreOffice Writer", "f.txt"),
    ] {
        let request = format!("Open {application}. Type \"kept\". Save it as {file}.");
        let output = workspace.run(&["run", &request, "--task", file, "--out", "made/here"]);
        let all = transcript(&output);
        assert_eq!(output.status.code(), Some(0), "{all}");
        let saved = workspace.path().canonicalize().unwrap().join("made/here").join(file);
        assert!(saved.metadata().is_ok_and(|it| it.len() > 0), "{all}");
        assert!(all.contains(&format!("files: {}\n", saved.display())), "{all}");
    }
    let output = workspace.run(&["batch", "tasks", "--out", "made"]);
    assert_eq!(output.status.code(), Some(2), "{}", transcript(&output));
    assert!(transcript(&output).contains("leave --out out"), "{}", transcript(&output));
}
