//! The port to stored secrets.

use super::SecretScope;
use async_trait::async_trait;
use deskpilot_core::Secret;
use thiserror::Error;

/// A store of named secrets.
#[async_trait]
pub trait SecretStore: Send + Sync {
    /// The names of its secrets, which are not secret themselves.
    fn names(&self) -> Vec<String>;

    /// The secret of this name, ignoring case. The store may have to ask for it, which takes time.
    async fn reveal(&self, name: &str) -> Result<RevealedSecret, SecretError>;

    /// The secret of this name, to find it in what a log would keep. Never asks a person for it; a store that would have to
    /// withholds it.
    async fn reveal_unasked(&self, name: &str) -> Result<Secret, SecretError> {
        Ok(self.reveal(name).await?.secret)
    }
}

/// A secret and where it may go.
#[derive(Clone, Debug)]
pub struct RevealedSecret {
    /// The secret.
    pub secret: Secret,
    /// Where it may be typed.
    pub scope: SecretScope,
}

/// Why a secret cannot be typed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SecretError {
    /// No secret has this name.
    #[error("there is no secret {name:?}{}; add it with `deskpilot secret set {name}`", there_are(known))]
    Unknown {
        /// The requested name.
        name: String,
        /// The names in the store.
        known: Vec<String>,
    },
    /// It could not be redacted.
    #[error("the secret {name:?} cannot be used: {why}")]
    Unfit {
        /// Its name.
        name: String,
        /// Why.
        why: &'static str,
    },
    /// The store does not reveal it.
    #[error("the secret {name:?} is not available: {why}")]
    Withheld {
        /// Its name.
        name: String,
        /// Why.
        why: String,
    },
}

fn there_are(known: &[String]) -> String {
    if known.is_empty() { "; there are none".into() } else { format!("; there are: {}", known.join(", ")) }
}

/// The minimum length of a secret in characters: shorter texts appear everywhere on a screen.
const FEWEST: usize = 4;

impl RevealedSecret {
    /// The secret of this name.
    ///
    /// # Errors
    /// It is too short to distinguish from other texts, or contains control characters, which are keys.
    pub fn new(name: &str, secret: Secret, scope: SecretScope) -> Result<RevealedSecret, SecretError> {
        let text = secret.reveal();
        let why = if text.chars().count() < FEWEST {
            "it is shorter than 4 characters and would match other text on the screen"
        } else if text.chars().any(char::is_control) {
            "it contains a line break or a tab, which would be typed as a key"
        } else {
            return Ok(RevealedSecret { secret, scope });
        };
        Err(SecretError::Unfit { name: name.to_owned(), why })
    }
}
