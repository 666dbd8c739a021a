//! A session steered, watched and answered from another process: lines of JSON over the connection that the
//! platform makes to the task's folder.
//! `docs/sessions.md` says what the lines are.

mod client;
mod server;

pub use client::{ControlError, Remote};
pub(crate) use server::Server;

use crate::session::{Phase, Reply};
use deskpilot_core::{
    Entry,
    fold::{OpenQuestion, QuestionId},
};
use serde::{Deserialize, Serialize};

/// The version of the protocol. A line that a version does not know is refused, never guessed at.
pub const PROTOCOL: u32 = 1;

/// The longest line that a session takes, in bytes.
const LONGEST: u64 = 64 << 10;

/// The first line of a session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Greeting {
    /// The version of the protocol.
    pub deskpilot: u32,
    /// The name of the task.
    pub task: String,
    /// The process that is at it.
    pub process: u32,
}

/// A line to a session.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Call {
    /// What the result is known by.
    id: u64,
    #[serde(flatten)]
    order: Order,
}

/// What a session is told to do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Order {
    /// Stop where it stands.
    Stop,
    /// Let go of the desktop.
    Pause,
    /// Take the desktop back.
    HandBack,
    /// Say how it stands.
    Status,
    /// Take this answer.
    Answer {
        /// The question.
        question: QuestionId,
        /// What is said.
        reply: Reply,
        /// Who says it, such as `the dashboard`.
        by: String,
    },
    /// Tell of every entry from this number on.
    Follow {
        /// The number of the first.
        from: u64,
    },
    /// Wait with questions for this connection to answer them, and tell of each.
    Attend,
    /// Do this next.
    Request {
        /// What is asked for.
        text: String,
    },
}

/// A line of a session.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Message {
    /// What came of a line that was sent.
    Result {
        /// The line's id; 0 where it could not be read.
        id: u64,
        /// How the session stands now.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        status: Option<Status>,
        /// Why it was not done.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        error: Option<Refusal>,
    },
    /// An entry of the log.
    Entry(Box<Entry>),
    /// A question that is open now.
    Question(Box<OpenQuestion>),
    /// The session is over, and all its entries were told.
    Over,
}

/// How a session stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Status {
    /// What it is at.
    pub phase: Phase,
    /// The number that the next entry will have.
    pub next: u64,
    /// The question that is open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<OpenQuestion>,
}

/// Why something was not done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    /// Which kind it is of.
    pub code: Code,
    /// The same in words.
    pub says: String,
}

/// The kinds of refusals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// Somebody else answered first.
    Late,
    /// The question was never asked, or is asked no more.
    NotOpen,
    /// What was said does not answer the question.
    Unfit,
    /// The session takes no further request.
    NoRequests,
    /// The line is not one of this protocol.
    Unknown,
}
