//! Log entries, their timestamps, and the trait of everything that is folded from them.

use super::Event;
use serde::{Deserialize, Serialize};

/// A timestamp: milliseconds since 1970-01-01 UTC.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Timestamp(pub u64);

impl Timestamp {
    /// Milliseconds from `earlier` to this moment; 0 when the clock was set back.
    pub const fn since(self, earlier: Timestamp) -> u64 {
        self.0.saturating_sub(earlier.0)
    }
}

/// A source of timestamps.
pub trait Clock: Send + Sync {
    /// The current time.
    fn now(&self) -> Timestamp;
}

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
