//! A text file folded from the log: a settled part that only grows, and a tail that may still change.

use crate::LogError;
use deskpilot_system::AtomicWrite;
use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
};

/// One export file. A failed write, such as on a full disk, loses nothing: the next one catches up.
#[derive(Debug)]
pub(super) struct AppendFile {
    path: PathBuf,
    /// Open once the file has content.
    file: Option<File>,
    settled: u64,
    pending: String,
    /// What follows the settled part; `None` if unknown after a failed write.
    tail: Option<String>,
}

impl AppendFile {
    /// An export file; its first commit replaces what an earlier run wrote.
    pub(super) fn new(folder: &Path, name: &str) -> AppendFile {
        AppendFile { path: folder.join(name), file: None, settled: 0, pending: String::new(), tail: None }
    }

    /// Appends to the settled part.
    pub(super) fn settle(&mut self, text: &str) {
        self.pending.push_str(text);
    }

    /// Makes this the whole settled part; the next commit replaces the file.
    pub(super) fn replace(&mut self, text: &str) {
        (self.file, self.settled, self.tail) = (None, 0, None);
        self.pending = text.to_owned();
    }

    /// Writes the settled text and replaces the tail.
    pub(super) fn commit(&mut self, tail: &str) -> Result<(), LogError> {
        if self.pending.is_empty() && self.tail.as_deref() == Some(tail) {
            return Ok(());
        }
        // Unknown until the write succeeds: after a failed one, an equal tail is no reason to write nothing.
        self.tail = None;
        self.write(tail).map_err(LogError::not_written(&self.path))?;
        self.settled += self.pending.len() as u64;
        self.pending.clear();
        self.tail = Some(tail.to_owned());
        Ok(())
    }

    fn write(&mut self, tail: &str) -> io::Result<()> {
        let text = format!("{}{tail}", self.pending);
        match &mut self.file {
            Some(file) => {
                // Cuts the tail off. The file is open for appending, so the text goes behind what is settled.
                file.set_len(self.settled)?;
                file.write_all(text.as_bytes())
            }
            None if text.is_empty() => remove(&self.path),
            None => {
                self.file = Some(fresh(&self.path, &text)?);
                Ok(())
            }
        }
    }
}

/// Replaces the file and opens it for appending. Readers see either the old file or the whole new one.
fn fresh(path: &Path, text: &str) -> io::Result<File> {
    AtomicWrite::FAST.write(path, text.as_bytes())?;
    OpenOptions::new().append(true).open(path)
}

fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}
