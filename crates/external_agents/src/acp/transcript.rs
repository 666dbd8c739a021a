//! Collects an agent's messages to the user, without its thoughts and plans.

use crate::agent_process::MAX_RESULT_BYTES;
use agent_client_protocol::v1::schema::{ContentBlock, ContentChunk, SessionUpdate};
use deskpilot_core::CappedText;
use std::sync::{Arc, Mutex, PoisonError};

/// The messages of an agent so far.
#[derive(Clone, Debug)]
pub(super) struct Transcript(Arc<Mutex<TranscriptText>>);

#[derive(Debug)]
struct TranscriptText {
    text: CappedText,
    /// Whether it has called a tool since its last message.
    starts_paragraph: bool,
}

impl Default for Transcript {
    fn default() -> Transcript {
        Transcript(Arc::new(Mutex::new(TranscriptText {
            text: CappedText::new(MAX_RESULT_BYTES),
            starts_paragraph: false,
        })))
    }
}

impl Transcript {
    pub(super) fn note(&self, update: &SessionUpdate) {
        let mut transcript = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match update {
            SessionUpdate::AgentMessageChunk(ContentChunk { content: ContentBlock::Text(text), .. }) => {
                // Messages before and after a tool call are separate paragraphs.
                if transcript.starts_paragraph && !transcript.text.is_empty() {
                    transcript.text.push(b"\n\n");
                }
                transcript.starts_paragraph = false;
                transcript.text.push(text.text.as_bytes());
            }
            SessionUpdate::ToolCall(_) => transcript.starts_paragraph = true,
            _ => {}
        }
    }

    pub(super) fn text(&self) -> String {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).text.text()
    }
}
