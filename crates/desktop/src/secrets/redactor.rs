//! What keeps the secrets of a session out of everything that is read once they were typed.

use super::{
    strike::{Found, Pattern},
    texts,
};
use crate::DesktopError;
use deskpilot_core::{Secret, placeholder};
use std::sync::{Arc, PoisonError, RwLock};

/// The secrets that were revealed in this session. Its clones share them: what one is told, all strike out.
#[derive(Clone, Default)]
pub struct Redactor(Arc<RwLock<Vec<Known>>>);

struct Known {
    sign: String,
    patterns: Vec<Pattern>,
}

impl Redactor {
    /// Strikes this secret from everything from now on: its name stands in its place.
    pub(super) fn cover(&self, name: &str, secret: &Secret) {
        let sign = placeholder(name);
        let text = secret.reveal();
        // What is told of a text is often quoted, with backslashes before its quotes.
        let quoted = format!("{text:?}").trim_matches('"').to_owned();
        let spellings = if quoted == text { vec![text] } else { vec![text, quoted.as_str()] };
        let patterns = spellings.into_iter().map(Pattern::of).collect();
        let mut all = self.0.write().unwrap_or_else(PoisonError::into_inner);
        all.retain(|it| it.sign != sign);
        all.push(Known { sign, patterns });
    }

    /// A text that was read otherwise than through what is redacted, without the secrets.
    pub fn struck_from(&self, mut text: String) -> String {
        self.strike([&mut text], Found::Whole);
        text
    }

    /// Whether no secret was revealed so far.
    pub(super) fn is_bare(&self) -> bool {
        self.0.read().unwrap_or_else(PoisonError::into_inner).is_empty()
    }

    /// Strikes what counts as a secret from texts; whether there was any.
    pub(super) fn strike<'t>(&self, texts: impl IntoIterator<Item = &'t mut String>, found: Found) -> bool {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        if known.is_empty() {
            return false;
        }
        let mut was_there = false;
        for text in texts {
            for Known { sign, patterns } in known.iter() {
                for pattern in patterns {
                    if let Some(struck) = pattern.struck(text, found, sign) {
                        *text = struck;
                        was_there = true;
                    }
                }
            }
        }
        was_there
    }
}

/// What is told of what was done, or why it was not, without secrets.
pub(super) fn told<T>(
    redactor: &Redactor,
    found: Found,
    result: Result<T, DesktopError>,
    texts: impl FnOnce(&mut T) -> Vec<&mut String>,
) -> Result<T, DesktopError> {
    match result {
        Ok(mut value) => {
            redactor.strike(texts(&mut value), found);
            Ok(value)
        }
        Err(mut error) => {
            redactor.strike(texts::of_error(&mut error), found);
            Err(error)
        }
    }
}

impl std::fmt::Debug for Redactor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Redactor")
    }
}
