//! What is said about a session by somebody who did not do it.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Whether something that was asked for stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Complete {
    /// It does.
    Yes,
    /// It does not.
    No,
    /// It cannot be told from what there is to see.
    Unsure,
}

impl Complete {
    /// The word in logs.
    pub const fn word(self) -> &'static str {
        match self {
            Complete::Yes => "yes",
            Complete::No => "no",
            Complete::Unsure => "unsure",
        }
    }
}

impl fmt::Display for Complete {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// What a check found. A check looks at files, documents, controls or processes, and asks no model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checked {
    /// What was checked, in words.
    pub check: String,
    /// Whether it holds; unsure where it could not be looked at.
    pub holds: Complete,
    /// What was found instead, or where.
    pub found: String,
}

/// How much was judged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// The whole session.
    #[default]
    Session,
    /// One round.
    Round,
}

impl Level {
    /// The word in logs.
    pub const fn word(self) -> &'static str {
        match self {
            Level::Session => "session",
            Level::Round => "round",
        }
    }
}
