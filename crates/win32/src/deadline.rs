//! Until when to wait for other programs.

use crate::error::Win32Error;
use std::time::{Duration, Instant};

/// Until when to wait for other programs. Calls that belong together share one, so that a slow program costs its time once.
#[derive(Clone, Copy, Debug)]
pub struct Deadline {
    started: Instant,
    until: Instant,
}

impl Deadline {
    /// From now on for this long.
    pub fn within(time: Duration) -> Deadline {
        let started = Instant::now();
        Deadline { started, until: started + time }
    }

    /// The milliseconds that are left, at least one.
    pub(crate) fn millis_left(self) -> Result<u32, Win32Error> {
        let left = self.until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(self.too_slow());
        }
        Ok(u32::try_from(left.as_millis()).unwrap_or(u32::MAX).max(1))
    }

    /// The error of a program that did not answer in time.
    pub(crate) fn too_slow(self) -> Win32Error {
        let whole = self.until.saturating_duration_since(self.started);
        Win32Error::TooSlow { millis: u64::try_from(whole.as_millis()).unwrap_or(u64::MAX) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deadline_that_has_passed_leaves_no_time_and_says_how_long_it_was() {
        assert!(Deadline::within(Duration::from_secs(60)).millis_left().unwrap() > 1000);
        let passed = Deadline::within(Duration::ZERO);
        assert!(matches!(passed.millis_left(), Err(Win32Error::TooSlow { millis: 0 })));
        let long = Deadline::within(Duration::from_millis(1500));
        assert!(matches!(long.too_slow(), Win32Error::TooSlow { millis: 1500 }));
    }
}
