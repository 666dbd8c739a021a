//! What a model was asked in a session, and what it replied: for replaying it.

use crate::{Blobs, LogError};
use deskpilot_core::{BlobRef, Entry, Event, Prompt, Usage};

/// Every reply of the session with the prompt it answers and what it used up, in order. A prompt that was never
/// answered is left out.
///
/// Pictures in the prompts keep their hash and have no bytes.
pub fn recorded(entries: &[Entry], blobs: &Blobs) -> Result<Vec<(Prompt, String, Usage)>, LogError> {
    let mut asked: Option<&BlobRef> = None;
    let mut replies = Vec::new();
    for entry in entries {
        match &entry.event {
            Event::Prompted { prompt, .. } => asked = Some(prompt),
            Event::Replied { text, usage, .. } => {
                if let Some(reference) = asked.take() {
                    replies.push((prompt(blobs, reference)?, text.clone(), *usage));
                }
            }
            _ => {}
        }
    }
    Ok(replies)
}

fn prompt(blobs: &Blobs, blob: &BlobRef) -> Result<Prompt, LogError> {
    serde_json::from_slice(&blobs.read(blob)?).map_err(|_| LogError::BadBlob { hash: blob.hash.clone() })
}
