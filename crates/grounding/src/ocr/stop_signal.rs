//! Stops a reading early, at its deadline or when its caller has gone.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

/// The stop condition, shared with the thread that reads.
pub(super) struct StopSignal {
    deadline: Instant,
    dropped: AtomicBool,
}

impl StopSignal {
    pub(super) fn after(time: Duration) -> StopSignal {
        StopSignal { deadline: Instant::now() + time, dropped: AtomicBool::new(false) }
    }

    /// Whether to stop now.
    pub(super) fn is_due(&self) -> bool {
        self.dropped.load(Ordering::Relaxed) || Instant::now() >= self.deadline
    }

    /// A guard that stops the reading when dropped.
    pub(super) fn on_drop(self: &Arc<StopSignal>) -> StopOnDrop {
        StopOnDrop(Arc::clone(self))
    }
}

/// Held by the caller that waits for a reading.
pub(super) struct StopOnDrop(Arc<StopSignal>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.dropped.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reading_ends_at_its_deadline_or_when_nobody_waits() {
        let long = Arc::new(StopSignal::after(Duration::from_secs(600)));
        let waiting = long.on_drop();
        assert!(!long.is_due());
        drop(waiting);
        assert!(long.is_due());
        assert!(StopSignal::after(Duration::ZERO).is_due());
    }
}
