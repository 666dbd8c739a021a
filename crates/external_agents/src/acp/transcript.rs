//! Collects an agent's messages to the user, without its thoughts and plans.

use crate::capped::{Capped, MOST};
use agent_client_protocol::v1::schema::{ContentBlock, ContentChunk, SessionUpdate};
use std::sync::{Arc, Mutex, PoisonError};

/// The messages of an agent so far.
#[derive(Clone, Debug)]
pub(super) struct Transcript(Arc<Mutex<Said>>);

#[derive(Debug)]
struct Said {
    text: Capped,
    /// Whether it has called a tool since its last message.
    is_new: bool,
}

impl Default for Transcript {
    fn default() -> Transcript {
        Transcript(Arc::new(Mutex::new(Said { text: Capped::new(MOST), is_new: false })))
    }
}

impl Transcript {
    pub(super) fn note(&self, update: &SessionUpdate) {
        let mut said = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match update {
            SessionUpdate::AgentMessageChunk(ContentChunk { content: ContentBlock::Text(text), .. }) => {
                // Messages before and after a tool call are separate paragraphs.
                if said.is_new && !said.text.is_empty() {
                    said.text.push(b"\n\n");
                }
                said.is_new = false;
                said.text.push(text.text.as_bytes());
            }
            SessionUpdate::ToolCall(_) => said.is_new = true,
            _ => {}
        }
    }

    pub(super) fn text(&self) -> String {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).text.text()
    }
}
