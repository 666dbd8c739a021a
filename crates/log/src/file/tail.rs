//! Follows a log that another process writes.

use super::{
    EVENTS, lines,
    raw_lines::event_kind,
    read_log::{LONGEST_LINE, long_line, open_log},
};
use crate::LogError;
use deskpilot_core::Entry;
use std::{
    io::{Read, Seek, SeekFrom},
    path::{Path, PathBuf},
    time::Duration,
};

/// The polling interval: how long a new entry may go unnoticed.
const POLL: Duration = Duration::from_millis(50);

/// The initial read size in bytes when not all entries are wanted.
const SOME: u64 = 1 << 20;

/// A reader that continues where it stopped. Holds no lock and may be dropped at any time.
#[derive(Clone, Debug)]
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

    /// Follows the log in this folder from the entry with this number, and does not parse those before it. A log that is shorter is
    /// followed from its end.
    ///
    /// # Errors
    /// The log cannot be read.
    pub fn starting_at(folder: &Path, seq: u64) -> Result<Tail, LogError> {
        let mut tail = Tail::new(folder);
        let path = tail.path.clone();
        tail.skip_to(seq).map_err(LogError::not_read(&path))?;
        Ok(tail)
    }

    /// The number of the next entry.
    pub const fn position(&self) -> u64 {
        self.next
    }

    /// Whether the log is shorter than what was read of it, because somebody cut or replaced it.
    pub fn was_cut(&self) -> bool {
        std::fs::metadata(&self.path).is_ok_and(|it| it.len() < self.offset)
    }

    /// Whether the log is longer than what was read of it. Costs less than a read.
    pub fn has_grown(&self) -> bool {
        std::fs::metadata(&self.path).is_ok_and(|it| it.len() > self.offset)
    }

    /// Skips complete lines up to the entry with this number.
    fn skip_to(&mut self, seq: u64) -> std::io::Result<()> {
        if self.next >= seq {
            return Ok(());
        }
        let (mut file, mut chunk, mut begin) = (open_log(&self.path)?, Vec::new(), 0);
        loop {
            chunk.clear();
            if file.by_ref().take(SOME).read_to_end(&mut chunk)? == 0 {
                return Ok(());
            }
            for (at, _) in (1..).zip(&chunk).filter(|(_, byte)| **byte == b'\n') {
                // Only past a line break, so that an incomplete last line is read from its beginning later.
                (self.offset, self.next) = (begin + at, self.next + 1);
                if self.next == seq {
                    return Ok(());
                }
            }
            begin += chunk.len() as u64;
        }
    }

    /// The entries written since the last call; empty if there are none. Does not wait.
    pub fn read(&mut self) -> Result<Vec<Entry>, LogError> {
        let mut all = Vec::new();
        loop {
            match self.read_some() {
                Ok(some) if !some.is_empty() => all.extend(some),
                Err(error) if all.is_empty() => return Err(error),
                // The next call returns the error.
                Ok(_) | Err(_) => return Ok(all),
            }
        }
    }

    /// Like [`Tail::read`], but at most about one mebibyte of entries, so that a reader far behind needs little
    /// memory.
    pub fn read_some(&mut self) -> Result<Vec<Entry>, LogError> {
        self.read_piece(|_| true).map(Option::unwrap_or_default)
    }

    /// Like [`Tail::read_some`], but the entries of these kinds alone, as `event` names them in a log; those of others are counted,
    /// which costs far less than to parse them. Always with the first entry of a log. `None` if nothing was written since the last call.
    pub fn read_some_of(&mut self, kinds: &[&str]) -> Result<Option<Vec<Entry>>, LogError> {
        self.read_piece(|line| {
            event_kind(line).is_none_or(|kind| kinds.iter().any(|it| it.as_bytes() == kind))
        })
    }

    /// The wanted entries of the next lines; `None` if there are no further lines.
    fn read_piece(&mut self, is_wanted: impl Fn(&[u8]) -> bool) -> Result<Option<Vec<Entry>>, LogError> {
        let mut most = SOME;
        loop {
            let (offset, next) = (self.offset, self.next);
            let entries = self.take(most, &is_wanted)?;
            if self.next > next {
                return Ok(Some(entries));
            }
            // A single entry may be longer than that: read more then.
            if !std::fs::metadata(&self.path).is_ok_and(|it| it.len() >= offset + most) {
                return Ok(None);
            }
            if most > LONGEST_LINE.in_bytes() {
                return Err(LogError::not_read(&self.path)(long_line(LONGEST_LINE)));
            }
            most *= 2;
        }
    }

    fn take(&mut self, most: u64, is_wanted: &impl Fn(&[u8]) -> bool) -> Result<Vec<Entry>, LogError> {
        let bytes = self.bytes(most).map_err(LogError::not_read(&self.path))?;
        let parsed = lines::parse_wanted(&bytes, self.next, is_wanted);
        let parsed = parsed.map_err(|error| error.in_file(&self.path))?;
        self.offset += parsed.length as u64;
        self.next += parsed.count;
        Ok(parsed.entries)
    }

    /// Waits for new entries and returns them. Cancel-safe: dropping the future skips no entry.
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
        let mut file = open_log(&self.path)?;
        file.seek(SeekFrom::Start(self.offset))?;
        file.take(most).read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}
