//! What applications report by themselves, gathered into a queue with a bound.

pub(crate) mod event_queue;
