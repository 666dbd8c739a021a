//! What goes back to the model, and what an error asks of the loop.

use serde::{Deserialize, Serialize};
use std::fmt;

/// One sentence to the model about what was wrong with its reply or its action, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Complaint(String);

impl Complaint {
    /// A complaint of this sentence; line breaks become blanks, so that it stays one line.
    pub fn new(sentence: impl AsRef<str>) -> Complaint {
        Complaint(sentence.as_ref().split_whitespace().collect::<Vec<_>>().join(" "))
    }

    /// The sentence.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What can be done about an error; all that the loop looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Remedy {
    /// The same call may succeed a little later.
    Retry,
    /// The agent can choose something else: it is told.
    TellAgent,
    /// A person must do something first.
    AskUser,
    /// Nothing in this session can mend it.
    GiveUp,
}
