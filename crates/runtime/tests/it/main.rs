//! Sessions of this process and of others: watched, steered and answered by several at once.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod attacks;
mod control;
mod keyring;
mod learning;
mod model_facts;
mod models;
mod poisoned;
mod sessions;
mod skills;
mod warm_desktops;
#[cfg(feature = "web-search")]
mod web_search;
mod workspace;
