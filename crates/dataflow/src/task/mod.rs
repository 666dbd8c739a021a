//! A task as a file: what is asked for, the files it begins with, and how its success is checked.

mod cell;
mod check;
mod error;
mod kind;
mod meaning;
mod path;
mod raw;
mod read;
mod subjects;

pub use cell::Cell;
pub(crate) use check::quoted;
pub use check::{Check, Content, Control, Part, Running, Wanted};
pub use error::TaskFileError;
pub use kind::{Kind, Property};
pub use path::HomePath;
pub use subjects::{SUBJECTS, Subject};

use deskpilot_core::fold::Limits;
use std::{fs, path::Path};

/// The largest task file that is read, in bytes.
const LARGEST: u64 = 4 << 20;

/// One task: `tasks/NAME.toml`.
#[derive(Clone, Debug, PartialEq)]
pub struct TaskFile {
    /// Its name, which is the file's without its ending.
    pub name: String,
    /// What a person would say.
    pub request: String,
    /// What is in the task's home before it begins, by path.
    pub files: Vec<(HomePath, String)>,
    /// What it may use up; as the settings say where it says nothing.
    pub budget: Limits,
    /// What must hold afterwards; at least one.
    pub checks: Vec<Check>,
    /// The replies of a scripted model, as they are written.
    pub script: Option<toml::Table>,
}

impl TaskFile {
    /// The task of a file; an error names the file, the line and what would be right.
    pub fn open(path: &Path) -> Result<TaskFile, TaskFileError> {
        let unreadable = |why: String| TaskFileError::Unreadable { path: path.to_owned(), why };
        let about = fs::metadata(path).map_err(|error| unreadable(error.to_string()))?;
        if !about.is_file() || about.len() > LARGEST {
            return Err(unreadable(format!("it should be a file of at most {} MiB", LARGEST >> 20)));
        }
        let text = fs::read_to_string(path).map_err(|error| unreadable(error.to_string()))?;
        TaskFile::parse(path, &text)
    }

    /// The task of the text that is in the file of this path.
    pub fn parse(path: &Path, text: &str) -> Result<TaskFile, TaskFileError> {
        let name = path.file_stem().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default();
        read::task(name, text).map_err(|flaw| TaskFileError::Wrong {
            path: path.to_owned(),
            line: flaw.line,
            why: flaw.why,
        })
    }

    /// Writes what the task begins with into its home.
    pub fn set_up(&self, home: &Path) -> Result<(), TaskFileError> {
        for (file, text) in &self.files {
            let path = home.join(file.as_path());
            let unwritable = |error: std::io::Error| TaskFileError::NotSetUp {
                path: path.clone(),
                why: error.to_string(),
            };
            if let Some(folder) = path.parent() {
                fs::create_dir_all(folder).map_err(unwritable)?;
            }
            fs::write(&path, text).map_err(unwritable)?;
        }
        Ok(())
    }
}
