//! A lock file that one session holds at a time. The kernel releases it when the process ends, however it ends.

use deskpilot_system::open_regular;
use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read};
use std::os::unix::fs::{FileExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

/// How often to open a file again that was removed in the meantime.
const TRIES: usize = 20;
/// The most bytes to read from a lock file.
const MOST: u64 = 4096;

/// The holder of a lock, as written in its file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Holder {
    pub(crate) process: u32,
    pub(crate) task: String,
}

impl Holder {
    /// This process, working on a task.
    pub(super) fn ourselves(task: &str) -> Holder {
        let task = task.split_whitespace().collect::<Vec<_>>().join(" ");
        Holder { process: std::process::id(), task }
    }

    pub(super) fn read(file: &File) -> Holder {
        let mut text = String::new();
        // A holder that has just taken the lock may not have written yet.
        let _ = file.take(MOST).read_to_string(&mut text);
        let (process, task) = text.split_once('\n').unwrap_or((&text, ""));
        Holder { process: process.parse().unwrap_or(0), task: task.trim().to_owned() }
    }

    pub(super) fn write(&self, file: &File) -> io::Result<()> {
        let text = format!("{}\n{}\n", self.process, self.task);
        // Overwritten first and cut after that, so that a reader in between finds a holder.
        file.write_all_at(text.as_bytes(), 0)?;
        file.set_len(u64::try_from(text.len()).unwrap_or(u64::MAX))
    }
}

/// The result of trying to take a lock.
#[derive(Debug)]
pub(crate) enum LockAttempt<T> {
    Acquired(T),
    HeldBy(Holder),
}

/// A held lock. Dropping it removes the file.
#[derive(Debug)]
pub(crate) struct Lock {
    _file: File,
    path: PathBuf,
}

impl Lock {
    pub(super) fn take(path: &Path, holder: &Holder) -> io::Result<LockAttempt<Lock>> {
        for _ in 0..TRIES {
            let file = open(path)?;
            if !try_flock(&file, FlockOperation::NonBlockingLockExclusive)? {
                return Ok(LockAttempt::HeldBy(Holder::read(&file)));
            }
            // The previous holder may have removed the file after it was opened here.
            if is_at(&file, path) {
                holder.write(&file)?;
                return Ok(LockAttempt::Acquired(Lock { _file: file, path: path.to_owned() }));
            }
        }
        Err(io::ErrorKind::ResourceBusy.into())
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // The lock is still held here; a file left behind does no harm.
        let _ = fs::remove_file(&self.path);
    }
}

/// Opens a lock file, creating it if necessary.
pub(super) fn open(path: &Path) -> io::Result<File> {
    // Not truncated: the session that holds it has written itself into it.
    OpenOptions::new().read(true).write(true).create(true).truncate(false).mode(0o600).open(path)
}

/// The current holder of this lock file; `None` where it is free.
pub(super) fn holder(path: &Path) -> io::Result<Option<Holder>> {
    let file = match open_regular(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        file => file?,
    };
    // A shared lock: two that look at the same moment do not take each other for the holder.
    let is_free = try_flock(&file, FlockOperation::NonBlockingLockShared)?;
    Ok((!is_free).then(|| Holder::read(&file)))
}

/// Tries to take the lock without waiting; if it succeeds, the file holds it until closed.
pub(super) fn try_flock(file: &File, how: FlockOperation) -> io::Result<bool> {
    match flock(file, how) {
        Ok(()) => Ok(true),
        Err(Errno::WOULDBLOCK) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

fn is_at(file: &File, path: &Path) -> bool {
    match (file.metadata(), fs::metadata(path)) {
        (Ok(one), Ok(other)) => (one.dev(), one.ino()) == (other.dev(), other.ino()),
        _ => false,
    }
}
