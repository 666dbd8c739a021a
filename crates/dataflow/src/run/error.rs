//! Errors of runs and of their jobs.

use super::TransferError;
use crate::{RecordError, ResultsError};
use deskpilot_queue::{JobId, QueueError, RunId};
use std::{io, path::PathBuf, string::FromUtf8Error};
use thiserror::Error;

/// Why a run cannot continue. It keeps finished tasks, and gives the others back to the queue.
#[derive(Debug, Error)]
pub enum RunError {
    /// The queue fails.
    #[error(transparent)]
    Queue(#[from] QueueError),
    /// A file of the results cannot be used.
    #[error(transparent)]
    Results(#[from] ResultsError),
    /// An artefact is not stored or read.
    #[error(transparent)]
    Transfer(#[from] TransferError),
    /// An artefact is no record.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The record among the artefacts is no text.
    #[error(transparent)]
    NotText(#[from] FromUtf8Error),
    /// A job or a record cannot be written as JSON.
    #[error(transparent)]
    NotJson(#[from] serde_json::Error),
    /// A job is not as this version writes it.
    #[error("the job is of another version")]
    JobOfOtherVersion(#[source] serde_json::Error),
    /// The result of a job is not as this version writes it.
    #[error("the result is of another version")]
    ResultOfOtherVersion(#[source] serde_json::Error),
    /// A raw task has a problem.
    #[error("{0}")]
    BadRawTask(String),
    /// The document of a task cannot be read.
    #[error("{} cannot be read", path.display())]
    NotRead {
        /// Its path.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// A disk has no room for a task.
    #[error("the disk of {} has {free} MiB left, and a task needs {needed} MiB: make room on it, and start again", folder.display())]
    NoRoom {
        /// The folder of the logs.
        folder: PathBuf,
        /// What is left, in MiB.
        free: u64,
        /// What a task needs, in MiB.
        needed: u64,
    },
    /// A task failed, probably for the cause that follows.
    #[error("{failure}")]
    Failed {
        /// What the task failed with.
        failure: String,
        /// The probable cause.
        source: Box<RunError>,
    },
    /// A job in the queue has no task.
    #[error("{}", foreign(job, run))]
    ForeignJob {
        /// The job.
        job: JobId,
        /// The run whose name it uses.
        run: RunId,
        /// What is wrong with it.
        source: serde_json::Error,
    },
    /// A job in the queue has the task of another one.
    #[error("{}: its task is {task}", foreign(job, run))]
    ForeignTask {
        /// The job.
        job: JobId,
        /// The run whose name it uses.
        run: RunId,
        /// The id of its task.
        task: String,
    },
}

fn foreign(job: &JobId, run: &RunId) -> String {
    format!(
        "the job {job} of the run {run} is none that this Deskpilot submitted: another version did, or somebody else writes to \
         the queue"
    )
}
