//! A text of a control in a change: whole if it is short.

use serde::{Deserialize, Serialize};
use std::{fmt, iter};

/// The most characters of a text.
const MOST: usize = 60;
/// How many shared characters long texts show before their first difference.
const SHARED: usize = 12;

/// A text of a control, or the part of it that differs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Excerpt {
    /// The whole text.
    Whole(String),
    /// A part, with `…` where something is left out.
    Cut {
        /// The part.
        cut: String,
    },
}

impl Excerpt {
    /// The beginning of a text.
    pub fn of(text: &str) -> Excerpt {
        match text.char_indices().nth(MOST) {
            Some((end, _)) => Excerpt::Cut { cut: format!("{}…", &text[..end]) },
            None => Excerpt::Whole(text.to_owned()),
        }
    }

    /// Both texts, each from shortly before the first character that differs.
    pub(super) fn of_both(was: &str, is: &str) -> (Excerpt, Excerpt) {
        let shared = was.chars().zip(is.chars()).take_while(|(one, other)| one == other).count();
        if shared <= MOST / 2 {
            return (Excerpt::of(was), Excerpt::of(is));
        }
        let behind = |text: &str| {
            let rest: String = iter::once('…').chain(text.chars().skip(shared - SHARED)).collect();
            Excerpt::Cut { cut: Excerpt::of(&rest).into_text() }
        };
        (behind(was), behind(is))
    }

    /// The text, if nothing of it is left out.
    pub fn whole(&self) -> Option<&str> {
        match self {
            Excerpt::Whole(text) => Some(text),
            Excerpt::Cut { .. } => None,
        }
    }

    /// The text as it is kept.
    pub fn text_mut(&mut self) -> &mut String {
        match self {
            Excerpt::Whole(text) | Excerpt::Cut { cut: text } => text,
        }
    }

    fn into_text(self) -> String {
        match self {
            Excerpt::Whole(text) | Excerpt::Cut { cut: text } => text,
        }
    }
}

impl fmt::Display for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Excerpt::Whole(text) | Excerpt::Cut { cut: text }) = self;
        write!(f, "{text:?}")
    }
}
