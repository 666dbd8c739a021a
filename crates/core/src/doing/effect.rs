//! Effects: the strongest true statement about what an action did.

use super::{Evidence, NoChangeReason, ReasonCode, Refusal, UnverifiedReason};
use crate::Divergence;
use std::fmt;

/// The strongest true statement about what an action did.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// We observed again and saw the change.
    Confirmed(Evidence),
    /// It was delivered, but its effect could not be checked, for this reason.
    Unverified(UnverifiedReason),
    /// Nothing changed, or nothing had to change.
    NoChange(NoChangeReason),
    /// Only a part was delivered; the text says which.
    Partial(String),
    /// Nothing was sent, for this reason.
    Refused(Refusal),
    /// The session ended during the action: it may or may not have happened.
    Interrupted,
}

impl Effect {
    /// An effect that could not be checked for this reason.
    pub fn unverified(why: impl Into<UnverifiedReason>) -> Effect {
        Effect::Unverified(why.into())
    }

    /// Whether the agent may build on it: it happened, or nothing suggests otherwise.
    pub const fn is_success(&self) -> bool {
        matches!(self, Effect::Confirmed(_) | Effect::Unverified(_))
    }

    /// Whether the action was left out because it need not be done: its control did not appear.
    pub const fn is_skipped(&self) -> bool {
        matches!(self, Effect::Refused(Refusal::NotDone(Divergence::LeftOut(_))))
    }

    /// One word for logs and prompts.
    pub const fn word(&self) -> &'static str {
        match self {
            _ if self.is_skipped() => "skipped",
            Effect::Confirmed(_) => "confirmed",
            Effect::Unverified(_) => "unverified",
            Effect::NoChange(_) => "no_change",
            Effect::Partial(_) => "partial",
            Effect::Refused(_) => "refused",
            Effect::Interrupted => "interrupted",
        }
    }

    /// The machine-readable reason why nothing was sent or changed; `None` if something happened or an old log
    /// has no code.
    pub fn code(&self) -> Option<ReasonCode> {
        match self {
            Effect::NoChange(unchanged) => Some(unchanged.code()),
            Effect::Refused(refusal) => refusal.code(),
            Effect::Confirmed(_) | Effect::Unverified(_) | Effect::Partial(_) | Effect::Interrupted => None,
        }
    }

    /// The sentence after the word that [`Display`](fmt::Display) starts with.
    pub fn detail(&self) -> String {
        match self {
            Effect::Confirmed(evidence) => evidence.to_string(),
            Effect::NoChange(unchanged) => unchanged.to_string(),
            Effect::Refused(refusal) => refusal.to_string(),
            Effect::Unverified(reason) => reason.to_string(),
            Effect::Partial(text) => text.clone(),
            Effect::Interrupted => "it may or may not have happened".to_owned(),
        }
    }
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.word().replace('_', " "), self.detail())
    }
}
