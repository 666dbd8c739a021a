//! Limits that tasks and desktops of a client share.

/// The most tasks of a client that run at once.
pub(crate) const MOST_RUNNING: usize = 8;
