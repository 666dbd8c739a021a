//! Judgements: the evaluation of a session by an agent that took no part in it.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Whether a request was fulfilled, or a check holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Assessment {
    /// Yes.
    Yes,
    /// No.
    No,
    /// The evidence does not show it.
    Unsure,
}

impl Assessment {
    /// The word in logs.
    pub const fn word(self) -> &'static str {
        match self {
            Assessment::Yes => "yes",
            Assessment::No => "no",
            Assessment::Unsure => "unsure",
        }
    }
}

impl fmt::Display for Assessment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// The result of one check. Checks look at files, documents, controls or processes and ask no model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckResult {
    /// The check, in words.
    pub check: String,
    /// Whether it holds; unsure if it could not be examined.
    pub holds: Assessment,
    /// What the check found instead, or where.
    pub found: String,
}

/// The scope of a judgement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EvaluationLevel {
    /// The whole session.
    #[default]
    Session,
    /// One round.
    Round,
}

impl EvaluationLevel {
    /// The word in logs.
    pub const fn word(self) -> &'static str {
        match self {
            EvaluationLevel::Session => "session",
            EvaluationLevel::Round => "round",
        }
    }
}
