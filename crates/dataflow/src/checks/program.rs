//! Checks the programs that run on a task's desktop.

use super::CheckResult;
use crate::task::ProcessState;

/// Whether the program's running state is as wanted.
pub(super) fn check(programs: &[String], name: &str, wanted: ProcessState) -> CheckResult {
    // Every working desktop runs some program: its buses, its window manager.
    if programs.is_empty() {
        return CheckResult::unsure("the programs of the desktop cannot be listed");
    }
    match programs.iter().any(|it| it == name) {
        true => CheckResult::of(wanted == ProcessState::Running, format!("{name} runs")),
        false => {
            CheckResult::of(wanted == ProcessState::Stopped, format!("no program of the desktop is {name}"))
        }
    }
}
