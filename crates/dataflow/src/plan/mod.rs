//! Plan files: tasks that were written down beforehand, one JSON file each, or a folder of them.
//!
//! A file is read strictly: whatever is wrong is named by its file, its line and its key, and all of it at once.

mod folder;
mod object;
mod places;
mod read;
#[cfg(test)]
mod tests;

pub use folder::{STATUS_FILE, plans};

use deskpilot_core::{Remedy, TaskPlan};
use std::{fmt, path::PathBuf};
use thiserror::Error;

/// A plan, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanFile {
    /// What it is called: its file without folder and ending, as far as a log may be called so.
    pub name: String,
    /// Its file.
    pub path: PathBuf,
    /// What it says.
    pub plan: TaskPlan,
}

/// What plans are read for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Their steps are carried out.
    Steps,
    /// Their tasks are carried out, in whatever steps.
    Tasks,
}

/// One thing that is wrong with a plan file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanFlaw {
    /// The file, or the folder.
    pub path: PathBuf,
    /// The line, from 1, where it is one line's.
    pub line: Option<usize>,
    /// The key, where it is one key's.
    pub key: Option<String>,
    /// What is wrong, and what would be right.
    pub why: String,
}

impl fmt::Display for PlanFlaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.path.display())?;
        if let Some(line) = self.line {
            write!(f, ", line {line}")?;
        }
        if let Some(key) = &self.key {
            write!(f, ", {key:?}")?;
        }
        write!(f, ": {}", self.why)
    }
}

/// Why nothing can be done by these plans.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
pub struct PlanError(pub Vec<PlanFlaw>);

impl PlanError {
    /// What can be done about it: a person must mend the files.
    pub const fn remedy(&self) -> Remedy {
        Remedy::AskUser
    }
}
