//! A task's log on disk: a folder with `events.jsonl`, the blobs, and the lock of the process that runs the
//! task.

mod blob_index;
mod blobs;
mod chain;
mod known_heads;
mod lines;
mod lock;
mod name;
mod named_blobs;
mod raw_lines;
mod read_log;
mod summary;
mod tail;
mod task;
mod tasks;

pub use blob_index::BlobIndex;
pub use blobs::Blobs;
pub(crate) use blobs::{LARGEST_BLOB, relative};
pub use chain::{ChainFault, ChainState, verify};
pub use known_heads::KnownHeads;
pub(crate) use lines::salvage;
pub(crate) use lock::{Lock, holder};
pub use name::folder;
pub(crate) use named_blobs::named_blobs;
pub use tail::Tail;
pub use task::{Task, TaskState};
pub use tasks::{origin, read, remove, running, task, tasks, written_at};
pub(crate) use tasks::{read_bytes, read_whole};

use crate::{LogError, SessionLog};
use deskpilot_core::{BlobKind, BlobRef, Entry, Event, LogOrigin, Projection, Timestamp};
use deskpilot_system::{check_own_folder, private_file_options, private_folder_options, sync_folder};
use known_heads::HeadRecord;
use lines::LineWriter;
use read_log::read_log;
use std::{
    fs::{File, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
};
use summary::Summary;

/// The log format version that this program writes, and the newest that it reads.
pub const FORMAT: u32 = 4;

/// The file of a log's entries.
pub(crate) const EVENTS: &str = "events.jsonl";

/// The log of one task, locked by this process while the value lives.
#[derive(Debug)]
pub struct FileLog {
    folder: PathBuf,
    lines: LineWriter<File>,
    blobs: Blobs,
    summary: Summary,
    /// The log's length in bytes when its summary was last written.
    summarized: u64,
    /// Where the entries come from that it had when it was opened.
    origin: LogOrigin,
    /// The record of its head, if one is kept.
    record: Option<HeadRecord>,
    /// Whether all entries so far are this user's own, or follow the entry that says which are not.
    is_recorded: bool,
    _lock: Lock,
}

impl FileLog {
    /// Creates the log of a new task; an error if the task has one.
    pub fn create(root: &Path, task: &str) -> Result<FileLog, LogError> {
        let folder = folder(root, task)?;
        let made = private_folder_options().recursive(true).create(&folder);
        made.map_err(LogError::not_written(&folder))?;
        check_own(&folder)?;
        let lock = Lock::take(&folder, task)?;
        let path = folder.join(EVENTS);
        // Read under the lock: another process may have written the first line just before.
        let bytes = read_if_there(&path)?;
        if bytes.contains(&b'\n') {
            return Err(LogError::Exists { task: task.into(), path });
        }
        // No line is complete, so nothing relied on any of it.
        set_aside_torn_line(&path, &bytes, 0)?;
        let file = append_to(&path)?;
        // Without this a power failure could lose the file itself, although its lines were synced.
        sync_folder(&folder);
        Ok(FileLog {
            blobs: Blobs::of(&folder),
            folder,
            lines: LineWriter::new(file, 0, 0, String::new()),
            summary: Summary::default(),
            summarized: 0,
            origin: LogOrigin::Own,
            record: None,
            is_recorded: false,
            _lock: lock,
        })
    }

    /// Opens the log of a task that another process left. Returns it with its entries.
    ///
    /// Moves an incomplete last line to `events.jsonl.torn-N`: its write was never reported as successful, so
    /// nothing relied on it. Fails if the log was changed. Its origin is unknown until [`FileLog::known_by`].
    pub fn open(root: &Path, task: &str) -> Result<(FileLog, Vec<Entry>), LogError> {
        let folder = folder(root, task)?;
        let path = folder.join(EVENTS);
        if !path.exists() {
            return Err(LogError::Missing { task: task.into(), path: folder });
        }
        check_own(&folder)?;
        let lock = Lock::take(&folder, task)?;
        let bytes = read_log(&path).map_err(LogError::not_read(&path))?;
        let (entries, whole) = lines::parse(&bytes, 0).map_err(|error| error.in_file(&path))?;
        if entries.is_empty() {
            return Err(LogError::Missing { task: task.into(), path: folder });
        }
        // Before anything is written: a log that was changed stays as it was found.
        let head = head(task, &path, &bytes)?;
        set_aside_torn_line(&path, &bytes, whole)?;
        let lines = LineWriter::new(append_to(&path)?, whole as u64, entries.len() as u64, head);
        let log = FileLog {
            blobs: Blobs::of(&folder),
            folder,
            lines,
            summary: Summary::of(&entries),
            summarized: 0,
            origin: LogOrigin::Unknown,
            record: None,
            is_recorded: false,
            _lock: lock,
        };
        Ok((log, entries))
    }

    /// Takes its origin from these heads, and keeps its head among them from now on. A log that is not this user's own becomes
    /// so with the entry that says that it was not, [`Event::SessionResumed`]: all later entries are.
    pub fn known_by(mut self, heads: &KnownHeads) -> FileLog {
        self.origin = self.origin_by(heads);
        self.is_recorded = self.lines.length() > 0 && self.origin.is_own();
        // Without a record the next process treats the log as somebody else's, and asks.
        self.record = heads.open(&self.folder).ok();
        self
    }

    /// Its origin, by these heads. An empty log is this user's own.
    pub fn origin_by(&self, heads: &KnownHeads) -> LogOrigin {
        match self.lines.length() {
            0 => LogOrigin::Own,
            _ => heads.origin(&self.folder, self.lines.head()),
        }
    }

    /// Its folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Writes the summary for task listings next to the log.
    fn summarize(&mut self) {
        let length = self.lines.length();
        if length != self.summarized {
            self.summary.stored(length).write(&self.folder);
            self.summarized = length;
        }
    }

    /// Its blobs, for reading.
    pub fn blobs(&self) -> &Blobs {
        &self.blobs
    }
}

impl Drop for FileLog {
    fn drop(&mut self) {
        self.summarize();
    }
}

impl SessionLog for FileLog {
    fn append(&mut self, at: Timestamp, event: Event) -> Result<Entry, LogError> {
        let begins = matches!(event, Event::SessionOpened { .. } | Event::SessionResumed { .. });
        let (record, is_recorded) = (self.record.as_mut(), self.is_recorded);
        // Called before the line is written: a process that ends in between leaves a log whose last line is among its heads.
        let keep = |next: &str| {
            // A log from elsewhere gets heads only from the entry on that says so.
            if let Some(record) = record.filter(|_| begins || is_recorded) {
                let cleared = if is_recorded { Ok(()) } else { record.clear() };
                // If this fails, the next process does not recognize the log, and asks.
                let _ = cleared.and_then(|()| record.add(next));
            }
        };
        let entry =
            self.lines.append(at, event, keep).map_err(LogError::not_written(&self.folder.join(EVENTS)))?;
        self.is_recorded |= begins;
        self.summary.apply(&entry);
        if Summary::is_news(&entry.event) {
            self.summarize();
        }
        Ok(entry)
    }

    fn keep(&mut self, kind: BlobKind, bytes: &[u8]) -> Result<BlobRef, LogError> {
        self.blobs.keep(kind, bytes)
    }

    fn blob(&self, blob: &BlobRef) -> Result<Vec<u8>, LogError> {
        self.blobs.read(blob)
    }

    fn origin(&self) -> LogOrigin {
        self.origin
    }

    fn head(&self) -> Option<String> {
        Some(self.lines.head().to_owned()).filter(|head| !head.is_empty())
    }
}

/// Fails unless the folder is the user's own: in another one, the files that are opened next may be links to anywhere.
fn check_own(folder: &Path) -> Result<(), LogError> {
    check_own_folder(folder).map_err(|error| match error.kind() {
        io::ErrorKind::PermissionDenied => LogError::NotOwn { path: folder.into() },
        _ => LogError::not_read(folder)(error),
    })
}

/// The hash of the last line; an error if the chain is broken.
fn head(task: &str, path: &Path, bytes: &[u8]) -> Result<String, LogError> {
    let state = verify(bytes, None);
    match state {
        ChainState::Broken { entry, line, fault } => {
            Err(LogError::Changed { task: task.into(), path: path.into(), entry, line, fault })
        }
        _ => Ok(state.head().unwrap_or_default().to_owned()),
    }
}

fn read_if_there(path: &Path) -> Result<Vec<u8>, LogError> {
    match read_log(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        read => read.map_err(LogError::not_read(path)),
    }
}

fn append_to(path: &Path) -> Result<File, LogError> {
    private_file_options().create(true).append(true).open(path).map_err(LogError::not_written(path))
}

/// Truncates the log after the last complete line and saves the rest aside.
fn set_aside_torn_line(path: &Path, bytes: &[u8], whole: usize) -> Result<(), LogError> {
    let torn = &bytes[whole..];
    if torn.is_empty() {
        return Ok(());
    }
    keep_aside(path, torn)?;
    let file = OpenOptions::new().write(true).open(path).map_err(LogError::not_written(path))?;
    file.set_len(whole as u64).and_then(|()| file.sync_all()).map_err(LogError::not_written(path))
}

fn keep_aside(path: &Path, torn: &[u8]) -> Result<(), LogError> {
    for number in 1_u32.. {
        // Never over an earlier one: each is the last trace of a write that failed.
        let aside = path.with_file_name(format!("{EVENTS}.torn-{number}"));
        match private_file_options().write(true).create_new(true).open(&aside) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(LogError::NotWritten { path: aside, source: error }),
            Ok(mut file) => {
                return file
                    .write_all(torn)
                    .and_then(|()| file.sync_all())
                    .map_err(LogError::not_written(&aside));
            }
        }
    }
    Ok(())
}

/// Parses a whole log; the error names the first invalid line and why.
pub(crate) fn parse_whole(bytes: &[u8]) -> Result<Vec<Entry>, String> {
    lines::parse(bytes, 0).map(|(entries, _)| entries).map_err(|error| error.to_string())
}
