//! Why a browser did not carry out a command.

use serde::Deserialize;
use std::time::Duration;
use thiserror::Error;

/// The maximum length of a browser's message, in characters.
const LONGEST: usize = 200;

/// Why a browser did not carry out a command.
#[derive(Clone, Debug, Error)]
pub(crate) enum BrowserError {
    /// It does not listen.
    #[error("the browser does not listen: {0}")]
    NotListening(String),
    /// Another program has the one session that it gives.
    #[error("another program controls this browser; close it and let Deskpilot open it again")]
    Taken,
    /// The connection has ended.
    #[error("the browser has ended or closed the connection")]
    Lost,
    /// It refused the command.
    #[error("the browser says: {}", .0.message())]
    Refused(Fault),
    /// The page of the request is gone.
    #[error("the page was left")]
    PageLeft,
    /// A tab has no such page in its history.
    #[error("this tab has no such page")]
    NoHistoryEntry,
    /// It did not answer in time.
    #[error("the browser did not answer within {} ms", .0.as_millis())]
    Late(Duration),
    /// It answered something else than the protocol says.
    #[error("the browser answered what its protocol does not say: {0}")]
    Unreadable(&'static str),
}

/// A refusal as a protocol has it.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Fault {
    /// Its name, where the protocol has names.
    pub(crate) error: String,
    pub(crate) message: String,
}

impl Fault {
    /// The browser's message on one line; parts of it may come from a page.
    pub(crate) fn message(&self) -> String {
        let text = if self.message.is_empty() { &self.error } else { &self.message };
        crate::text::line(text, LONGEST)
    }
}

impl From<&str> for Fault {
    fn from(message: &str) -> Fault {
        Fault { error: String::new(), message: message.to_owned() }
    }
}
