//! The strongest true thing that can be said about what an action did.

use super::{Code, Evidence, Refusal, Unchanged};
use std::fmt;

/// What can truly be said about an action.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// We looked again and saw the change.
    Confirmed(Evidence),
    /// It was delivered; nothing could be checked, for this reason.
    Unverified(String),
    /// Nothing changed, or nothing had to.
    NoChange(Unchanged),
    /// Some of it was delivered: what was, and what was not.
    Partial(String),
    /// Nothing was sent, for this reason.
    Refused(Refusal),
    /// The session ended while it was under way: it may or may not have happened.
    Interrupted,
}

impl Effect {
    /// Whether the agent may build upon it: it happened, or nothing speaks against it.
    pub const fn is_success(&self) -> bool {
        matches!(self, Effect::Confirmed(_) | Effect::Unverified(_))
    }

    /// One word for logs and prompts.
    pub const fn word(&self) -> &'static str {
        match self {
            Effect::Confirmed(_) => "confirmed",
            Effect::Unverified(_) => "unverified",
            Effect::NoChange(_) => "no_change",
            Effect::Partial(_) => "partial",
            Effect::Refused(_) => "refused",
            Effect::Interrupted => "interrupted",
        }
    }

    /// Why nothing was sent or nothing changed, as a word to decide by; `None` where something happened or nobody said.
    pub fn code(&self) -> Option<Code> {
        match self {
            Effect::NoChange(unchanged) => Some(unchanged.code()),
            Effect::Refused(refusal) => refusal.code(),
            Effect::Confirmed(_) | Effect::Unverified(_) | Effect::Partial(_) | Effect::Interrupted => None,
        }
    }

    /// The sentence, without the word that it begins with when displayed.
    pub fn detail(&self) -> String {
        match self {
            Effect::Confirmed(evidence) => evidence.to_string(),
            Effect::NoChange(unchanged) => unchanged.to_string(),
            Effect::Refused(refusal) => refusal.to_string(),
            Effect::Unverified(text) | Effect::Partial(text) => text.clone(),
            Effect::Interrupted => "it may or may not have happened".to_owned(),
        }
    }
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.word().replace('_', " "), self.detail())
    }
}
