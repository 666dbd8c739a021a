//! Errors of reports.

use super::limited::{LimitedPart, OverLimit};
use deskpilot_log::LogError;
use std::{
    io,
    path::{Path, PathBuf},
};

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// A log is not there, or cannot be read.
    #[error(transparent)]
    Log(#[from] LogError),
    /// The file exists.
    #[error("{} is there already; name another file, or replace it with --force", path.display())]
    InTheWay {
        /// The file.
        path: PathBuf,
    },
    /// The disk is full, or the file cannot be written.
    #[error("{} cannot be written", path.display())]
    NotWritten {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// A browser would not unpack the task.
    #[error(
        "the task {task:?} is too large for a report: what it did takes more than {most} MiB; `deskpilot serve` shows it, \
         `deskpilot session export {task}` writes all of it into a file"
    )]
    TaskTooLarge {
        /// The task.
        task: String,
        /// The most, in MiB.
        most: u64,
    },
    /// A browser would not read the file.
    #[error("the report would be larger than {most} MiB, the most that browsers read: name fewer tasks")]
    TooLarge {
        /// The most, in MiB.
        most: u64,
    },
}

/// Why a part of a report was not written.
#[derive(Debug, thiserror::Error)]
pub(super) enum WriteFault {
    /// A log cannot be read.
    #[error(transparent)]
    Log(#[from] LogError),
    /// The file cannot be written, or a limit is exceeded.
    #[error(transparent)]
    Write(#[from] io::Error),
}

impl ReportError {
    /// The error of this file for a fault that came up with this task.
    pub(super) fn of(fault: WriteFault, file: &Path, task: &str) -> ReportError {
        let source = match fault {
            WriteFault::Log(error) => return ReportError::Log(error),
            WriteFault::Write(error) => error,
        };
        match source.get_ref().and_then(|it| it.downcast_ref::<OverLimit>()) {
            Some(OverLimit { part: LimitedPart::Task, most }) => {
                ReportError::TaskTooLarge { task: task.to_owned(), most: most >> 20 }
            }
            Some(OverLimit { part: LimitedPart::File, most }) => ReportError::TooLarge { most: most >> 20 },
            None => ReportError::NotWritten { path: file.to_owned(), source },
        }
    }
}
