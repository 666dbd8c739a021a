//! A client of the protocol's Python library, which `cargo xtask setup` installs, has a task done.

use deskpilot_testkit::command_line::{Workspace, finish, transcript};
use serde_json::{Value, json};
use std::{
    path::Path,
    process::{Command, Stdio},
};

const PYTHON: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/tool-servers/bin/python");
const CLIENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/python_client.py");

#[test]
#[expect(clippy::print_stdout, reason = "the output says that nothing was tried")]
fn a_client_of_the_python_library_has_a_task_done_in_both_of_the_last_revisions() {
    if !Path::new(PYTHON).exists() {
        println!("nothing is tried: {PYTHON} is missing, which `cargo xtask setup` installs");
        return;
    }
    for mode in ["legacy", "2026-07-28"] {
        let workspace = Workspace::of(crate::PROGRAM);
        workspace.put(".config/deskpilot/policy.toml", "[words]\nsends = [\"5\"]\n");
        let home = workspace.path().display().to_string();
        let words = [CLIENT, workspace.program(), &home, mode, "Open galculator. Click \"5\"."];
        let mut command = Command::new(PYTHON);
        command.args(words).env("PYTHONDONTWRITEBYTECODE", "1").stdin(Stdio::null());
        let output = finish(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap());
        assert!(output.status.success(), "{mode}: {}", transcript(&output));
        let said: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(said["report"]["status"], "finished", "{mode}: {said}");
        assert!(said["tools"].as_array().unwrap().contains(&json!("run_task")), "{mode}: {said}");
        let asked = said["asked"].as_array().unwrap();
        let is_that_click = |it: &Value| it.as_str().unwrap().contains("click the ToggleButton \"5\"");
        assert!(asked.len() == 1 && asked.iter().all(is_that_click), "{mode}: {said}");
    }
}
