//! Follows a log that another process writes.

use super::{EVENTS, folder, lines};
use crate::LogError;
use deskpilot_core::Entry;
use std::{
    fs::File,
    io::{Read, Seek, SeekFrom},
    path::{Path, PathBuf},
    thread::sleep,
    time::{Duration, Instant},
};

const POLL: Duration = Duration::from_millis(50);

/// A reader that goes on where it left. Holds no lock and may be dropped at any time.
#[derive(Debug)]
pub struct Tail {
    path: PathBuf,
    file: File,
    offset: u64,
    next: u64,
}

impl Tail {
    /// The log of a task, from its first entry.
    pub fn open(root: &Path, task: &str) -> Result<Tail, LogError> {
        let path = folder(root, task)?.join(EVENTS);
        match File::open(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                Err(LogError::Missing { task: task.into(), path })
            }
            opened => Ok(Tail { file: opened.map_err(LogError::not_read(&path))?, path, offset: 0, next: 0 }),
        }
    }

    /// The entries written since the last call; none when there is nothing new. Does not wait.
    pub fn read(&mut self) -> Result<Vec<Entry>, LogError> {
        let mut bytes = Vec::new();
        self.file
            .seek(SeekFrom::Start(self.offset))
            .and_then(|_| self.file.read_to_end(&mut bytes))
            .map_err(LogError::not_read(&self.path))?;
        let (entries, whole) = lines::parse(&bytes, self.next).map_err(|flaw| flaw.at(&self.path))?;
        self.offset += whole as u64;
        self.next += entries.len() as u64;
        Ok(entries)
    }

    /// The entries written since the last call, waited for at most this long.
    pub fn wait(&mut self, limit: Duration) -> Result<Vec<Entry>, LogError> {
        let started = Instant::now();
        loop {
            let entries = self.read()?;
            let left = limit.saturating_sub(started.elapsed());
            if !entries.is_empty() || left.is_zero() {
                return Ok(entries);
            }
            sleep(POLL.min(left));
        }
    }
}
