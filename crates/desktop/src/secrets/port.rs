//! The port to where secrets are kept.

use super::Bounds;
use async_trait::async_trait;
use deskpilot_core::Secret;
use thiserror::Error;

/// Where named secrets are kept.
#[async_trait]
pub trait Secrets: Send + Sync {
    /// The names of the secrets there are. They are no secrets themselves.
    fn names(&self) -> Vec<String>;

    /// The secret of this name, whatever the case of its letters. It may have to be asked for, which takes a while.
    async fn reveal(&self, name: &str) -> Result<Revealed, SecretError>;
}

/// A secret, and where it may go.
#[derive(Clone, Debug)]
pub struct Revealed {
    /// The secret.
    pub secret: Secret,
    /// Where it may be typed.
    pub bounds: Bounds,
}

/// Why there is no secret to type.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SecretError {
    /// There is none of this name.
    #[error("there is no secret {name:?}{}; add it with `deskpilot secret set {name}`", there_are(known))]
    Unknown {
        /// What was asked for.
        name: String,
        /// The names that there are.
        known: Vec<String>,
    },
    /// It would not stay one.
    #[error("the secret {name:?} cannot be used: {why}")]
    Unfit {
        /// Its name.
        name: String,
        /// Why, and what would be better.
        why: &'static str,
    },
    /// Where it is kept does not give it.
    #[error("the secret {name:?} cannot be had: {why}")]
    Withheld {
        /// Its name.
        name: String,
        /// What is in the way.
        why: String,
    },
}

fn there_are(known: &[String]) -> String {
    if known.is_empty() { ", nor any other".into() } else { format!("; there are: {}", known.join(", ")) }
}

/// The fewest letters of a secret: what is shorter stands everywhere on a screen, and would have to be struck from it.
const FEWEST: usize = 4;

impl Revealed {
    /// The secret of this name, if it can be kept: long enough to be told from other texts, and without keys in it.
    pub fn fit(name: &str, secret: Secret, bounds: Bounds) -> Result<Revealed, SecretError> {
        let text = secret.reveal();
        let why = if text.chars().count() < FEWEST {
            "it is shorter than 4 characters, and could not be struck from what is read without striking much else"
        } else if text.chars().any(char::is_control) {
            "there is a line break or a tab in it, which would be a key"
        } else {
            return Ok(Revealed { secret, bounds });
        };
        Err(SecretError::Unfit { name: name.to_owned(), why })
    }
}
