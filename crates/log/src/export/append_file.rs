//! A text file that is a fold of the log: a settled part that only grows, and a tail that may still change.

use crate::LogError;
use deskpilot_system::Replacement;
use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
};

/// One export file. Nothing is lost when the disk is full: what is not yet written is written with the next.
#[derive(Debug)]
pub(super) struct Sheet {
    path: PathBuf,
    /// Open once the file has anything in it.
    file: Option<File>,
    settled: u64,
    pending: String,
    /// What stands behind the settled part; `None` when a failed write left that unknown.
    tail: Option<String>,
}

impl Sheet {
    /// The file with this name; what it holds from an earlier writing goes with the first commit.
    pub(super) fn new(folder: &Path, name: &str) -> Sheet {
        Sheet { path: folder.join(name), file: None, settled: 0, pending: String::new(), tail: None }
    }

    /// Adds to the settled part.
    pub(super) fn settle(&mut self, text: &str) {
        self.pending.push_str(text);
    }

    /// Writes what was added, and behind it the tail in the place of the last one.
    pub(super) fn commit(&mut self, tail: &str) -> Result<(), LogError> {
        if self.pending.is_empty() && self.tail.as_deref() == Some(tail) {
            return Ok(());
        }
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

/// The file with this content from now on, open for more; readers see the one before or all of this one.
fn fresh(path: &Path, text: &str) -> io::Result<File> {
    Replacement::QUICK.put(path, text.as_bytes())?;
    OpenOptions::new().append(true).open(path)
}

fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}
