//! When an engine may be asked again, for the rest of the session. Pure.

use crate::SearchError;
use std::time::{Duration, Instant};

/// How long an engine is left alone that had no answer: every step would wait for it.
const AFTER_SILENCE: Duration = Duration::from_secs(30);
/// How long an engine is left alone that wants a person.
const AFTER_PAGE: Duration = Duration::from_secs(600);
/// The longest wait that is believed.
const MAX_WAIT: Duration = Duration::from_secs(24 * 3600);

/// Whether an engine may be asked.
#[derive(Debug, Default)]
pub(crate) enum EngineStatus {
    /// It may be asked.
    #[default]
    Open,
    /// Not before this moment.
    Paused { until: Instant, error: SearchError },
    /// Not in this session: nothing but other settings will help.
    Closed(SearchError),
}

impl EngineStatus {
    /// Fails while the engine may not be asked, with its last error.
    pub(crate) fn check(&self, now: Instant) -> Result<(), SearchError> {
        match self {
            EngineStatus::Paused { until, error } if *until > now => Err(match error {
                SearchError::TooManyRequests { engine, .. } => {
                    SearchError::TooManyRequests { engine, wait: until.saturating_duration_since(now) }
                }
                error => error.clone(),
            }),
            EngineStatus::Closed(error) => Err(error.clone()),
            EngineStatus::Open | EngineStatus::Paused { .. } => Ok(()),
        }
    }

    /// The status after this error.
    pub(crate) fn after(error: &SearchError, now: Instant) -> EngineStatus {
        let pause =
            |wait: Duration| EngineStatus::Paused { until: now + wait.min(MAX_WAIT), error: error.clone() };
        match error {
            SearchError::Refused { .. } | SearchError::Redirected(_) => EngineStatus::Closed(error.clone()),
            SearchError::TooManyRequests { wait, .. } => pause(*wait),
            SearchError::Page(_) => pause(AFTER_PAGE),
            SearchError::NoReply { .. } | SearchError::Status { status: 500.., .. } => pause(AFTER_SILENCE),
            // Another query may be answered.
            SearchError::Status { .. } | SearchError::Unreadable { .. } => EngineStatus::Open,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_is_left_alone_as_long_as_its_answer_says() {
        let begun = Instant::now();
        let seconds = Duration::from_secs;
        let engine = "brave";
        let too_many = |wait| SearchError::TooManyRequests { engine, wait: seconds(wait) };
        let status = |status| SearchError::Status { engine, status };
        let unreadable = SearchError::Unreadable { engine, why: String::new() };
        for (error, open_after) in [
            (SearchError::Refused { engine, status: 401, hint: "" }, None),
            (SearchError::Redirected(engine), None),
            (too_many(7), Some(7)),
            (too_many(0), Some(0)),
            (too_many(u64::MAX), Some(24 * 3600)),
            (SearchError::Page(engine), Some(600)),
            (SearchError::NoReply { engine, why: String::new() }, Some(30)),
            (status(503), Some(30)),
            (status(422), Some(0)),
            (unreadable, Some(0)),
        ] {
            let status = EngineStatus::after(&error, begun);
            let wait = open_after.unwrap_or(10_000_000);
            if wait > 0 {
                assert!(status.check(begun + seconds(wait - 1)).is_err(), "{error:?}");
            }
            assert_eq!(status.check(begun + seconds(wait)).is_ok(), open_after.is_some(), "{error:?}");
        }
        let later = EngineStatus::after(&too_many(90), begun).check(begun + seconds(60));
        assert_eq!(later, Err(too_many(30)));
    }
}
