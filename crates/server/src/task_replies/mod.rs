//! What the interface says of one task, the same to browsers and in reports.

mod audit;
mod entries;
mod state;
mod task;

pub(crate) use audit::{audit_reply, tokens_reply};
pub(crate) use entries::entries_text;
pub(crate) use state::LogFolds;
pub(crate) use task::task_reply;
