//! The limits of one run: blocking work asks at every entry and every piece of a file whether it may go on.

use crate::error::FileError;
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

/// Tells blocking work when to stop.
#[derive(Clone, Debug)]
pub(crate) struct Work {
    is_dropped: Arc<AtomicBool>,
    until: Instant,
    deadline: Duration,
}

/// Stops the work when it is dropped, as it is with the future that waits for the work.
#[derive(Debug)]
pub(crate) struct StopOnDrop(Arc<AtomicBool>);

impl Work {
    /// Work that must be done within this time and while the other value lives.
    pub(crate) fn start(deadline: Duration) -> (Work, StopOnDrop) {
        let is_dropped = Arc::new(AtomicBool::new(false));
        let stop = StopOnDrop(Arc::clone(&is_dropped));
        (Work { is_dropped, until: Instant::now() + deadline, deadline }, stop)
    }

    /// Fails once the work has to stop.
    pub(crate) fn check(&self) -> Result<(), FileError> {
        if self.is_dropped.load(Ordering::Relaxed) {
            return Err(FileError::Stopped);
        }
        match Instant::now() < self.until {
            true => Ok(()),
            false => Err(FileError::Late { millis: self.deadline.as_millis() }),
        }
    }
}

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
