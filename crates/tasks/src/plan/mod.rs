//! Plan files: tasks written down beforehand, one JSON file each, or a folder of them.
//!
//! Parsing is strict and reports all problems at once, each with its file, line and key.

mod folder;
#[cfg(any(test, fuzzing))]
pub(crate) mod fuzz;
mod object;
mod positions;
mod read;
#[cfg(test)]
mod tests;

pub use folder::plans;

use deskpilot_core::{Remedy, TaskPlan};
use std::{fmt, path::PathBuf};
use thiserror::Error;

/// A plan and its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanFile {
    /// Its name: the file name without extension, with characters that a log name cannot have replaced.
    pub name: String,
    /// Its file.
    pub path: PathBuf,
    /// Its content.
    pub plan: TaskPlan,
}

/// What plans are used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanPurpose {
    /// To follow their steps.
    Steps,
    /// To carry out their tasks in any steps.
    Tasks,
}

/// A problem of a plan file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanProblem {
    /// The file, or the folder.
    pub path: PathBuf,
    /// The line number, from 1, if the problem concerns one line.
    pub line: Option<usize>,
    /// The key, if the problem concerns one.
    pub key: Option<String>,
    /// What is wrong, and how to fix it.
    pub why: String,
}

impl fmt::Display for PlanProblem {
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

/// The problems that make plans unusable.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
pub struct PlanError(pub Vec<PlanProblem>);

impl PlanError {
    /// The remedy: a person must fix the files.
    pub const fn remedy(&self) -> Remedy {
        Remedy::AskUser
    }
}
