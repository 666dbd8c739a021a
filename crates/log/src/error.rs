//! What can go wrong with a log, and what can be done about it.

use crate::Misfit;
use deskpilot_core::Remedy;
use std::{
    io,
    path::{Path, PathBuf},
};
use thiserror::Error;

/// What went wrong. Nothing that was written is lost by any of these.
#[derive(Debug, Error)]
pub enum LogError {
    /// The disk is full, or a file cannot be written.
    #[error("{} cannot be written: {source}", path.display())]
    NotWritten {
        /// Which file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A file cannot be read.
    #[error("{} cannot be read: {source}", path.display())]
    NotRead {
        /// Which file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A line in the middle of the log is not an entry.
    #[error("{} is damaged at line {line}: {message}", path.display())]
    Damaged {
        /// Which file.
        path: PathBuf,
        /// Which line, from 1.
        line: usize,
        /// What is wrong with it.
        message: String,
    },
    /// The log is not as it was written.
    #[error("the log of the task {task:?} was changed: entry {entry} ({}, line {line}) does not fit: {flaw}; `deskpilot audit {task}` shows what can still be read, and to go on put an unchanged copy back or begin a new task", path.display())]
    Changed {
        /// Which task.
        task: String,
        /// Where its log is.
        path: PathBuf,
        /// The first entry that does not fit the one before it, from 0.
        entry: u64,
        /// Its line, from 1.
        line: u64,
        /// How it does not fit.
        flaw: Misfit,
    },
    /// The task's name cannot be a folder's name.
    #[error("{0:?} cannot be a task's name: use letters, digits, `-`, `_` and `.`")]
    BadName(String),
    /// Another process is at this task.
    #[error("the task {task:?} is running{}; wait for it, or stop it with `deskpilot stop {task}`", process.map_or(String::new(), |id| format!(" in process {id}")))]
    Busy {
        /// Which task.
        task: String,
        /// The process, if it is known.
        process: Option<u32>,
    },
    /// The task has a log already.
    #[error("the task {task:?} has a log already: {}; go on with `deskpilot resume {task}`, or take another name with --task", path.display())]
    Exists {
        /// Which task.
        task: String,
        /// Where its log is.
        path: PathBuf,
    },
    /// The task has no log.
    #[error("the task {task:?} has no log in {}; `deskpilot log` lists the tasks", path.display())]
    Missing {
        /// Which task.
        task: String,
        /// Where it was looked for.
        path: PathBuf,
    },
    /// A file is not the session it should be.
    #[error("{} is not imported: {why}", path.display())]
    BadBundle {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it, and what to do.
        why: String,
    },
    /// There is a file where another is to be written.
    #[error("{} is there already; name another file, or remove it", path.display())]
    InTheWay {
        /// Which file.
        path: PathBuf,
    },
    /// The bytes of a blob are not those it was named for.
    #[error("the blob {hash} is missing or damaged")]
    BadBlob {
        /// Its hash.
        hash: String,
    },
}

impl LogError {
    /// For `map_err`: this file was not written.
    pub(crate) fn not_written(path: &Path) -> impl Fn(io::Error) -> LogError {
        move |source| LogError::NotWritten { path: path.into(), source }
    }

    /// For `map_err`: this file was not read.
    pub(crate) fn not_read(path: &Path) -> impl Fn(io::Error) -> LogError {
        move |source| LogError::NotRead { path: path.into(), source }
    }

    /// What can be done about it: nothing a model could; a person may make room and resume.
    pub const fn remedy(&self) -> Remedy {
        match self {
            LogError::NotWritten { .. }
            | LogError::Busy { .. }
            | LogError::Exists { .. }
            | LogError::InTheWay { .. } => Remedy::AskUser,
            _ => Remedy::GiveUp,
        }
    }
}
