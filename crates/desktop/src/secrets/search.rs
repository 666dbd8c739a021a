//! Whether one of the user's secrets is in a text, typed in this session or not.

use super::{RedactedDesktop, Redactor, SecretError, pattern::MatchScope};
use std::time::Duration;
use tokio::time::timeout;

/// How long a store may take to reveal a secret.
const PATIENCE: Duration = Duration::from_secs(2);

/// The result of a search for the user's secrets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SecretSearch {
    /// None of them is there.
    Absent,
    /// One of them is there, or a part of one that was typed.
    Found,
    /// One of them could not be searched for: the store has it and would have to ask a person.
    Unsearched,
}

impl RedactedDesktop {
    /// Searches a text for the secrets of the store: for those that were typed and their parts, and for all of the others.
    pub async fn search_secrets(&mut self, text: &str) -> SecretSearch {
        if self.redactor.is_in(text, MatchScope::Parts) {
            return SecretSearch::Found;
        }
        let (others, mut has_unread) = (Redactor::default(), false);
        for name in self.secrets.names() {
            if self.redactor.knows(&name) {
                continue;
            }
            match timeout(PATIENCE, self.secrets.reveal_unasked(&name)).await {
                Ok(Ok(secret)) => others.add(&name, &secret),
                // Nobody can type these, and what is that short is in every text.
                Ok(Err(SecretError::Unfit { .. } | SecretError::Unknown { .. })) => {}
                Ok(Err(SecretError::Withheld { .. })) | Err(_) => has_unread = true,
            }
        }
        // A part of a secret that nobody typed is a word like any other.
        match others.is_in(text, MatchScope::Whole) {
            true => SecretSearch::Found,
            false if has_unread => SecretSearch::Unsearched,
            false => SecretSearch::Absent,
        }
    }
}
