//! Leases on the windows of a display, across all processes of its user: one lock file for each.
//!
//! The lock files are in `deskpilot/leases/DISPLAY` of the runtime directory, or without one, in a directory of our own
//! below the temporary directory.

mod input_lock;
mod lock;
#[cfg(test)]
mod tests;

pub(crate) use input_lock::{InputGuard, InputLock};
pub(crate) use lock::{Holder, Lock, LockAttempt};

use crate::folder::make_ours;
use crate::{LinuxError, Seat};
use rustix::process::getuid;
use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Weak};

/// The lock file of the pointer and keyboard.
const INPUT: &str = "hands.lock";
/// The lock file of the whole desktop.
const DESKTOP: &str = "desktop";

/// What can be leased.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum LeaseTarget {
    /// A window. The X server reuses the window ids of a dead program, so the process is part of the key.
    Window { id: u32, process: Option<u32> },
    /// The whole desktop, and thus every window.
    Desktop,
}

impl LeaseTarget {
    fn file(self) -> String {
        match self {
            LeaseTarget::Window { id, process } => format!("{id:x}-{}", process.unwrap_or(0)),
            LeaseTarget::Desktop => DESKTOP.to_owned(),
        }
    }
}

/// The leases of one session on a display.
#[derive(Debug)]
pub(crate) struct Leases {
    folder: PathBuf,
    // Weak: a lease ends with the last claim of it.
    held: HashMap<LeaseTarget, Weak<Lock>>,
}

impl Leases {
    /// The leases on the display of this seat.
    pub(crate) fn at(seat: &Seat) -> Result<Leases, LinuxError> {
        let runtime = seat.environment().value("XDG_RUNTIME_DIR").map(PathBuf::from).filter(|it| it.is_dir());
        Leases::within(runtime, seat.display())
    }

    fn within(runtime: Option<PathBuf>, display: &str) -> Result<Leases, LinuxError> {
        let base = match runtime {
            Some(runtime) => make_ours(runtime.join("deskpilot"))?.join("leases"),
            None => std::env::temp_dir().join(format!("deskpilot-leases-{}", getuid().as_raw())),
        };
        let folder = make_ours(make_ours(base)?.join(file_name(display)))?;
        Ok(Leases { folder, held: HashMap::new() })
    }

    /// The lock on the display's pointer and keyboard.
    pub(crate) fn input_lock(&self) -> Result<InputLock, LinuxError> {
        let failed = |error| LinuxError::io(format!("use {}", self.folder.display()), error);
        InputLock::of(&self.folder.join(INPUT)).map_err(failed)
    }

    /// Leases a share, unless another session holds it, or the desktop for a window, or any window for the desktop.
    /// Taking what this session already holds shares its lease.
    pub(crate) fn take(&mut self, target: LeaseTarget, task: &str) -> io::Result<LockAttempt<Arc<Lock>>> {
        if let Some(held) = self.held.get(&target).and_then(Weak::upgrade) {
            return Ok(LockAttempt::Acquired(held));
        }
        let lock = match Lock::take(&self.folder.join(target.file()), &Holder::ourselves(task))? {
            LockAttempt::Acquired(lock) => Arc::new(lock),
            LockAttempt::HeldBy(holder) => return Ok(LockAttempt::HeldBy(holder)),
        };
        // Two sessions that race each see the lock of the other: both may be refused, but never both succeed.
        if let Some(holder) = self.conflicting_holder(target)? {
            return Ok(LockAttempt::HeldBy(holder));
        }
        self.held.retain(|_, held| held.strong_count() > 0);
        self.held.insert(target, Arc::downgrade(&lock));
        Ok(LockAttempt::Acquired(lock))
    }

    /// Another session's lease that conflicts: the desktop for a window, any window for the desktop.
    fn conflicting_holder(&self, target: LeaseTarget) -> io::Result<Option<Holder>> {
        let is_ours = |file: &str| {
            self.held.iter().any(|(target, held)| target.file() == file && held.strong_count() > 0)
        };
        let others = match target {
            LeaseTarget::Window { .. } => vec![DESKTOP.to_owned()],
            LeaseTarget::Desktop => files(&self.folder)?,
        };
        for file in others.iter().filter(|it| **it != target.file() && *it != INPUT && !is_ours(it)) {
            if let Some(holder) = lock::holder(&self.folder.join(file))? {
                return Ok(Some(holder));
            }
        }
        Ok(None)
    }
}

fn files(folder: &Path) -> io::Result<Vec<String>> {
    let names = fs::read_dir(folder)?.flatten().map(|entry| entry.file_name());
    Ok(names.filter_map(|name| name.into_string().ok()).collect())
}

/// The display as a file name. `:0.1` is the second screen of `:0`, with the same pointer.
fn file_name(display: &str) -> String {
    let (host, number) = display.rsplit_once(':').unwrap_or(("", display));
    let number = number.split('.').next().unwrap_or(number);
    let host = if host == "unix" { "" } else { host };
    format!("{host}_{number}").chars().map(|it| if it.is_ascii_alphanumeric() { it } else { '_' }).collect()
}
