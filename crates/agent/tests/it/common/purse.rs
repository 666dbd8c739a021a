//! The one secret of the person whose desktop it is.

use async_trait::async_trait;
use deskpilot_core::Secret;
use deskpilot_desktop::{RevealedSecret, SecretError, SecretScope, SecretStore};

/// What the secret `bank` is.
pub(crate) const BANK: &str = "correct-horse-77";

/// Knows the secret `bank`, which may go anywhere: only the policy stands before it.
pub(crate) struct Purse;

#[async_trait]
impl SecretStore for Purse {
    fn names(&self) -> Vec<String> {
        vec!["bank".into()]
    }

    async fn reveal(&self, name: &str) -> Result<RevealedSecret, SecretError> {
        match name {
            "bank" => RevealedSecret::new(name, Secret::new(BANK), SecretScope::default()),
            _ => Err(SecretError::Unknown { name: name.into(), known: self.names() }),
        }
    }
}
