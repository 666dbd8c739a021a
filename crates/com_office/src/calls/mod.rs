//! The thread on which all calls of one program run, and how long they are repeated.

pub(crate) mod call_thread;
pub(crate) mod patience;
