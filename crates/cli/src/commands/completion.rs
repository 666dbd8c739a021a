//! `completion`: scripts for shells, which ask the program for the names of tasks.

use super::print;
use crate::{
    args::{CommonArgs, TaskNamesArgs, command_line},
    exit::Exit,
    settings,
};
use anyhow::Result;
use clap_complete::Shell;
use deskpilot_log::{running, tasks};
use deskpilot_runtime::Environment;

/// The end of the script for bash: what the generated function finds, and names of tasks.
const BASH: &str = include_str!("completion/tasks.bash");
/// The function of the script for zsh that adds names of tasks.
const ZSH: &str = include_str!("completion/tasks.zsh");
/// The end of the script for fish.
const FISH: &str = include_str!("completion/tasks.fish");

/// How the script for zsh begins, and the name of the function that completes an argument there without further knowledge.
const ZSH_HEAD: &str = "#compdef deskpilot\n";
const ZSH_DEFAULT: &str = ":_default' \\";

/// `deskpilot completion`
pub(crate) fn completion(environment: &Environment, shell: Shell) -> Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command_line(environment.platform()), "deskpilot", &mut script);
    print(&with_task_names(shell, &String::from_utf8(script)?));
    Ok(Exit::Finished)
}

/// `deskpilot task-names`
pub(crate) fn task_names(environment: &Environment, args: &TaskNamesArgs) -> Result<Exit> {
    let root = settings::config(environment, &CommonArgs::default())?.log_dir;
    let is_wanted = |name: &str| !args.running || running(&root, name).is_ok_and(|it| it.is_some());
    let names: Vec<String> = tasks(&root)?.into_iter().map(|it| it.name).filter(|it| is_wanted(it)).collect();
    if !names.is_empty() {
        print(&names.join("\n"));
    }
    Ok(Exit::Finished)
}

/// The generated script with what completes the names of tasks.
fn with_task_names(shell: Shell, script: &str) -> String {
    match shell {
        Shell::Bash => {
            let script = script.replace("complete -F _deskpilot ", "complete -F _deskpilot_with_tasks ");
            format!("{script}\n{BASH}")
        }
        Shell::Zsh => {
            let script = script.lines().map(zsh_line).collect::<Vec<_>>().join("\n");
            script.replacen(ZSH_HEAD, &format!("{ZSH_HEAD}\n{ZSH}"), 1)
        }
        Shell::Fish => format!("{script}\n{FISH}"),
        _ => script.to_owned(),
    }
}

/// The line of the script for zsh; names of tasks are offered for an argument that is one.
fn zsh_line(line: &str) -> String {
    let argument = line.trim_start_matches(['\'', ':', '*']);
    let is_task = ["task -- ", "tasks -- ", "recorded -- "].iter().any(|it| argument.starts_with(it));
    match line.strip_suffix(ZSH_DEFAULT).filter(|_| is_task) {
        Some(start) => format!("{start}:_deskpilot_task_names' \\"),
        None => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_script_asks_for_the_names_of_tasks() {
        let zsh = "#compdef deskpilot\n'::task -- The task:_default' \\\n'::page -- The page:_default' \\\n";
        let script = with_task_names(Shell::Zsh, zsh);
        assert!(
            script.contains("'::task -- The task:_deskpilot_task_names' \\\n'::page -- The page:_default")
        );
        assert!(script.starts_with(&format!("{ZSH_HEAD}\n{ZSH}")), "{script}");
        let bash = with_task_names(Shell::Bash, "    complete -F _deskpilot -o nosort deskpilot\n");
        assert!(bash.starts_with("    complete -F _deskpilot_with_tasks -o nosort deskpilot\n"), "{bash}");
        for script in [&script, &bash, &with_task_names(Shell::Fish, "")] {
            assert!(script.contains("task-names"), "{script}");
        }
    }
}
