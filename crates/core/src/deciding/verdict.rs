//! Verdicts: how a round ended.

use super::Status;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The comment of a success of which there is nothing to tell, as the built-in model writes it.
pub const NOTHING_TO_ADD: &str = "done";

/// Whether a comment adds nothing to the status that it comes with.
pub fn adds_nothing(comment: &str) -> bool {
    matches!(comment.trim(), "" | NOTHING_TO_ADD)
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_words_and_the_word_of_the_built_in_model_add_nothing() {
        let cases = [
            ("", true),
            (" \n", true),
            ("done", true),
            ("done\n", true),
            ("it is 42", false),
            ("done: 42", false),
        ];
        for (comment, expected) in cases {
            assert_eq!(adds_nothing(comment), expected, "{comment:?}");
        }
    }
}
