//! Which processes our process has started, also by way of others.

use crate::os;
use std::process::Command;

/// Marks the process that a command starts, and all that it starts in turn, as started by ours:
/// [`may_be_started_by_us`] recognizes them even after they leave their parent.
/// [`crate::ProcessGroup::spawn`] does this automatically.
pub fn mark_as_started(command: &mut Command) {
    os::mark(command);
}

/// Whether a process may have been started by our process, or by another session's. A process that is gone may have been; our own was
/// not. On Unix a process that may raise its own limits can take the mark off, as one of root may.
pub fn may_be_started_by_us(process: i32) -> bool {
    os::may_be_started_by_us(process)
}
