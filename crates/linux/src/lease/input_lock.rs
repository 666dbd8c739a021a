//! The pointer and the keyboard of a display, of which there is one each: one session uses them at a time.

use super::lock::{Holder, Taking, open, try_flock};
use rustix::fs::{FlockOperation, flock};
use std::fs::File;
use std::io::{self, Seek};
use std::path::Path;
use std::sync::Arc;

/// The pointer and the keyboard of a display.
#[derive(Clone, Debug)]
pub(crate) struct InputLock(Arc<File>);

/// The pointer and the keyboard while they are ours. Dropping it gives them back.
#[derive(Debug)]
pub(crate) struct Held(Arc<File>);

impl InputLock {
    pub(super) fn of(lock: &Path) -> io::Result<InputLock> {
        Ok(InputLock(Arc::new(open(lock)?)))
    }

    /// Takes them if nobody has them.
    pub(crate) fn take(&self) -> io::Result<Taking<Held>> {
        if !try_flock(&self.0, FlockOperation::NonBlockingLockExclusive)? {
            (&*self.0).rewind()?;
            return Ok(Taking::HeldBy(Holder::read(&self.0)));
        }
        let held = Held(Arc::clone(&self.0));
        Holder::ourselves("").write(&self.0)?;
        Ok(Taking::Taken(held))
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        // What cannot be let go of is let go of by the kernel when the desktop is dropped.
        let _ = flock(&*self.0, FlockOperation::Unlock);
    }
}
