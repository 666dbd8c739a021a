//! The lock of the process that runs a task.

use crate::LogError;
use deskpilot_system::{open_regular, private_file_options};
use std::{
    fs::{File, TryLockError},
    io::{self, Read, Write},
    path::Path,
    thread::sleep,
    time::{Duration, Instant},
};

const LOCK: &str = "lock";

/// How long to retry: a process that looks for the holder takes the lock for a moment.
const RETRY_FOR: Duration = Duration::from_millis(100);

/// Held while the value lives; the system releases it however the process ends.
#[derive(Debug)]
pub(crate) struct Lock(File);

impl Lock {
    /// Takes the lock and writes this process's ID into it.
    pub(crate) fn take(folder: &Path, task: &str) -> Result<Lock, LogError> {
        let path = folder.join(LOCK);
        let not_written = LogError::not_written(&path);
        let mut file = private_file_options()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(&not_written)?;
        match within(RETRY_FOR, || file.try_lock()) {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(LogError::Busy { task: task.into(), process: number(&file) });
            }
            Err(TryLockError::Error(error)) => return Err(not_written(error)),
        }
        file.set_len(0)
            .and_then(|()| writeln!(file, "{}", std::process::id()))
            .and_then(|()| file.sync_all())
            .map_err(not_written)?;
        Ok(Lock(file))
    }
}

impl Drop for Lock {
    /// Leaves no ID behind: another process may get it one day.
    fn drop(&mut self) {
        let _ = self.0.set_len(0);
    }
}

/// The ID of the process that holds this folder's lock; `None` if nobody does.
pub(crate) fn holder(folder: &Path) -> Result<Option<u32>, LogError> {
    let path = folder.join(LOCK);
    let file = match open_regular(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        opened => opened.map_err(LogError::not_read(&path))?,
    };
    holder_of(&file).map_err(|error| LogError::NotRead { path, source: error })
}

/// The same for the open lock file. Asks for the lock at every attempt: a holder empties the file just before it releases
/// the lock, and one that has just taken the lock has not written its ID yet.
fn holder_of(file: &File) -> io::Result<Option<u32>> {
    // A shared lock, so that two processes that ask at once do not mistake each other for a running task.
    let asked = within(RETRY_FOR, || match file.try_lock_shared() {
        Err(TryLockError::WouldBlock) => number(file).map(Some).ok_or(TryLockError::WouldBlock),
        taken => taken.map(|()| None),
    });
    asked.map_err(|error| match error {
        TryLockError::WouldBlock => io::Error::other("it holds no process number"),
        TryLockError::Error(error) => error,
    })
}

/// The process ID in the lock file; rewinds first.
fn number(file: &File) -> Option<u32> {
    let mut text = String::new();
    let mut file = file;
    io::Seek::rewind(&mut file).ok()?;
    // More than any process ID needs: a program that can write the folder can put anything into the file.
    file.take(32).read_to_string(&mut text).ok()?;
    // A number without its line break may be half written.
    text.strip_suffix('\n')?.parse().ok()
}

fn within<T>(
    limit: Duration,
    mut attempt: impl FnMut() -> Result<T, TryLockError>,
) -> Result<T, TryLockError> {
    let started = Instant::now();
    loop {
        match attempt() {
            Err(TryLockError::WouldBlock) if started.elapsed() < limit => sleep(Duration::from_millis(5)),
            done => return done,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    #[test]
    fn a_holder_that_ends_during_the_question_is_gone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(LOCK);
        let held = Lock::take(folder.path(), "a").unwrap();
        // Like a dropped lock: the ID goes first, and the lock only after the other thread has seen the empty file.
        held.0.set_len(0).unwrap();
        let asking = thread::spawn(move || holder_of(&File::open(path).unwrap()).unwrap());
        sleep(RETRY_FOR / 4);
        drop(held);
        assert_eq!(asking.join().unwrap(), None);
    }

    #[test]
    fn only_a_lock_that_is_held_counts() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(holder(folder.path()).unwrap(), None, "no lock file");
        let lock = Lock::take(folder.path(), "a").unwrap();
        assert_eq!(holder(folder.path()).unwrap(), Some(std::process::id()), "held");
        let me = Some(std::process::id());
        assert!(
            matches!(Lock::take(folder.path(), "a"), Err(LogError::Busy { process, .. }) if process == me)
        );
        drop(lock);
        assert_eq!(holder(folder.path()).unwrap(), None, "let go");
        std::fs::write(folder.path().join(LOCK), "1\n").unwrap();
        assert_eq!(holder(folder.path()).unwrap(), None, "left behind by a crash");
        Lock::take(folder.path(), "a").unwrap();
    }
}
