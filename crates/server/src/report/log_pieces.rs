//! The entries of a log in pieces, so that a long one needs little memory.

use crate::logged_task::LoggedTask;
use deskpilot_core::Entry;
use deskpilot_log::{LogError, Tail};

/// The entries of the task before the one with this number.
pub(super) fn log_pieces(task: &LoggedTask, end: u64) -> impl Iterator<Item = Result<Vec<Entry>, LogError>> {
    let mut tail = Tail::new(&task.folder());
    std::iter::from_fn(move || {
        if tail.position() >= end {
            return None;
        }
        let read = tail.read_some().map(|mut entries| {
            entries.retain(|it| it.seq < end);
            entries
        });
        // Somebody cut the log meanwhile.
        let is_over = read.as_ref().is_ok_and(Vec::is_empty);
        (!is_over).then_some(read)
    })
}
