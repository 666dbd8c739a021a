//! Where there are no secrets.

use super::{Revealed, SecretError, Secrets};
use async_trait::async_trait;

/// No secrets at all.
pub(super) struct NoSecrets;

#[async_trait]
impl Secrets for NoSecrets {
    fn names(&self) -> Vec<String> {
        Vec::new()
    }

    async fn reveal(&self, name: &str) -> Result<Revealed, SecretError> {
        Err(SecretError::Unknown { name: name.to_owned(), known: Vec::new() })
    }
}
