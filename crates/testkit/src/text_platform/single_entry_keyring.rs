//! A keyring with one entry, `KEY`, which takes a moment and stays locked.

use async_trait::async_trait;
use deskpilot_core::Secret;
use deskpilot_desktop::{Keyring, KeyringError};
use std::time::Duration;

/// A keyring with one entry, `KEY`.
pub(super) struct SingleEntryKeyring;

#[async_trait]
impl Keyring for SingleEntryKeyring {
    async fn read(&self, name: &str) -> Result<Secret, KeyringError> {
        tokio::time::sleep(Duration::from_millis(1)).await;
        if name == "KEY" { Ok(Secret::new("kept")) } else { Err(KeyringError::Absent) }
    }

    async fn read_unlocked(&self, _: &str) -> Result<Secret, KeyringError> {
        Err(KeyringError::Locked)
    }

    async fn write(&self, _: &str, _: &Secret) -> Result<(), KeyringError> {
        Err(KeyringError::Locked)
    }

    async fn remove(&self, _: &str) -> Result<(), KeyringError> {
        Err(KeyringError::Absent)
    }
}
