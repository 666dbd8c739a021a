//! Checks the programs that run on a task's desktop.

use super::Finding;
use crate::task::Running;

/// Whether the program's running state is as wanted.
pub(super) fn look(programs: &[String], name: &str, wanted: Running) -> Finding {
    // Every working desktop runs some program: its buses, its window manager.
    if programs.is_empty() {
        return Finding::unsure("the programs of the desktop cannot be listed");
    }
    match programs.iter().any(|it| it == name) {
        true => Finding::of(wanted == Running::Yes, format!("{name} runs")),
        false => Finding::of(wanted == Running::No, format!("no program of the desktop is {name}")),
    }
}
