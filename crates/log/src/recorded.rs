//! What a model was asked in a session, and what it replied: for replaying it.

use crate::LogError;
use deskpilot_core::{BlobRef, Completion, Entry, Event, Prompt};

/// Every reply of the session with the prompt it answers, in order. A prompt that was never answered is left out.
///
/// `blob` gives the bytes of a blob; pictures in the prompts keep their hash and have no bytes.
pub fn recorded(
    entries: &[Entry],
    blob: impl Fn(&BlobRef) -> Result<Vec<u8>, LogError>,
) -> Result<Vec<(Prompt, Completion)>, LogError> {
    let mut asked: Option<&BlobRef> = None;
    let mut replies = Vec::new();
    for entry in entries {
        match &entry.event {
            Event::Prompted { prompt, .. } => asked = Some(prompt),
            Event::Replied { text, model, usage } => {
                if let Some(reference) = asked.take() {
                    let completion = Completion { text: text.clone(), model: model.clone(), usage: *usage };
                    replies.push((prompt(&blob(reference)?, reference)?, completion));
                }
            }
            _ => {}
        }
    }
    Ok(replies)
}

fn prompt(bytes: &[u8], blob: &BlobRef) -> Result<Prompt, LogError> {
    serde_json::from_slice(bytes).map_err(|_| LogError::BadBlob { hash: blob.hash.clone() })
}
