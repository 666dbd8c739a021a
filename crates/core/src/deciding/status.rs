//! The state words of the two agents.

use serde::Serialize;
use std::fmt;

/// The state word of an agent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Status {
    /// It looks, thinks and acts.
    #[default]
    Continue,
    /// A subtask goes from the HostAgent to an AppAgent.
    Assign,
    /// It asked the user and waits for the answers.
    Pending,
    /// An operation of its waits for the user's yes.
    Confirm,
    /// What it was asked for is carried out.
    Finish,
    /// What it was asked for cannot be carried out.
    Fail,
    /// Something went wrong that is not its doing.
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
