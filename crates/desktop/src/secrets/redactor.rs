//! Replaces the secrets typed in a session by their names in everything read afterwards.

use super::{
    pattern::{MatchScope, SecretPattern},
    texts,
};
use crate::DesktopError;
use deskpilot_core::Secret;
use std::sync::{Arc, PoisonError, RwLock};

/// The secrets revealed in this session. Clones share them: a secret added to one is redacted by all.
#[derive(Clone, Default)]
pub struct Redactor(Arc<RwLock<Vec<KnownSecret>>>);

struct KnownSecret {
    placeholder: String,
    patterns: Vec<SecretPattern>,
}

impl Redactor {
    /// From now on replaces this secret by its name.
    pub(super) fn add(&self, name: &str, secret: &Secret) {
        let placeholder = deskpilot_core::placeholder(name);
        let text = secret.reveal();
        // Messages often quote a text, with backslashes before its quotation marks.
        let quoted = format!("{text:?}").trim_matches('"').to_owned();
        let spellings = if quoted == text { vec![text] } else { vec![text, quoted.as_str()] };
        let patterns = spellings.into_iter().map(SecretPattern::of).collect();
        let mut all = self.0.write().unwrap_or_else(PoisonError::into_inner);
        all.retain(|it| it.placeholder != placeholder);
        all.push(KnownSecret { placeholder, patterns });
    }

    /// The text without the secrets, for text that reached this process by another way than a redacted port.
    pub fn redact_text(&self, mut text: String) -> String {
        self.redact([&mut text], MatchScope::Whole);
        text
    }

    /// Whether no secret has been revealed yet.
    pub(super) fn is_empty(&self) -> bool {
        self.0.read().unwrap_or_else(PoisonError::into_inner).is_empty()
    }

    /// Replaces the secrets in the texts. Returns whether there were any.
    pub(super) fn redact<'t>(
        &self,
        texts: impl IntoIterator<Item = &'t mut String>,
        scope: MatchScope,
    ) -> bool {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        if known.is_empty() {
            return false;
        }
        let mut found_any = false;
        for text in texts {
            for KnownSecret { placeholder, patterns } in known.iter() {
                for pattern in patterns {
                    if let Some(text_without) = pattern.replaced(text, scope, placeholder) {
                        *text = text_without;
                        found_any = true;
                    }
                }
            }
        }
        found_any
    }
}

/// The result of a call without secrets: the texts of its value, or of its error.
pub(super) fn redact_result<T>(
    redactor: &Redactor,
    scope: MatchScope,
    result: Result<T, DesktopError>,
    texts: impl FnOnce(&mut T) -> Vec<&mut String>,
) -> Result<T, DesktopError> {
    match result {
        Ok(mut value) => {
            redactor.redact(texts(&mut value), scope);
            Ok(value)
        }
        Err(mut error) => {
            redactor.redact(texts::of_error(&mut error), scope);
            Err(error)
        }
    }
}

impl std::fmt::Debug for Redactor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Redactor")
    }
}
