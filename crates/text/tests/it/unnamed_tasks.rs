//! Commands about a task that is not named, and the completion of names of tasks.

use deskpilot_testkit::command_line::{Terminal, Workspace, finish, transcript, until};
use std::{
    fs,
    process::{Command, Stdio},
};

const JOB: &str = "Open galculator. Click \"5\".";

fn command_output(workspace: &Workspace, words: &[&str], code: i32) -> (String, String) {
    let output = workspace.run(words);
    assert_eq!(output.status.code(), Some(code), "{words:?}: {}", transcript(&output));
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr))
}

#[test]
fn without_a_name_the_latest_task_that_fits_is_taken_and_named() {
    let workspace = Workspace::of(crate::PROGRAM);
    for words in
        [&["audit"][..], &["resume"], &["replay"], &["session", "export"], &["report"], &["stop"], &["watch"]]
    {
        let (_, errors) = command_output(&workspace, words, 2);
        assert!(errors.contains("task"), "{words:?}: {errors}");
    }
    for task in ["first", "second"] {
        command_output(&workspace, &["run", JOB, "--task", task], 0);
    }
    for words in
        [&["audit"][..], &["log", "--tokens"], &["log", "--export"], &["session", "export"], &["report"]]
    {
        let (_, errors) = command_output(&workspace, words, 0);
        assert!(errors.contains("task: second, the latest\n"), "{words:?}: {errors}");
    }
    assert!(workspace.path().join("second.deskpilot.zip").exists());
    let (_, errors) = command_output(&workspace, &["resume", "--request", JOB], 0);
    assert!(errors.contains("task: second, the latest that has ended\n"), "{errors}");
    let (_, errors) = command_output(&workspace, &["resume"], 2);
    assert!(errors.contains("no task in logs can be resumed"), "{errors}");
}

#[test]
fn the_running_task_needs_no_name() {
    let workspace = Workspace::of(crate::PROGRAM);
    command_output(&workspace, &["run", JOB, "--task", "old"], 0);
    let words = ["run", "Open galculator. Wait 30 seconds.", "--task", "t"];
    let child = workspace.command(&words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    until("the wait has begun", || {
        workspace.operations("t").iter().any(|operation| operation.starts_with("wait("))
    });
    let shown = workspace.path().join("shown");
    let mut watch = workspace.command(&["watch", "--json"]);
    let watching = watch.stdout(fs::File::create(&shown).unwrap()).stderr(Stdio::piped()).spawn().unwrap();
    let has_shown =
        |event: &str| fs::read_to_string(&shown).unwrap().contains(&format!("\"event\":\"{event}\""));
    until("it is shown what the task does", || has_shown("acting"));
    assert_eq!(command_output(&workspace, &["task-names", "--running"], 0).0, "t\n");
    let (_, errors) = command_output(&workspace, &["stop"], 0);
    assert!(errors.contains("task: t, which runs\n"), "{errors}");
    finish(child);
    let watched = finish(watching);
    assert_eq!(watched.status.code(), Some(0), "{}", transcript(&watched));
    assert!(has_shown("stopped"), "{}", fs::read_to_string(&shown).unwrap());
}

#[test]
fn an_answer_needs_no_name_and_a_mistyped_name_is_no_answer() {
    let workspace = Workspace::of(crate::PROGRAM);
    workspace.put(".config/deskpilot/policy.toml", "[words]\nsends = [\"5\"]\n");
    let terminal = Terminal::open(&workspace, &["run", JOB, "--task", "letter"]);
    terminal.shows(1, "Do it?");
    let (shown, _) = command_output(&workspace, &["answer"], 3);
    assert!(shown.contains("click the ToggleButton \"5\""), "{shown}");
    let (_, errors) = command_output(&workspace, &["answer", "lettre", "y"], 2);
    assert!(errors.contains("the task \"lettre\" is not running"), "{errors}");
    command_output(&workspace, &["answer", "y"], 0);
    let (code, screen) = terminal.end();
    assert_eq!(code, Some(0), "{screen}");
}

#[test]
fn a_shell_completes_the_names_of_tasks() {
    let workspace = Workspace::of(crate::PROGRAM);
    for task in ["letter", "list"] {
        command_output(&workspace, &["run", JOB, "--task", task], 0);
    }
    assert_eq!(command_output(&workspace, &["task-names"], 0).0, "letter\nlist\n");
    let (script, _) = command_output(&workspace, &["completion", "bash"], 0);
    workspace.put("completion.bash", &script);
    for (words, current, expected) in [
        (&["resume"][..], "", &["letter", "list"][..]),
        (&["log"], "le", &["letter"]),
        (&["log", "rm"], "li", &["list"]),
        (&["session", "export"], "l", &["letter", "list"]),
        (&["report", "letter"], "li", &["list"]),
        (&["stop"], "l", &[]),
        (&["manual"], "tut", &["tutorial"]),
    ] {
        let completed = completed(&workspace, words, current);
        assert!(
            expected.iter().all(|it| completed.iter().any(|found| found == it)),
            "{words:?}: {completed:?}"
        );
        let tasks = completed.iter().filter(|it| ["letter", "list"].contains(&it.as_str()));
        let wanted = expected.iter().filter(|it| **it != "tutorial");
        assert_eq!(tasks.count(), wanted.count(), "{words:?}: {completed:?}");
    }
}

/// What bash offers for the current word after these.
fn completed(workspace: &Workspace, words: &[&str], current: &str) -> Vec<String> {
    let line = "source ./completion.bash; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); \
                _deskpilot_with_tasks \"$1\" \"${@: -1}\" \"${@: -2:1}\"; printf '%s\\n' \"${COMPREPLY[@]}\"";
    let mut command = Command::new("bash");
    command.args(["-c", line, "bash", crate::PROGRAM]).args(words).arg(current);
    command.current_dir(workspace.path()).env_clear().env("PATH", "/usr/local/bin:/usr/bin:/bin");
    let output = command.env("HOME", workspace.path()).output().unwrap();
    assert!(output.status.success(), "{}", transcript(&output));
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}
