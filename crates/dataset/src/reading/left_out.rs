//! What of a run is not in the dataset, and why.

use serde::Serialize;
use std::path::PathBuf;
use thiserror::Error;

/// A record that is left out.
#[derive(Clone, Debug, PartialEq, Eq, Error, Serialize)]
#[error("{}: {reason}", path.display())]
pub struct LeftOut {
    /// Its file.
    pub path: PathBuf,
    /// The reason.
    #[serde(serialize_with = "as_text")]
    pub reason: LeftOutReason,
}

/// Why a record is left out.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LeftOutReason {
    /// The folder has no records.
    #[error(
        "there are no records: run `deskpilot dataflow run` first, or name the folder that it wrote to with --results"
    )]
    NoRecords,
    /// The record is not what the dataflow writes.
    #[error("the record cannot be read: {0}; execute the task again")]
    UnreadableRecord(String),
    /// The record is about another task than its file.
    #[error("the record is that of the task {0:?}: give the file the name of its task")]
    OtherName(String),
    /// The task was not executed.
    #[error("it was not executed: {0}")]
    NotExecuted(String),
    /// The document is missing, so its template is unknown.
    #[error("its document cannot be read, so that its template is unknown: {0}")]
    NoDocument(String),
    /// There is no log of an execution with the record's request.
    #[error(
        "it has no log of an execution of its request: copy the folder logs too, or execute the task again"
    )]
    NoLog,
    /// The log is damaged, or was changed.
    #[error("its log {log} is broken: {why}; put an unchanged copy back, or execute the task again")]
    BrokenLog {
        /// The log.
        log: String,
        /// What is wrong with it.
        why: String,
    },
    /// The log ends before the session does.
    #[error("its log {log} is not finished: wait for it, or execute the task again")]
    Unfinished {
        /// The log.
        log: String,
    },
    /// Nothing was done in the session.
    #[error("nothing was done in its log {log}")]
    NoSteps {
        /// The log.
        log: String,
    },
}

impl LeftOutReason {
    /// The reason in short, without names and paths, so that it may be published.
    pub const fn summary(&self) -> &'static str {
        match self {
            LeftOutReason::NoRecords => "there are no records",
            LeftOutReason::UnreadableRecord(_) => "the record cannot be read",
            LeftOutReason::OtherName(_) => "the record is that of another task",
            LeftOutReason::NotExecuted(_) => "the task was not executed",
            LeftOutReason::NoDocument(_) => "the document is missing, so that the template is unknown",
            LeftOutReason::NoLog => "there is no log of its execution",
            LeftOutReason::BrokenLog { .. } => "the log is broken",
            LeftOutReason::Unfinished { .. } => "the log is not finished",
            LeftOutReason::NoSteps { .. } => "nothing was done",
        }
    }
}

fn as_text<S: serde::Serializer>(reason: &LeftOutReason, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(reason)
}
