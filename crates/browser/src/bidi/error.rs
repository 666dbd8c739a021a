//! Why a browser did not do what it was told.

use serde::Deserialize;
use std::time::Duration;
use thiserror::Error;

/// The maximum length of a browser's message, in characters.
const LONGEST: usize = 200;

/// Why a browser did not do what it was told.
#[derive(Clone, Debug, Error)]
pub(crate) enum BidiError {
    /// It does not listen.
    #[error("Firefox does not listen: {0}")]
    NotListening(String),
    /// Another program has the one session that it gives.
    #[error("another program controls this Firefox; close it and let Deskpilot open it again")]
    Taken,
    /// The connection has ended.
    #[error("Firefox has ended or closed the connection")]
    Lost,
    /// It refused the command.
    #[error("Firefox says: {}", .0.message())]
    Refused(Fault),
    /// It did not answer in time.
    #[error("Firefox did not answer within {} ms", .0.as_millis())]
    Late(Duration),
    /// It answered something else than the protocol says.
    #[error("Firefox answered what WebDriver BiDi does not say: {0}")]
    Unreadable(&'static str),
}

/// A refusal as the protocol has it.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Fault {
    pub(crate) error: String,
    message: String,
}

impl Fault {
    /// The browser's message on one line; parts of it may come from a page.
    pub(crate) fn message(&self) -> String {
        let text = if self.message.is_empty() { &self.error } else { &self.message };
        crate::text::line(text, LONGEST)
    }
}

impl BidiError {
    /// Whether it is the protocol's error of this name.
    pub(crate) fn is(&self, name: &str) -> bool {
        matches!(self, BidiError::Refused(fault) if fault.error == name)
    }
}
