//! Errors of logs, and their remedies.

use crate::ChainFault;
use deskpilot_core::Remedy;
use deskpilot_system::reason;
use std::{
    io,
    path::{Path, PathBuf},
};
use thiserror::Error;

/// An error of a log. None of them loses data that was already written.
#[derive(Debug, Error)]
pub enum LogError {
    /// The disk is full, or a file cannot be written.
    #[error("{} cannot be written: {}", path.display(), reason(source))]
    NotWritten {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// A file cannot be read.
    #[error("{} cannot be read: {}", path.display(), reason(source))]
    NotRead {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// A line in the middle of the log is not an entry.
    #[error("{} is damaged at line {line}: {message}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line number, from 1.
        line: usize,
        /// What is wrong with the line.
        message: String,
    },
    /// The log was changed after it was written.
    #[error("the log of the task {task:?} was changed: entry {entry} ({}, line {line}) does not fit: {fault}; `deskpilot audit {task}` shows what can still be read, and to go on put an unchanged copy back or begin a new task", path.display())]
    Changed {
        /// The task.
        task: String,
        /// The path of its log.
        path: PathBuf,
        /// The first entry that does not fit the one before it, from 0.
        entry: u64,
        /// Its line number, from 1.
        line: u64,
        /// How it does not fit.
        fault: ChainFault,
    },
    /// The task's name is not a valid folder name.
    #[error("{0:?} cannot be a task's name: use letters, digits, `-`, `_` and `.`")]
    BadName(String),
    /// The task's folder is a link, or belongs to another user, who could lead this process elsewhere.
    #[error("{} is not your own folder: it belongs to another user, or is a link; choose another task's name with --task, or another folder of logs with --log-dir", path.display())]
    NotOwn {
        /// The folder.
        path: PathBuf,
    },
    /// Another process is running this task.
    #[error("the task {task:?} is running{}; wait for it, or stop it with `deskpilot stop {task}`", process.map_or(String::new(), |id| format!(" in process {id}")))]
    Busy {
        /// The task.
        task: String,
        /// The process, if it is known.
        process: Option<u32>,
    },
    /// The task has a log already.
    #[error("the task {task:?} has a log already: {}; go on with `deskpilot resume {task}`, or take another name with --task", path.display())]
    Exists {
        /// The task.
        task: String,
        /// The path of its log.
        path: PathBuf,
    },
    /// The task has no log.
    #[error("the task {task:?} has no log in {}; `deskpilot log` lists the tasks", path.display())]
    Missing {
        /// The task.
        task: String,
        /// The folder that was searched.
        path: PathBuf,
    },
    /// A file is not a valid bundle.
    #[error("{} is not imported: {why}", path.display())]
    BadBundle {
        /// The file.
        path: PathBuf,
        /// What is wrong, and what to do.
        why: String,
    },
    /// The output file already exists.
    #[error("{} is there already; name another file, or remove it", path.display())]
    InTheWay {
        /// The file.
        path: PathBuf,
    },
    /// A blob is missing or does not match its hash.
    #[error("the blob {hash} is missing or damaged")]
    BadBlob {
        /// Its hash.
        hash: String,
    },
}

impl LogError {
    /// For `map_err`: this file could not be written.
    pub(crate) fn not_written(path: &Path) -> impl Fn(io::Error) -> LogError {
        move |source| LogError::NotWritten { path: path.into(), source }
    }

    /// For `map_err`: this file could not be read.
    pub(crate) fn not_read(path: &Path) -> impl Fn(io::Error) -> LogError {
        move |source| LogError::NotRead { path: path.into(), source }
    }

    /// The remedy. A model can fix none of these; for some, a person can make room and resume.
    pub const fn remedy(&self) -> Remedy {
        match self {
            LogError::NotWritten { .. }
            | LogError::Busy { .. }
            | LogError::Exists { .. }
            | LogError::NotOwn { .. }
            | LogError::InTheWay { .. } => Remedy::AskUser,
            _ => Remedy::GiveUp,
        }
    }
}
