//! Judgements: the evaluation of a session by somebody who did not take part in it.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Whether a request was fulfilled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Complete {
    /// It was.
    Yes,
    /// It was not.
    No,
    /// The evidence does not show it.
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

/// The result of one check. Checks look at files, documents, controls or processes and ask no model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checked {
    /// The check, in words.
    pub check: String,
    /// Whether it holds; unsure if it could not be examined.
    pub holds: Complete,
    /// What the check found instead, or where.
    pub found: String,
}

/// The scope of a judgement.
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
