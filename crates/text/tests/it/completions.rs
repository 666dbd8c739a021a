//! The completion scripts for zsh and fish: the shells take them and offer names of tasks with them, and the scripts are whole and
//! have every command.

use deskpilot_testkit::command_line::{Workspace, transcript};
use std::{
    os::unix::fs::symlink,
    process::{Command, Stdio},
};

const JOB: &str = "Open galculator.";

/// Loads the script without the completion system of a session, and prints what its function offers for a task.
const ZSH: &str = "compdef() { }; _call_program() { shift; \"$@\" }; compadd() { print -l -- $names }
source ./deskpilot.zsh && _deskpilot_task_names";

/// Loads the script, and prints what the shell offers for a task.
const FISH: &str = "source ./deskpilot.fish; complete -C 'deskpilot resume le'";

fn script(workspace: &Workspace, shell: &str) -> String {
    let output = workspace.run(&["completion", shell]);
    assert_eq!(output.status.code(), Some(0), "{}", transcript(&output));
    String::from_utf8(output.stdout).unwrap()
}

/// What the shell prints for the line, with the program on its path.
fn printed(workspace: &Workspace, shell: &str, flags: &[&str], line: &str) -> String {
    let path = format!("{}:/usr/local/bin:/usr/bin:/bin", workspace.path().join("bin").display());
    let mut command = Command::new(shell);
    command.args(flags).args(["-c", line]).current_dir(workspace.path()).stdin(Stdio::null());
    command.env_clear().env("PATH", path).env("HOME", workspace.path());
    let output = command.output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{shell}: {}", transcript(&output));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn zsh_and_fish_take_the_scripts_and_offer_the_names_of_tasks() {
    let workspace = Workspace::of(crate::PROGRAM);
    for task in ["letter", "list"] {
        workspace.run(&["run", JOB, "--task", task]);
    }
    std::fs::create_dir(workspace.path().join("bin")).unwrap();
    symlink(crate::PROGRAM, workspace.path().join("bin/deskpilot")).unwrap();
    for shell in ["zsh", "fish"] {
        workspace.put(&format!("deskpilot.{shell}"), &script(&workspace, shell));
    }
    let offered = printed(&workspace, "zsh", &["-f"], ZSH);
    assert_eq!(offered, "letter\nlist\n");
    let offered = printed(&workspace, "fish", &["--no-config"], FISH);
    assert!(offered.contains("letter") && !offered.contains("list"), "{offered:?}");
}

/// How many more of the first character than of the second the script has, without comments and what is escaped.
fn surplus(script: &str, open: char, close: char) -> i64 {
    let lines = script.lines().filter(|line| !line.trim_start().starts_with('#'));
    let text = lines.collect::<Vec<_>>().join("\n").replace("\\'", "").replace("\\\"", "");
    let count = |wanted: char| i64::try_from(text.matches(wanted).count()).unwrap();
    if open == close { count(open) % 2 } else { count(open) - count(close) }
}

#[test]
fn the_scripts_for_zsh_and_fish_are_whole_and_have_every_command() {
    let workspace = Workspace::of(crate::PROGRAM);
    let help = workspace.run(&["--help"]);
    let help = String::from_utf8(help.stdout).unwrap();
    let commands: Vec<&str> = help
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.strip_prefix("  ").filter(|it| !it.starts_with(' ')))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(commands.contains(&"run") && commands.len() > 20, "{help}");
    let zsh = ("zsh", "'COMMAND:", "_deskpilot_task_names()");
    for (shell, offers, names) in [zsh, ("fish", "-a \"COMMAND\"", "(deskpilot task-names")] {
        let script = script(&workspace, shell);
        for (open, close) in [('\'', '\''), ('"', '"'), ('(', ')'), ('{', '}')] {
            assert_eq!(surplus(&script, open, close), 0, "{shell}: {open}{close}");
        }
        for command in &commands {
            let offer = offers.replace("COMMAND", command);
            assert!(script.contains(&offer), "{shell}: {offer}");
        }
        assert!(script.contains(names), "{shell}");
    }
    assert_ne!(surplus("complete -d 'What", '\'', '\''), 0, "a quotation that is cut is found");
}
