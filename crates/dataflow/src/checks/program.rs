//! Programs that run on a task's desktop.

use super::Finding;
use crate::task::Running;

/// Whether the program is among those that run.
pub(super) fn look(programs: &[String], name: &str, wanted: Running) -> Finding {
    // Some program runs on every desktop that stands: its buses, its window manager.
    if programs.is_empty() {
        return Finding::unsure("the programs of the desktop cannot be listed");
    }
    match programs.iter().any(|it| it == name) {
        true => Finding::of(wanted == Running::Yes, format!("{name} runs")),
        false => Finding::of(wanted == Running::No, format!("no program of the desktop is {name}")),
    }
}
