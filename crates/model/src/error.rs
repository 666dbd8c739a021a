//! Errors of models, and their remedies.

use deskpilot_core::{Completion, Remedy, ReplyEnding, Usage};
use std::time::Duration;
use thiserror::Error;

/// An error of a model. The messages address a person, say what to do, and never contain a key.
#[derive(Debug, Error)]
pub enum ModelError {
    /// The provider limits the rate of calls.
    #[error("{model} is asked too often{}", retry_after.map_or(String::new(), |wait| format!("; again in {} s", wait.as_secs())))]
    RateLimited {
        /// The model.
        model: String,
        /// The wait that the provider asks for.
        retry_after: Option<Duration>,
    },
    /// No reply in time.
    #[error("{model} did not reply within {seconds} s")]
    TimedOut {
        /// The model.
        model: String,
        /// The time limit, in seconds.
        seconds: u64,
    },
    /// The provider has an internal error.
    #[error("server error of {model}: {message}")]
    Unavailable {
        /// The model.
        model: String,
        /// Its message.
        message: String,
        /// The wait that the provider asks for.
        retry_after: Option<Duration>,
    },
    /// The body of the response is not from a model: it is empty, too large, a web page, or broken.
    #[error("{model} sent no reply that can be read: {message}")]
    Unreadable {
        /// The model.
        model: String,
        /// What came instead.
        message: String,
    },
    /// The address does not answer.
    #[error("{endpoint} cannot be reached: {message}; {hint}")]
    Unreachable {
        /// The address.
        endpoint: String,
        /// The network error.
        message: String,
        /// What to look at.
        hint: &'static str,
    },
    /// The key is missing or wrong.
    #[error("{model} does not accept the key: {message}; set {variable}")]
    Unauthorized {
        /// The model.
        model: String,
        /// The provider's message.
        message: String,
        /// The variable that supplies the key.
        variable: String,
    },
    /// The provider refuses the request.
    #[error("{model} refuses the request: {message}")]
    Refused {
        /// The model.
        model: String,
        /// The provider's message.
        message: String,
    },
    /// The provider no longer has the conversation that a request continues.
    #[error("{model} has lost the conversation: {message}")]
    ConversationLost {
        /// The model.
        model: String,
        /// The provider's message.
        message: String,
    },
    /// The options, or a table they refer to, are invalid.
    #[error("{what} cannot be used: {message}")]
    Misconfigured {
        /// The model or table.
        what: String,
        /// What is wrong, and how to fix it.
        message: String,
    },
    /// The reply has no text.
    #[error("{model} gave no text: {message}")]
    NoText {
        /// The model.
        model: String,
        /// What the reply has instead.
        message: String,
        /// The usage, which is billed all the same.
        usage: Usage,
    },
    /// The reply was cut at a limit of its length. Nothing of it counts.
    #[error("{model} could not end its reply, which was cut{}: {advice}", cut_at(*tokens))]
    Cut {
        /// The model.
        model: String,
        /// The text of the reply; for logs only.
        text: String,
        /// After how many tokens it was cut; 0 if nobody counted them.
        tokens: u64,
        /// What a person can do.
        advice: String,
        /// The usage, which is billed all the same.
        usage: Usage,
    },
    /// The model, or a filter of its provider, withheld the reply. Nothing of it counts.
    #[error("{model} withheld its reply: {reason}")]
    Withheld {
        /// The model.
        model: String,
        /// The text of the reply; for logs only.
        text: String,
        /// The reason.
        reason: String,
        /// The usage, which is billed all the same.
        usage: Usage,
    },
    /// The reply has thoughts and no answer. Nothing of the thoughts counts.
    #[error("{model} thought and gave no answer{}: {advice}", cut_short(*cut_after))]
    OnlyThoughts {
        /// The model.
        model: String,
        /// The thoughts, as far as the provider shows them; for logs only.
        text: Box<str>,
        /// After how many tokens they were cut, 0 if nobody counted them; `None` if the model ended them.
        cut_after: Option<u64>,
        /// What a person can do.
        advice: Box<str>,
        /// The usage, which is billed all the same.
        usage: Usage,
    },
    /// A script or a recording has no more replies.
    #[error("{model} has no reply left: it had {replies}")]
    Exhausted {
        /// The model.
        model: String,
        /// The number of replies it had.
        replies: usize,
    },
    /// The prompt differs from that of the recorded reply.
    #[error(
        "the replay left the recording at reply {reply}: {section} differs: the recording has {recorded:?}, and here is {now:?}"
    )]
    Diverged {
        /// The number of the reply, from 0.
        reply: usize,
        /// The part that differs.
        section: String,
        /// The recorded text, shortened.
        recorded: String,
        /// The current text, shortened.
        now: String,
    },
}

impl ModelError {
    /// The remedy.
    pub fn remedy(&self) -> Remedy {
        match self {
            ModelError::RateLimited { .. }
            | ModelError::TimedOut { .. }
            | ModelError::Unavailable { .. }
            | ModelError::Unreadable { .. } => Remedy::Retry,
            ModelError::NoText { .. }
            | ModelError::Cut { .. }
            | ModelError::Withheld { .. }
            | ModelError::OnlyThoughts { .. } => Remedy::TellAgent,
            ModelError::Unauthorized { .. } => Remedy::AskUser,
            ModelError::Unreachable { .. }
            | ModelError::Refused { .. }
            | ModelError::ConversationLost { .. }
            | ModelError::Misconfigured { .. }
            | ModelError::Exhausted { .. }
            | ModelError::Diverged { .. } => Remedy::GiveUp,
        }
    }

    /// What the log keeps of an invalid reply: it is billed like any other.
    pub fn billed_completion(&self) -> Option<Completion> {
        let (text, model, usage) = match self {
            ModelError::NoText { model, usage, .. } => ("", model, usage),
            ModelError::Cut { text, model, usage, .. } | ModelError::Withheld { text, model, usage, .. } => {
                (text.as_str(), model, usage)
            }
            ModelError::OnlyThoughts { text, model, usage, .. } => (&**text, model, usage),
            _ => return None,
        };
        Some(Completion { text: text.to_owned(), model: model.clone(), usage: *usage })
    }

    /// How the reply ended that this error is about.
    pub fn reply_ending(&self) -> ReplyEnding {
        match self {
            ModelError::Cut { tokens, .. } => ReplyEnding::Cut(*tokens),
            ModelError::Withheld { reason, .. } => ReplyEnding::Withheld(reason.clone()),
            ModelError::OnlyThoughts { cut_after, .. } => ReplyEnding::OnlyThoughts(*cut_after),
            _ => ReplyEnding::Complete,
        }
    }

    /// The wait that the provider asks for before the next attempt.
    pub fn retry_after(&self) -> Option<Duration> {
        match self {
            ModelError::RateLimited { retry_after, .. } | ModelError::Unavailable { retry_after, .. } => {
                *retry_after
            }
            _ => None,
        }
    }

    /// How often the call may be tried again at most, whatever the settings say; `None` for as often as they say. A body that is no
    /// reply costs time and traffic, and hardly ever becomes one.
    pub fn most_retries(&self) -> Option<u32> {
        matches!(self, ModelError::Unreadable { .. }).then_some(1)
    }
}

/// Where a reply was cut, in words.
fn cut_at(tokens: u64) -> String {
    if tokens == 0 { String::new() } else { format!(" after {tokens} tokens") }
}

/// Where thoughts were cut, in words; empty if the model ended them.
fn cut_short(cut_after: Option<u64>) -> String {
    cut_after.map_or(String::new(), |tokens| format!(", as its thoughts were cut{}", cut_at(tokens)))
}
