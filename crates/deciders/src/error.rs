//! Errors of deciders, and their remedies.

use deskpilot_core::{Complaint, Remedy, ReplyLength};
use thiserror::Error;

/// Why a decider returned no decision.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DeciderError {
    /// The decision is invalid, for this reason: the decider gets it and decides again.
    #[error("{0}")]
    Rejected(Complaint),
    /// The language model gave no valid reply: the decider gets the reason and is asked again, a few times.
    #[error("{message}")]
    NoReply {
        /// What came instead.
        what: NoReply,
        /// What went wrong, and what a person can do.
        message: String,
    },
    /// The decider failed, for this reason.
    #[error("{message}")]
    Failed {
        /// What went wrong, and what to do.
        message: String,
        /// The remedy.
        remedy: Remedy,
    },
    /// The decider does not serve this kind of agent.
    #[error("{decider} decides for the {only} only; name another model for the {asked}")]
    NotForAgent {
        /// The decider.
        decider: &'static str,
        /// The agent it decides for.
        only: deskpilot_core::AgentKind,
        /// The agent that asked.
        asked: deskpilot_core::AgentKind,
    },
    /// The recording has no more decisions.
    #[error("{decider} has no decision left: it had {decisions}")]
    Exhausted {
        /// The decider.
        decider: &'static str,
        /// The number of decisions it had.
        decisions: usize,
    },
    /// The scene differs from the one that the recorded decision is based on.
    #[error(
        "the replay left the recording at decision {decision}: {what} differs: the recording has {recorded:?}, and here is {now:?}; \
         files that the log does not keep are as they are now: put those that the task changed back as they were, and replay it again"
    )]
    Diverged {
        /// The number of the decision among its agent's, from 0.
        decision: usize,
        /// The part that differs.
        what: &'static str,
        /// The recorded text, shortened.
        recorded: String,
        /// The current text, shortened.
        now: String,
    },
    /// The session's log cannot be written.
    #[error(transparent)]
    NotRecorded(#[from] NotRecorded),
}

impl From<Complaint> for DeciderError {
    fn from(complaint: Complaint) -> DeciderError {
        DeciderError::Rejected(complaint)
    }
}

/// What a language model gave instead of a reply that counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoReply {
    /// A reply that was cut at a limit of its length after this many tokens; 0 if the count is unknown.
    Cut(u64),
    /// A reply that the model, or a filter of its provider, withheld, for this reason.
    Withheld(String),
    /// Thoughts and no answer. The thoughts were cut after this many tokens, 0 if the count is unknown; `None` if the model ended
    /// them.
    OnlyThoughts(Option<u64>),
}

impl NoReply {
    /// The message for the model, after this many such replies to one question.
    pub fn complaint(&self, times: u32) -> Complaint {
        Complaint::new(match self {
            NoReply::Cut(tokens) => {
                format!(
                    "the reply was cut{}, as model.max_output_tokens or the provider limits its length, so nothing of it \
                     was done: think less, write less, and do fewer actions at once",
                    after(*tokens)
                )
            }
            NoReply::Withheld(reason) => format!(
                "the reply was withheld ({reason}), so nothing of it was done: leave out what may have caused that; if it is \
                 the task itself, give up and say why"
            ),
            NoReply::OnlyThoughts(cut_after) => {
                let cut = cut_after.map_or(String::new(), |tokens| format!(", and was cut{}", after(tokens)));
                let again =
                    if times > 1 { format!(", which makes {times} such replies") } else { String::new() };
                format!(
                    "the reply had thoughts and no answer{cut}{again}, so nothing of it was done: answer now, think little, and \
                     write the JSON object as the reply itself, after the thoughts"
                )
            }
        })
    }

    /// How long the next reply may be, after this many such replies to one question.
    pub const fn next_length(&self, times: u32) -> ReplyLength {
        match self {
            NoReply::Cut(tokens) => ReplyLength::LongerThan(*tokens),
            NoReply::Withheld(_) => ReplyLength::Usual,
            NoReply::OnlyThoughts(cut_after) => ReplyLength::FewerThoughts { times, cut_after: *cut_after },
        }
    }
}

/// Where a reply was cut, in words; empty if nobody counted.
fn after(tokens: u64) -> String {
    if tokens == 0 { String::new() } else { format!(" after {tokens} tokens") }
}

/// The session's log cannot be written; the log's owner knows why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the session's log cannot be written")]
pub struct NotRecorded;

impl DeciderError {
    /// The remedy.
    pub const fn remedy(&self) -> Remedy {
        match self {
            DeciderError::Rejected(_) | DeciderError::NoReply { .. } => Remedy::TellAgent,
            DeciderError::Failed { remedy, .. } => *remedy,
            DeciderError::NotForAgent { .. }
            | DeciderError::Exhausted { .. }
            | DeciderError::Diverged { .. }
            | DeciderError::NotRecorded(_) => Remedy::GiveUp,
        }
    }
}
