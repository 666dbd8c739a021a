//! A store with the one secret `bank`.

use async_trait::async_trait;
use deskpilot_core::Secret;
use deskpilot_desktop::{RevealedSecret, SecretError, SecretScope, SecretStore};

/// The value of the secret `bank`.
pub(crate) const BANK: &str = "correct-horse-77";

/// A secret store whose secret `bank` has no bounds of its own: only the policy protects it.
pub(crate) struct BankSecret;

#[async_trait]
impl SecretStore for BankSecret {
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
