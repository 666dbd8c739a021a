//! The secret store of a session without secrets.

use super::{RevealedSecret, SecretError, SecretStore};
use async_trait::async_trait;

/// An empty store.
pub(super) struct NoSecrets;

#[async_trait]
impl SecretStore for NoSecrets {
    fn names(&self) -> Vec<String> {
        Vec::new()
    }

    async fn reveal(&self, name: &str) -> Result<RevealedSecret, SecretError> {
        Err(SecretError::Unknown { name: name.to_owned(), known: Vec::new() })
    }
}
