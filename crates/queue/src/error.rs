//! Errors of queues, and their remedies.

use crate::{JobId, MAX_VALUE_BYTES};
use deskpilot_core::{NotBuilt, Remedy};
use std::{io, path::PathBuf};
use thiserror::Error;

/// An error of a queue. A job is never lost by one; after an error of a change, ask for the job to see whether it was made.
#[derive(Debug, Error)]
pub enum QueueError {
    /// A text is no valid name.
    #[error("{text:?} cannot be a name in a queue: use 1 to 64 of the characters A-Z, a-z, 0-9, `-` and `_`")]
    BadName {
        /// The text, shortened.
        text: String,
    },
    /// A job says too much.
    #[error(
        "the payload of the job {job} has {bytes} bytes, and at most {MAX_VALUE_BYTES} are possible: put the rest into a file and its name into the payload"
    )]
    PayloadTooLarge {
        /// The job.
        job: JobId,
        /// The length of its payload as JSON.
        bytes: usize,
    },
    /// A result is too long.
    #[error(
        "the result of the job {job} has {bytes} bytes, and at most {MAX_VALUE_BYTES} are possible: put the rest into a file and its name into the result"
    )]
    ResultTooLarge {
        /// The job.
        job: JobId,
        /// The length of its result as JSON.
        bytes: usize,
    },
    /// An address names no queue.
    #[error(
        "{address:?} is not the address of a queue: {why}; write a path, sqlite:PATH, nats://127.0.0.1:4222 or tls://HOST:4222"
    )]
    BadAddress {
        /// The address without its secrets.
        address: String,
        /// What is wrong with it.
        why: String,
    },
    /// The connection would not be encrypted, and the server is on another machine.
    #[error(
        "{host} is another machine, and nats:// does not encrypt: use tls://{host}, or a server on 127.0.0.1"
    )]
    NotEncrypted {
        /// The server's host.
        host: String,
    },
    /// This build has no engine for a server.
    #[error(transparent)]
    NotBuilt(NotBuilt),
    /// The file of a queue cannot be created or opened.
    #[error("the queue {} cannot be opened: {source}; name a file in a folder of your own", path.display())]
    NotOpened {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// A file is something else.
    #[error("{} is not a queue: {why}; name another file", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What it is.
        why: String,
    },
    /// A file was written by a newer program.
    #[error("the queue {} has format {found}, and this program knows formats up to {known}: use the newer program that wrote it, or name another file", path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its format.
        found: i64,
        /// The newest format that this program knows.
        known: i64,
    },
    /// A file is damaged.
    #[error("the queue {} is damaged: {message}; put a copy of the file back, or name another one and submit the jobs again", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What SQLite says.
        message: String,
    },
    /// Another process writes to the file all the time.
    #[error("the queue {} is locked by another process: try again, and end what keeps it locked", path.display())]
    Busy {
        /// The file.
        path: PathBuf,
    },
    /// SQLite reports another error, such as a full disk.
    #[cfg(feature = "sqlite")]
    #[error("the queue {} cannot be used: {source}; make room on its disk and check that you may write the file", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// SQLite's error.
        source: rusqlite::Error,
    },
    /// The thread that works on the file has ended.
    #[error("the queue {} is closed: open it again", path.display())]
    Closed {
        /// The file.
        path: PathBuf,
    },
    /// The server is too old.
    #[error("the NATS server {server} has version {found}, and a queue needs 2.14 or newer: update it")]
    ServerTooOld {
        /// The server.
        server: String,
        /// Its version.
        found: String,
    },
    /// The server did not answer for a while.
    #[error(
        "the NATS server {server} did not answer for {seconds} s: {why}; check that it runs and can be reached, then try again"
    )]
    Unreachable {
        /// The server.
        server: String,
        /// How long this program waited.
        seconds: u64,
        /// The last error.
        why: String,
    },
    /// The server refuses the credentials.
    #[error(
        "the NATS server {server} refuses the credentials: check the user and password, or the token, of the queue"
    )]
    Refused {
        /// The server.
        server: String,
    },
    /// The server refuses a request.
    #[error(
        "the NATS server {server} refuses a request ({code}): {description}; check that it runs with JetStream (-js), that its disk has room, and that this user may use it"
    )]
    Server {
        /// The server.
        server: String,
        /// The code of the error.
        code: u64,
        /// The server's description.
        description: String,
    },
    /// A reply of the server, or a message in it, is not what a queue writes.
    #[error(
        "the NATS server {server} has what no queue writes: {what}; another program uses the same names: give the queue a server or an account of its own"
    )]
    BadReply {
        /// The server.
        server: String,
        /// What it is.
        what: String,
    },
    /// A job changed again and again while this program wanted to change it.
    #[error("the job {job} is changed by others all the time: try again")]
    Contended {
        /// The job.
        job: JobId,
    },
}

impl QueueError {
    /// For `map_err`: what an error of SQLite means for this file.
    #[cfg(feature = "sqlite")]
    pub(crate) fn of_sqlite(path: &std::path::Path) -> impl Fn(rusqlite::Error) -> QueueError {
        use rusqlite::ErrorCode::{DatabaseBusy, DatabaseCorrupt, DatabaseLocked, NotADatabase};
        move |source| {
            let path = path.to_owned();
            match source.sqlite_error_code() {
                Some(DatabaseBusy | DatabaseLocked) => QueueError::Busy { path },
                Some(DatabaseCorrupt) => QueueError::Damaged { path, message: source.to_string() },
                Some(NotADatabase) => QueueError::Foreign { path, why: "it is no SQLite file".into() },
                _ => QueueError::File { path, source },
            }
        }
    }

    /// The remedy. A model can fix none of these.
    pub const fn remedy(&self) -> Remedy {
        match self {
            QueueError::Busy { .. } | QueueError::Unreachable { .. } | QueueError::Contended { .. } => {
                Remedy::Retry
            }
            QueueError::BadName { .. }
            | QueueError::PayloadTooLarge { .. }
            | QueueError::ResultTooLarge { .. }
            | QueueError::Closed { .. } => Remedy::GiveUp,
            _ => Remedy::AskUser,
        }
    }
}
