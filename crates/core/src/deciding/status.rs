//! Agent statuses.

use serde::Serialize;
use std::fmt;

/// The status of an agent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Status {
    /// It observes, decides and acts.
    #[default]
    Continue,
    /// The HostAgent hands a subtask to an AppAgent.
    Assign,
    /// It asked the user and waits for the answers.
    Pending,
    /// One of its operations waits for the user's approval.
    Confirm,
    /// Its task is carried out.
    Finish,
    /// Its task cannot be carried out.
    Fail,
    /// An error occurred that the agent did not cause.
    Error,
}

impl Status {
    /// All seven.
    pub const ALL: &'static [Status] = &[
        Status::Continue,
        Status::Assign,
        Status::Pending,
        Status::Confirm,
        Status::Finish,
        Status::Fail,
        Status::Error,
    ];

    /// The word on the wire and in logs.
    pub const fn word(self) -> &'static str {
        match self {
            Status::Continue => "CONTINUE",
            Status::Assign => "ASSIGN",
            Status::Pending => "PENDING",
            Status::Confirm => "CONFIRM",
            Status::Finish => "FINISH",
            Status::Fail => "FAIL",
            Status::Error => "ERROR",
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}
