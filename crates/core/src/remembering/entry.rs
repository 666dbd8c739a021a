//! Log entries, and the trait of everything that is folded from them.

use super::{Event, timestamp::Timestamp};
use serde::{Deserialize, Serialize};

/// One line of a session's log. Never rewritten; ordered by `seq`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Its position in the log, from 0, without gaps.
    pub seq: u64,
    /// The time it was written.
    pub at: Timestamp,
    /// The event.
    #[serde(flatten)]
    pub event: Event,
}

/// State that is folded from a log, entry by entry.
pub trait Projection {
    /// Applies the next entry.
    fn apply(&mut self, entry: &Entry);

    /// Folds a whole log.
    fn of<'a>(entries: impl IntoIterator<Item = &'a Entry>) -> Self
    where
        Self: Default + Sized,
    {
        let mut projection = Self::default();
        entries.into_iter().for_each(|entry| projection.apply(entry));
        projection
    }
}
