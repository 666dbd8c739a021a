//! Verdicts: how a round ended.

use super::Status;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Verdicts: how a round ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The request is carried out, with the HostAgent's comment to the user.
    Finished(String),
    /// It is not carried out, for this reason.
    Failed(String),
    /// It is not carried out because of an error that no agent caused, such as an unreachable model.
    Errored(String),
}

impl Verdict {
    /// How the round ended, in one word.
    pub const fn word(&self) -> &'static str {
        match self {
            Verdict::Finished(_) => "finished",
            Verdict::Failed(_) => "failed",
            Verdict::Errored(_) => "errored",
        }
    }

    /// The resulting status of the HostAgent.
    pub const fn status(&self) -> Status {
        match self {
            Verdict::Finished(_) => Status::Finish,
            Verdict::Failed(_) => Status::Fail,
            Verdict::Errored(_) => Status::Error,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Finished(comment) if comment.is_empty() => f.write_str("finished"),
            Verdict::Finished(comment) => write!(f, "finished: {comment}"),
            Verdict::Failed(reason) => write!(f, "failed: {reason}"),
            Verdict::Errored(reason) => write!(f, "error: {reason}"),
        }
    }
}
