//! The system's clock.

use deskpilot_core::Timestamp;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The current time; 0 on a machine whose clock is before 1970.
pub(crate) fn now() -> Timestamp {
    Timestamp(millis(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()))
}

/// This much after a moment.
pub(crate) fn after(moment: Timestamp, duration: Duration) -> Timestamp {
    Timestamp(moment.0.saturating_add(millis(duration)))
}

/// A duration in milliseconds.
pub(crate) fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
