//! Hands that record what a person elsewhere does.

use super::super::DesktopCounts;
use async_trait::async_trait;
use deskpilot_desktop::{DesktopError, RemoteHands, RemoteInput};
use std::sync::{Arc, PoisonError};

/// Hands that record what they do; what they paste can be copied.
pub(super) struct RecordingHands(pub(super) Arc<DesktopCounts>);

#[async_trait]
impl RemoteHands for RecordingHands {
    async fn perform(&mut self, input: &RemoteInput) -> Result<(), DesktopError> {
        self.0.remote_inputs.lock().unwrap_or_else(PoisonError::into_inner).push(input.clone());
        Ok(())
    }

    async fn copied(&mut self) -> Result<String, DesktopError> {
        let inputs = self.0.remote_inputs.lock().unwrap_or_else(PoisonError::into_inner);
        let pasted = inputs.iter().rev().find_map(|it| match it {
            RemoteInput::Paste(text) => Some(text.clone()),
            _ => None,
        });
        Ok(pasted.unwrap_or_default())
    }

    async fn release(&mut self) -> Result<(), DesktopError> {
        Ok(())
    }
}
