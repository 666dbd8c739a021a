//! Checks the programs that run on a task's desktop.

use super::CheckAttempt;
use crate::task::ProcessState;

/// Whether the program's running state is as wanted.
pub(super) fn check(programs: &[String], name: &str, wanted: ProcessState) -> CheckAttempt {
    // A working desktop always runs programs, such as its window manager: an empty list is an error.
    if programs.is_empty() {
        return CheckAttempt::unsure("the programs of the desktop cannot be listed");
    }
    match programs.iter().any(|it| it == name) {
        true => CheckAttempt::of(wanted == ProcessState::Running, format!("{name} runs")),
        false => {
            CheckAttempt::of(wanted == ProcessState::Stopped, format!("no program of the desktop is {name}"))
        }
    }
}
