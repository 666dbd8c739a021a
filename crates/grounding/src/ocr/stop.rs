//! When a reading ends before its end.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

/// Told to a reading that runs on another thread: its deadline, and whether anybody still waits for it.
pub(super) struct Stop {
    deadline: Instant,
    dropped: AtomicBool,
}

impl Stop {
    pub(super) fn after(time: Duration) -> Stop {
        Stop { deadline: Instant::now() + time, dropped: AtomicBool::new(false) }
    }

    /// Whether to end now.
    pub(super) fn is_due(&self) -> bool {
        self.dropped.load(Ordering::Relaxed) || Instant::now() >= self.deadline
    }

    /// Ends the reading when it is dropped.
    pub(super) fn when_dropped(self: &Arc<Stop>) -> Ending {
        Ending(Arc::clone(self))
    }
}

/// Held by whoever waits for a reading.
pub(super) struct Ending(Arc<Stop>);

impl Drop for Ending {
    fn drop(&mut self) {
        self.0.dropped.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reading_ends_at_its_deadline_or_when_nobody_waits() {
        let long = Arc::new(Stop::after(Duration::from_secs(600)));
        let waiting = long.when_dropped();
        assert!(!long.is_due());
        drop(waiting);
        assert!(long.is_due());
        assert!(Stop::after(Duration::ZERO).is_due());
    }
}
