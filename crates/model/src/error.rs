//! What can go wrong with a model, and what can be done about it.

use deskpilot_core::{Completion, Remedy, Usage};
use std::time::Duration;
use thiserror::Error;

/// What went wrong. The texts are written for a person: they say what to do, and never hold a key.
#[derive(Debug, Error)]
pub enum ModelError {
    /// The provider wants fewer calls.
    #[error("{model} is asked too often{}", retry_after.map_or(String::new(), |wait| format!("; again in {} s", wait.as_secs())))]
    RateLimited {
        /// Which model.
        model: String,
        /// How long the provider wants us to wait.
        retry_after: Option<Duration>,
    },
    /// No reply in time.
    #[error("{model} did not reply within {seconds} s")]
    TimedOut {
        /// Which model.
        model: String,
        /// How long it was waited for.
        seconds: u64,
    },
    /// The provider has trouble of its own.
    #[error("{model} has trouble: {message}")]
    Unavailable {
        /// Which model.
        model: String,
        /// What it said.
        message: String,
    },
    /// Nobody answers there.
    #[error("{endpoint} cannot be reached: {message}; is the address right, and is a proxy needed?")]
    Unreachable {
        /// Where.
        endpoint: String,
        /// What the network said.
        message: String,
    },
    /// The key is missing or wrong.
    #[error("{model} does not accept the key: {message}; set {variable}")]
    Unauthorized {
        /// Which model.
        model: String,
        /// What the provider said.
        message: String,
        /// Where the key is taken from.
        variable: String,
    },
    /// The provider does not do what was asked.
    #[error("{model} refuses the request: {message}")]
    Refused {
        /// Which model.
        model: String,
        /// What the provider said.
        message: String,
    },
    /// The options or a table beside them make no sense.
    #[error("{what} cannot be used: {message}")]
    Misconfigured {
        /// Which model or table.
        what: String,
        /// What is wrong, and what would be right.
        message: String,
    },
    /// The reply has no text.
    #[error("{model} gave no text: {message}")]
    NoText {
        /// Which model.
        model: String,
        /// What was there instead.
        message: String,
        /// What it used up all the same.
        usage: Usage,
    },
    /// A script or a recording has no more replies.
    #[error("{model} has no reply left: it had {replies}")]
    Exhausted {
        /// Which model.
        model: String,
        /// How many replies it had.
        replies: usize,
    },
    /// The prompt is not the one the recorded reply answered.
    #[error(
        "the replay left the recording at reply {reply}: {section} differs: recorded {recorded:?}, now {now:?}"
    )]
    Diverged {
        /// Which reply, from 0.
        reply: usize,
        /// What differs.
        section: String,
        /// What it was, shortened.
        recorded: String,
        /// What it is now, shortened.
        now: String,
    },
}

impl ModelError {
    /// What can be done about it.
    pub fn remedy(&self) -> Remedy {
        match self {
            ModelError::RateLimited { .. } | ModelError::TimedOut { .. } | ModelError::Unavailable { .. } => {
                Remedy::Retry
            }
            ModelError::NoText { .. } => Remedy::TellAgent,
            ModelError::Unauthorized { .. } => Remedy::AskUser,
            ModelError::Unreachable { .. }
            | ModelError::Refused { .. }
            | ModelError::Misconfigured { .. }
            | ModelError::Exhausted { .. }
            | ModelError::Diverged { .. } => Remedy::GiveUp,
        }
    }

    /// A reply without text that was paid for like any other.
    pub fn paid(&self) -> Option<Completion> {
        match self {
            ModelError::NoText { model, usage, .. } => {
                Some(Completion { text: String::new(), model: model.clone(), usage: *usage })
            }
            _ => None,
        }
    }

    /// How long the provider wants us to wait before the next try.
    pub fn retry_after(&self) -> Option<Duration> {
        match self {
            ModelError::RateLimited { retry_after, .. } => *retry_after,
            _ => None,
        }
    }
}
