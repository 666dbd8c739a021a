//! What the commands about skills and experience share: lists, texts, the user's editor, and the index of what was learned.

use super::print;
use crate::{console::plain, exit::Exit, progress::Screen};
use anyhow::{Context, Result, bail};
use deskpilot_runtime::{Config, Environment, index_learned, with_causes};
use std::{path::Path, process::Command};

/// Prints what a folder has, and what is left out; without either this sentence.
pub(super) fn print_list(lines: Vec<String>, problems: &[String], none: &str) {
    if lines.is_empty() && problems.is_empty() {
        print(none);
    }
    let problems = problems.iter().map(|it| format!("left out: {}", plain(it)));
    print(&lines.into_iter().chain(problems).collect::<Vec<_>>().join("\n"));
}

/// The text with each of its lines made safe for a terminal.
pub(super) fn plain_lines(text: &str) -> String {
    text.lines().map(plain).collect::<Vec<_>>().join("\n")
}

/// Whether a file was changed in an editor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Editing {
    /// The editor has ended.
    Done,
    /// No editor is set; the command printed where the file is.
    NoEditor,
}

/// Lets the user change the file.
pub(super) fn edit_file(environment: &Environment, path: &Path) -> Result<Editing> {
    let variable = |name: &str| environment.value(name).filter(|it| !it.trim().is_empty());
    let Some(editor) = variable("VISUAL").or_else(|| variable("EDITOR")) else {
        print(&format!("no editor is set ($VISUAL or $EDITOR): change {}", path.display()));
        return Ok(Editing::NoEditor);
    };
    let mut words = editor.split_whitespace();
    let program = words.next().unwrap_or("vi");
    let status = Command::new(program).args(words).arg(path).status();
    let status = status.with_context(|| format!("{program} cannot be started"))?;
    if !status.success() {
        bail!("{program} ended with {status}; {} may be changed", path.display());
    }
    Ok(Editing::Done)
}

/// Says whether a file that the user changed can be used.
pub(super) fn print_edited<T, E>(name: &str, read: &Result<T, E>, problems: &[String]) -> Result<Exit> {
    match read {
        Ok(_) => print(&format!("changed: {}", plain(name))),
        Err(_) => bail!("{name} cannot be used now: {}", problems.join("; ")),
    }
    Ok(Exit::Finished)
}

/// Puts what was learned into the index, as it is now. What goes wrong is a warning: what was learned is still there.
pub(super) async fn index_now(config: &Config) {
    let warnings = match index_learned(config).await {
        Ok(problems) => problems,
        Err(error) => vec![format!(
            "agents find what is in the index, and it could not be changed: {}",
            with_causes(&error)
        )],
    };
    let screen = Screen::of_process();
    warnings.iter().for_each(|it| screen.print(&format!("warning: {}\n", plain(it))));
}
