//! The port to the user's keyring, where the platform keeps secrets for programs.

use async_trait::async_trait;
use deskpilot_core::Secret;
use thiserror::Error;

/// The keyring of a user. Each entry has a name of its own.
///
/// Every call has a deadline, and may ask the user to unlock the keyring, which takes a while. Dropping the future
/// withdraws that question.
#[async_trait]
pub trait Keyring: Send + Sync {
    /// The secret of this name.
    async fn read(&self, name: &str) -> Result<Secret, KeyringError>;

    /// The secret of this name, unless it is locked: asks the user nothing.
    async fn read_unlocked(&self, name: &str) -> Result<Secret, KeyringError>;

    /// Stores a secret under this name, and replaces the one that was there.
    async fn write(&self, name: &str, secret: &Secret) -> Result<(), KeyringError>;

    /// Removes the secret of this name.
    async fn remove(&self, name: &str) -> Result<(), KeyringError>;
}

/// Why the keyring did not do what it was asked.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum KeyringError {
    /// This machine, or this session of the user, has none.
    #[error("there is no keyring here: {0}")]
    Unavailable(String),
    /// It did not reply before the deadline.
    #[error("the keyring does not answer")]
    Late,
    /// It is locked, and the user did not unlock it when asked.
    #[error("the keyring is locked: unlock it and try again")]
    Locked,
    /// It asked the user for a confirmation and got none.
    #[error("the keyring asked for a confirmation and did not get it")]
    Unconfirmed,
    /// It has no entry of this name.
    #[error("the keyring has nothing under this name")]
    Absent,
    /// It has more than one entry of this name.
    #[error("the keyring has several entries under this name: remove all but one of them")]
    Ambiguous,
    /// The entry is not UTF-8.
    #[error("what the keyring has there is no text")]
    NotText,
    /// It replied with an error of its own.
    #[error("the keyring refuses: {}", start(.0))]
    Refused(String),
}

/// The first 200 characters of what a keyring says: its errors may be of any length.
fn start(text: &str) -> &str {
    text.char_indices().nth(200).map_or(text, |(end, _)| &text[..end])
}
