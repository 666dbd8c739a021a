//! Follows a log that another process writes.

use super::{EVENTS, lines};
use crate::LogError;
use deskpilot_core::Entry;
use std::{
    fs::File,
    io::{Read, Seek, SeekFrom},
    path::{Path, PathBuf},
    time::Duration,
};

/// How long a new entry may go unnoticed.
const POLL: Duration = Duration::from_millis(50);

/// How many bytes are read at once where not all are wanted.
const SOME: u64 = 1 << 20;

/// A reader that goes on where it left. Holds no lock and may be dropped at any time.
#[derive(Debug)]
pub struct Tail {
    path: PathBuf,
    offset: u64,
    next: u64,
}

impl Tail {
    /// Follows the log in this folder from its first entry.
    pub fn new(folder: &Path) -> Tail {
        Tail { path: folder.join(EVENTS), offset: 0, next: 0 }
    }

    /// The entries written since the last call; none when there is nothing new. Does not wait.
    pub fn read(&mut self) -> Result<Vec<Entry>, LogError> {
        self.take(u64::MAX)
    }

    /// The first of them, as many as about a mebibyte holds: whoever is far behind needs no room for all of them.
    pub fn read_some(&mut self) -> Result<Vec<Entry>, LogError> {
        let mut most = SOME;
        loop {
            let before = self.offset;
            let entries = self.take(most)?;
            // One entry alone may be longer.
            let is_cut = || std::fs::metadata(&self.path).is_ok_and(|it| it.len() >= before + most);
            if !entries.is_empty() || !is_cut() {
                return Ok(entries);
            }
            most *= 2;
        }
    }

    fn take(&mut self, most: u64) -> Result<Vec<Entry>, LogError> {
        let bytes = self.bytes(most).map_err(LogError::not_read(&self.path))?;
        let (entries, whole) = lines::parse(&bytes, self.next).map_err(|flaw| flaw.at(&self.path))?;
        self.offset += whole as u64;
        self.next += entries.len() as u64;
        Ok(entries)
    }

    /// The entries written since the last call, waited for until there are some. May be dropped at any wait: nothing
    /// is passed over.
    pub async fn next(&mut self) -> Result<Vec<Entry>, LogError> {
        loop {
            let entries = self.read()?;
            if !entries.is_empty() {
                return Ok(entries);
            }
            tokio::time::sleep(POLL).await;
        }
    }

    fn bytes(&self, most: u64) -> std::io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let mut file = File::open(&self.path)?;
        file.seek(SeekFrom::Start(self.offset))?;
        file.take(most).read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}
