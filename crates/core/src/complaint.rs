//! Complaints to the model, and the remedies of errors.

use serde::{Deserialize, Serialize};
use std::fmt;

/// One sentence to the model about what was wrong with its reply or its action, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Complaint(String);

impl Complaint {
    /// A complaint with this sentence; line breaks become spaces.
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

/// What can be done about an error. The loop decides by this alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Remedy {
    /// Try again: the same call may succeed a little later.
    Retry,
    /// Tell the agent, which can choose something else.
    TellAgent,
    /// Go on later: a provider asks for a longer wait than the session makes.
    Later,
    /// Ask the user, who must do something first.
    AskUser,
    /// Give up: nothing in this session can fix it.
    GiveUp,
}
