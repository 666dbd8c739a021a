//! What the events of applications show: when they were active, what changed, and what changes by itself.

pub(crate) mod change_journal;
pub(crate) mod event_monitor;
pub(crate) mod event_receiver;
pub(crate) mod label_history;
pub(crate) mod self_changes;
