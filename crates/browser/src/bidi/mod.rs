//! WebDriver BiDi, the protocol in which Firefox is told what to do: its connection, its session and its events.
//!
//! Commands use [`Session`] alone. Another protocol would be another module with a session of the same methods.

mod connection;
mod error;
mod event;
mod session;
mod state;
#[cfg(test)]
mod tests;

pub(crate) use error::BidiError;
pub(crate) use event::{DownloadEnd, Event};
pub(crate) use session::{Session, Tab, TabPlace};
pub(crate) use state::Prompt;
