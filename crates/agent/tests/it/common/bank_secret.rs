//! A store with the one secret `bank`.

use async_trait::async_trait;
use deskpilot_core::Secret;
use deskpilot_desktop::{Bounds, Revealed, SecretError, Secrets};

/// The value of the secret `bank`.
pub(crate) const BANK: &str = "correct-horse-77";

/// A secret store whose secret `bank` has no bounds of its own: only the policy protects it.
pub(crate) struct BankSecret;

#[async_trait]
impl Secrets for BankSecret {
    fn names(&self) -> Vec<String> {
        vec!["bank".into()]
    }

    async fn reveal(&self, name: &str) -> Result<Revealed, SecretError> {
        match name {
            "bank" => Revealed::fit(name, Secret::new(BANK), Bounds::default()),
            _ => Err(SecretError::Unknown { name: name.into(), known: self.names() }),
        }
    }
}
