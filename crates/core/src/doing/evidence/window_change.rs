//! The change of a window.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The change of a window. Its title is a text, or a text with parameters where a skill expects it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WindowChange<T = String> {
    /// The window of this title closed.
    Closed(T),
    /// A window of this title opened.
    Opened(T),
    /// A window has another title.
    Renamed {
        /// The title before.
        from: T,
        /// The title now.
        to: T,
    },
}

impl<T> WindowChange<T> {
    /// The same change with these titles.
    pub fn map<U>(&self, mut title: impl FnMut(&T) -> U) -> WindowChange<U> {
        match self {
            WindowChange::Closed(it) => WindowChange::Closed(title(it)),
            WindowChange::Opened(it) => WindowChange::Opened(title(it)),
            WindowChange::Renamed { from, to } => WindowChange::Renamed { from: title(from), to: title(to) },
        }
    }

    /// The same change with these titles; `None` if one of them is missing.
    pub fn try_map<U>(&self, mut title: impl FnMut(&T) -> Option<U>) -> Option<WindowChange<U>> {
        Some(match self {
            WindowChange::Closed(it) => WindowChange::Closed(title(it)?),
            WindowChange::Opened(it) => WindowChange::Opened(title(it)?),
            WindowChange::Renamed { from, to } => {
                WindowChange::Renamed { from: title(from)?, to: title(to)? }
            }
        })
    }

    /// Its titles, the later one last.
    pub fn titles(&self) -> Vec<&T> {
        match self {
            WindowChange::Closed(it) | WindowChange::Opened(it) => vec![it],
            WindowChange::Renamed { from, to } => vec![from, to],
        }
    }

    /// Its titles, the later one last.
    pub fn titles_mut(&mut self) -> Vec<&mut T> {
        match self {
            WindowChange::Closed(it) | WindowChange::Opened(it) => vec![it],
            WindowChange::Renamed { from, to } => vec![from, to],
        }
    }
}

impl fmt::Display for WindowChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WindowChange::Closed(title) => write!(f, "window {title:?} closed"),
            WindowChange::Opened(title) => write!(f, "window {title:?} opened"),
            WindowChange::Renamed { from, to } => write!(f, "window {from:?} is now {to:?}"),
        }
    }
}
