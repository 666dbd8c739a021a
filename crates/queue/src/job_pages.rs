//! The jobs of a run, page by page.

use crate::{JobRecord, StateKind};

/// Which jobs of a run a page has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobQuery {
    /// Only jobs in these states; all jobs if it is empty.
    pub states: Vec<StateKind>,
    /// Only jobs after this one; from the first if it is `None`.
    pub after: Option<Cursor>,
    /// The most jobs of the page, at most 1000.
    pub limit: usize,
}

impl JobQuery {
    /// The most jobs of a page.
    pub const MAX_LIMIT: usize = 1000;

    /// The first page of jobs in these states; of all jobs if there are none.
    pub const fn first(states: Vec<StateKind>) -> JobQuery {
        JobQuery { states, after: None, limit: JobQuery::MAX_LIMIT }
    }

    pub(crate) fn limit(&self) -> usize {
        self.limit.clamp(1, JobQuery::MAX_LIMIT)
    }

    #[cfg(feature = "nats")]
    pub(crate) fn selects(&self, kind: StateKind) -> bool {
        self.states.is_empty() || self.states.contains(&kind)
    }
}

/// A place in the order of submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cursor(pub u64);

/// Some jobs of a run, in order of submission.
#[derive(Clone, Debug, PartialEq)]
pub struct JobPage {
    /// The jobs.
    pub jobs: Vec<JobRecord>,
    /// Where the next page begins; `None` after the last job.
    pub next: Option<Cursor>,
}
