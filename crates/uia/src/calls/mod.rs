//! Calls that may never come back, on a thread that can be given up.

pub(crate) mod call_thread;
