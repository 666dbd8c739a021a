//! The replies of language models, paired with the prompts that they answer.

use crate::{BlobRef, Entry, Event, ReplyEnding, Usage};

/// A language model's reply.
#[derive(Clone, Debug, PartialEq)]
pub struct StepReply {
    /// The number of its entry.
    pub entry: u64,
    /// The prompt that it answers; `None` if the log has no prompt that waits for it.
    pub prompt: Option<BlobRef>,
    /// The reply, verbatim.
    pub text: String,
    /// How it ended.
    pub ending: ReplyEnding,
    /// What it used.
    pub usage: Usage,
}

/// The replies so far, and the prompt that waits for the next one.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct PromptedReplies {
    pub(super) replies: Vec<StepReply>,
    waiting: Option<BlobRef>,
    pub(super) was_prompted: bool,
}

impl PromptedReplies {
    pub(super) fn apply(&mut self, entry: &Entry) {
        match &entry.event {
            Event::Prompted { prompt, .. } => {
                self.waiting = Some(prompt.clone());
                self.was_prompted = true;
            }
            Event::Replied { text, usage, ending, .. } => self.replies.push(StepReply {
                entry: entry.seq,
                prompt: self.waiting.take(),
                text: text.clone(),
                ending: ending.clone(),
                usage: *usage,
            }),
            _ => {}
        }
    }
}
