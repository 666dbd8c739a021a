//! A lock on the pointer and keyboard of a display, which only one session uses at a time.

use super::lock::{Holder, LockAttempt, open, try_flock};
use rustix::fs::{FlockOperation, flock};
use std::fs::File;
use std::io::{self, Seek};
use std::path::Path;
use std::sync::Arc;

/// The lock on the pointer and keyboard of a display.
#[derive(Clone, Debug)]
pub(crate) struct InputLock(Arc<File>);

/// The lock while this session holds it. Dropping it releases it.
#[derive(Debug)]
pub(crate) struct InputGuard(Arc<File>);

impl InputLock {
    pub(super) fn of(lock: &Path) -> io::Result<InputLock> {
        Ok(InputLock(Arc::new(open(lock)?)))
    }

    /// Takes the lock if it is free; does not wait.
    pub(crate) fn take(&self) -> io::Result<LockAttempt<InputGuard>> {
        if !try_flock(&self.0, FlockOperation::NonBlockingLockExclusive)? {
            // The holder is read from the file's position, which reads of earlier attempts have moved.
            (&*self.0).rewind()?;
            return Ok(LockAttempt::HeldBy(Holder::read(&self.0)));
        }
        // Made before the holder is written: if writing fails, dropping the guard releases the lock.
        let held = InputGuard(Arc::clone(&self.0));
        Holder::ourselves("").write(&self.0)?;
        Ok(LockAttempt::Acquired(held))
    }
}

impl Drop for InputGuard {
    fn drop(&mut self) {
        // If unlocking fails, the kernel releases the lock when the desktop is dropped and its file closed.
        let _ = flock(&*self.0, FlockOperation::Unlock);
    }
}
