//! The main job on a real calculator and a real text editor, killed in the middle and resumed.

use deskpilot_core::{AgentKind, Size};
use deskpilot_linux::{PrivateDesktop, PrivateOptions};
use deskpilot_testkit::{
    command_line::{Workspace, finish, transcript},
    tries_also,
};
use serde_json::Value;
use std::{
    collections::BTreeSet,
    fs,
    io::{BufRead, BufReader},
    process::{Child, Command, Stdio},
};

/// The records of an agent in `response.log`.
fn records(workspace: &Workspace, task: &str, agent: AgentKind) -> Vec<Value> {
    let text = fs::read_to_string(workspace.log(task).join("response.log")).unwrap();
    let records = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    records.filter(|record| record["Agent"] == agent.name()).collect()
}

fn assert_the_job_is_done(workspace: &Workspace, task: &str) {
    assert_eq!(workspace.answer().trim(), "42");
    assert!(!records(workspace, task, AgentKind::HostAgent).is_empty());
    let apps = records(workspace, task, AgentKind::AppAgent);
    let used: BTreeSet<&str> = apps.iter().filter_map(|record| record["Application"].as_str()).collect();
    assert_eq!(used.len(), 2, "a calculator and a text editor, whichever are installed: {used:?}");
}

/// Reads the events of a running command until it begins to type the result.
fn until_it_types(child: &mut Child) -> impl Iterator<Item = String> {
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    let mut before = Vec::new();
    loop {
        match lines.next() {
            Some(line) if line.contains("\"event\":\"acting\"") && line.contains("set_edit_text") => {
                return lines;
            }
            Some(line) => before.push(line),
            None => panic!("it never typed:\n{}", before.join("\n")),
        }
    }
}

fn kill(mut child: Child) {
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn killed_between_two_actions_and_resumed_it_does_no_action_twice() {
    if !tries_also("a task that is killed between two actions on a desktop that stays") {
        return;
    }
    let workspace = crate::workspace();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    // For the command this is the desktop of a user who sits at it: it outlives the command.
    let options = PrivateOptions { size: Size { width: 1280, height: 800 }, ..PrivateOptions::USUAL };
    let desktop = runtime.block_on(PrivateDesktop::bring_up(&options)).unwrap();
    let at_it = |words: &[&str]| -> Command {
        let mut command = workspace.command(words);
        command.env_clear().envs(desktop.seat().environment().iter());
        command.args(["--desktop", "current"]).stdout(Stdio::piped());
        command
    };
    let job = workspace.main_job();
    let mut child = at_it(&["run", &job, "--task", "killed", "--json"]).spawn().unwrap();
    assert!(until_it_types(&mut child).any(|line| line.contains("\"event\":\"acted\"")));
    kill(child);
    assert_eq!(workspace.answer(), "", "it was killed before it saved");

    let output = finish(at_it(&["resume", "killed"]).stderr(Stdio::piped()).spawn().unwrap());
    assert_eq!(output.status.code(), Some(0), "{}", transcript(&output));
    assert_the_job_is_done(&workspace, "killed");
    // A wait does nothing to the world, and may be needed again.
    let operations: Vec<String> = workspace
        .operations("killed")
        .into_iter()
        .filter(|operation| !operation.starts_with("wait("))
        .collect();
    for (n, operation) in operations.iter().enumerate() {
        assert!(!operations[..n].contains(operation), "done twice: {operation}\n{}", operations.join("\n"));
    }
    runtime.block_on(desktop.close());
}

#[test]
fn killed_with_its_private_desktop_it_does_not_repeat_what_was_finished() {
    let workspace = crate::workspace();
    let job = workspace.main_job();
    let mut child =
        workspace.command(&["run", &job, "--task", "lost", "--json"]).stdout(Stdio::piped()).spawn().unwrap();
    drop(until_it_types(&mut child));
    kill(child);
    let output = workspace.run(&["resume", "lost"]);
    assert_eq!(output.status.code(), Some(0), "{}", transcript(&output));
    assert_the_job_is_done(&workspace, "lost");
    let operations = workspace.operations("lost");
    let computed = operations.iter().filter(|operation| operation.contains("\"=\"")).count();
    assert_eq!(
        computed,
        1,
        "the calculation was finished, and its result on the blackboard:\n{}",
        operations.join("\n")
    );
}
