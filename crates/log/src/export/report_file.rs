//! `output.md` on the disk: a head that may change, and a body that grows below it.

use super::append_file::AppendFile;
use crate::LogError;
use std::path::Path;

/// The report of a session.
#[derive(Debug)]
pub(super) struct ReportFile {
    file: AppendFile,
    head: String,
    body: String,
}

impl ReportFile {
    /// The report in this folder; its first commit replaces what an earlier run wrote.
    pub(super) fn new(folder: &Path) -> ReportFile {
        ReportFile { file: AppendFile::new(folder, "output.md"), head: String::new(), body: String::new() }
    }

    /// Appends to the body.
    pub(super) fn settle(&mut self, text: &str) {
        self.body.push_str(text);
        self.file.settle(text);
    }

    /// Writes the body below this head, and the tail below it. Only another head writes the whole file again.
    pub(super) fn commit(&mut self, head: &str, tail: &str) -> Result<(), LogError> {
        if head != self.head {
            self.head = head.to_owned();
            self.file.replace(&format!("{head}{}", self.body));
        }
        self.file.commit(tail)
    }
}
