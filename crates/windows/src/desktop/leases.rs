//! Leases on the windows of a desktop, and on its pointer and keyboard, across all processes of its user: one lock file for each.
//!
//! Windows lets nobody read a locked file, so the name of its holder is in a file beside it.

use deskpilot_system::ReadLimit;
use std::collections::HashMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Weak};

/// The lock file of the pointer and keyboard.
const INPUT: &str = "hands";
/// The lock file of the whole desktop.
const DESKTOP: &str = "desktop";
/// The ending of lock files.
const LOCK: &str = "lock";
/// The ending of the files that say who holds one.
const HOLDER: &str = "holder";

/// The most bytes to read about a holder.
const MOST: ReadLimit = ReadLimit::kib(4);

/// What can be leased.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum LeaseTarget {
    /// A window. Numbers of windows are given again, so the process is part of the key.
    Window {
        /// The number of the window.
        id: u64,
        /// Its process.
        process: u32,
    },
    /// The whole desktop, and thus every window.
    Desktop,
    /// The pointer and the keyboard.
    Input,
}

impl LeaseTarget {
    fn name(self) -> String {
        match self {
            LeaseTarget::Window { id, process } => format!("{id:x}-{process}"),
            LeaseTarget::Desktop => DESKTOP.to_owned(),
            LeaseTarget::Input => INPUT.to_owned(),
        }
    }
}

/// Who holds a lease.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Holder {
    /// Its process.
    pub(super) process: u32,
    /// What it does there.
    pub(super) task: String,
}

/// The result of trying to take a lease.
#[derive(Debug)]
pub(super) enum LeaseAttempt {
    /// It is ours.
    Acquired(Arc<Lease>),
    /// Another session has it.
    HeldBy(Holder),
}

/// A lease. The system frees it when the process ends, however it ends.
#[derive(Debug)]
pub(super) struct Lease {
    _file: File,
    holder: PathBuf,
}

impl Drop for Lease {
    fn drop(&mut self) {
        // The lock is still held here; a file left behind does no harm.
        let _ = fs::remove_file(&self.holder);
    }
}

/// The leases of one session.
#[derive(Debug)]
pub(super) struct Leases {
    folder: PathBuf,
    held: HashMap<LeaseTarget, Weak<Lease>>,
}

impl Leases {
    /// The leases whose files are in this folder, which is created.
    pub(super) fn at(folder: &Path) -> io::Result<Leases> {
        fs::create_dir_all(folder)?;
        Ok(Leases { folder: folder.to_owned(), held: HashMap::new() })
    }

    /// Takes a lease, unless another session holds it, or the desktop for a window, or any window for the desktop. Taking what this
    /// session already holds shares its lease.
    pub(super) fn take(&mut self, target: LeaseTarget, task: &str) -> io::Result<LeaseAttempt> {
        if let Some(held) = self.held.get(&target).and_then(Weak::upgrade) {
            return Ok(LeaseAttempt::Acquired(held));
        }
        let file = open(&self.path(&target.name(), LOCK))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(LeaseAttempt::HeldBy(self.holder(&target.name()))),
            Err(TryLockError::Error(error)) => return Err(error),
        }
        let holder = self.path(&target.name(), HOLDER);
        let task = task.split_whitespace().collect::<Vec<_>>().join(" ");
        fs::write(&holder, format!("{}\n{task}\n", std::process::id()))?;
        let lease = Arc::new(Lease { _file: file, holder });
        // Two sessions that race each see the lock of the other: both may be refused, but never both succeed.
        if let Some(holder) = self.conflicting_holder(target)? {
            return Ok(LeaseAttempt::HeldBy(holder));
        }
        self.held.retain(|_, held| held.strong_count() > 0);
        self.held.insert(target, Arc::downgrade(&lease));
        Ok(LeaseAttempt::Acquired(lease))
    }

    /// Another session's lease that conflicts: the desktop for a window, any window for the desktop.
    fn conflicting_holder(&self, target: LeaseTarget) -> io::Result<Option<Holder>> {
        let others = match target {
            LeaseTarget::Window { .. } => vec![DESKTOP.to_owned()],
            LeaseTarget::Desktop => self.names()?,
            LeaseTarget::Input => Vec::new(),
        };
        let is_ours = |name: &str| {
            self.held.iter().any(|(target, held)| target.name() == name && held.strong_count() > 0)
        };
        let mut others = others.into_iter().filter(|it| *it != target.name() && it != INPUT && !is_ours(it));
        Ok(others.find(|it| self.is_held(it)).map(|it| self.holder(&it)))
    }

    fn names(&self) -> io::Result<Vec<String>> {
        let paths = fs::read_dir(&self.folder)?.flatten().map(|it| it.path());
        let locks = paths.filter(|it| it.extension().is_some_and(|it| it == LOCK));
        Ok(locks.filter_map(|it| Some(it.file_stem()?.to_str()?.to_owned())).collect())
    }

    fn is_held(&self, name: &str) -> bool {
        let Ok(file) = OpenOptions::new().read(true).open(self.path(name, LOCK)) else { return false };
        // A shared lock: two that look at the same moment do not take each other for the holder.
        matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock))
    }

    /// A holder that has just taken the lock may not have written yet.
    fn holder(&self, name: &str) -> Holder {
        let text = MOST.read_text(&self.path(name, HOLDER)).unwrap_or_default();
        let (process, task) = text.split_once('\n').unwrap_or((&text, ""));
        Holder { process: process.trim().parse().unwrap_or_default(), task: task.trim().to_owned() }
    }

    fn path(&self, name: &str, ending: &str) -> PathBuf {
        self.folder.join(format!("{name}.{ending}"))
    }
}

fn open(path: &Path) -> io::Result<File> {
    OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_free(leases: &mut Leases, target: LeaseTarget) -> bool {
        matches!(leases.take(target, "other"), Ok(LeaseAttempt::Acquired(_)))
    }

    #[test]
    fn a_window_and_the_desktop_around_it_have_one_holder() {
        let folder = std::env::temp_dir().join(format!("deskpilot-leases-{}", std::process::id()));
        let (mut one, mut other) = (Leases::at(&folder).unwrap(), Leases::at(&folder).unwrap());
        let window = LeaseTarget::Window { id: 7, process: 1 };
        for (has, wants) in [(window, window), (window, LeaseTarget::Desktop), (LeaseTarget::Desktop, window)]
        {
            let LeaseAttempt::Acquired(held) = one.take(has, "write  a letter").unwrap() else { panic!() };
            let LeaseAttempt::HeldBy(holder) = other.take(wants, "read").unwrap() else { panic!() };
            let expected = Holder { process: std::process::id(), task: "write a letter".into() };
            assert_eq!(holder, expected, "{wants:?} while {has:?} is held");
            assert!(is_free(&mut one, wants) && is_free(&mut other, LeaseTarget::Input));
            drop(held);
            assert!(is_free(&mut other, wants), "{wants:?} after {has:?}");
        }
        assert!(is_free(&mut other, LeaseTarget::Window { id: 8, process: 1 }));
        fs::remove_dir_all(&folder).unwrap();
    }
}
