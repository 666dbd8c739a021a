//! The one secret of the person whose desktop it is.

use async_trait::async_trait;
use deskpilot_core::Secret;
use deskpilot_desktop::{Bounds, Revealed, SecretError, Secrets};

/// What the secret `bank` is.
pub(crate) const BANK: &str = "correct-horse-77";

/// Knows the secret `bank`, which may go anywhere: only the policy stands before it.
pub(crate) struct Purse;

#[async_trait]
impl Secrets for Purse {
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
