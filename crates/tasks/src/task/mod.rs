//! Task files: a request, the initial files, and the checks of its success.

mod cell;
mod check;
mod document_content;
mod document_kind;
mod error;
mod file_bytes;
#[cfg(any(test, fuzzing))]
pub(crate) mod fuzz;
mod parse_check;
mod path;
mod quote;
mod raw;
mod read;
mod subjects;

pub use cell::Cell;
pub use check::{Check, ControlCheck, FileContent, ProcessState, WantedState};
pub use document_content::{DocumentContent, DocumentProperty};
pub use document_kind::DocumentKind;
pub use error::TaskFileError;
pub use parse_check::check_from_json;
pub use path::HomePath;
pub use quote::quoted;
pub use read::MOST_ENTRIES;
pub use subjects::{CheckSubject, SUBJECTS};

use deskpilot_core::fold::Limits;
use deskpilot_system::{ReadLimit, reason};
use std::{fs, path::Path};

/// The largest task file that is read.
pub const LARGEST: ReadLimit = ReadLimit::mib(4);

/// One task: `tasks/NAME.toml`.
#[derive(Clone, Debug, PartialEq)]
pub struct TaskFile {
    /// Its name: the file name without extension.
    pub name: String,
    /// The request, in a person's words.
    pub request: String,
    /// The bytes of the initial files of the task's home, by path.
    pub files: Vec<(HomePath, Vec<u8>)>,
    /// Its limits; the settings supply those it does not set.
    pub budget: Limits,
    /// The checks; at least one.
    pub checks: Vec<Check>,
    /// The replies of a scripted model, unparsed.
    pub script: Option<toml::Table>,
}

impl TaskFile {
    /// Reads a task file; the error names the file, the line and the fix.
    pub fn open(path: &Path) -> Result<TaskFile, TaskFileError> {
        let unreadable = |why: String| TaskFileError::Unreadable { path: path.to_owned(), why };
        let text = LARGEST.read_text(path).map_err(|error| unreadable(reason(&error)))?;
        TaskFile::parse(path, &text)
    }

    /// Parses the text of the task file at this path.
    pub fn parse(path: &Path, text: &str) -> Result<TaskFile, TaskFileError> {
        let name = path.file_stem().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default();
        read::task(name, text).map_err(|problem| TaskFileError::Wrong {
            path: path.to_owned(),
            line: problem.line,
            why: problem.why,
        })
    }

    /// Writes the initial files into the home.
    pub fn set_up(&self, home: &Path) -> Result<(), TaskFileError> {
        for (file, bytes) in &self.files {
            let path = home.join(file.as_path());
            let unwritable =
                |error: std::io::Error| TaskFileError::NotSetUp { path: path.clone(), why: reason(&error) };
            if let Some(folder) = path.parent() {
                fs::create_dir_all(folder).map_err(unwritable)?;
            }
            fs::write(&path, bytes).map_err(unwritable)?;
        }
        Ok(())
    }
}
