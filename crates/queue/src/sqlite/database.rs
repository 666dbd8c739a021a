//! The SQLite file, and the thread that works on it: calls of SQLite block, so that none runs on a thread of tokio's.

use super::schema;
use crate::QueueError;
use rusqlite::{Connection, Transaction, TransactionBehavior};
use std::{
    path::PathBuf,
    sync::mpsc::{self, Sender},
    thread,
    time::Duration,
};
use tokio::sync::oneshot;

type Work = Box<dyn FnOnce(&mut Connection) + Send>;

/// A SQLite file with one connection on a thread of its own, which ends when the last clone is dropped.
#[derive(Clone, Debug)]
pub(super) struct Database {
    path: PathBuf,
    work: Sender<Work>,
}

impl Database {
    /// Opens a file, or creates it. Waits this long while another process has it locked.
    pub(super) async fn open(path: PathBuf, patience: Duration) -> Result<Database, QueueError> {
        let (work, inbox) = mpsc::channel::<Work>();
        let (opened, is_open) = oneshot::channel();
        let file = path.clone();
        let run = move || {
            let mut connection = match schema::connect(&file, patience) {
                Ok(connection) => connection,
                Err(error) => return drop(opened.send(Err(error))),
            };
            if opened.send(Ok(())).is_ok() {
                inbox.into_iter().for_each(|work| work(&mut connection));
            }
        };
        let thread = thread::Builder::new().name("queue".into()).spawn(run);
        thread.map_err(|source| QueueError::NotOpened { path: path.clone(), source })?;
        is_open.await.map_err(|_| QueueError::Closed { path: path.clone() })??;
        Ok(Database { path, work })
    }

    /// Runs this in one transaction that may write. Locks the file first, so that no other process changes what it reads.
    pub(super) async fn write<T: Send + 'static>(
        &self,
        change: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, QueueError> {
        self.run(move |connection| in_transaction(connection, change)).await
    }

    /// The same, and converts the result after the commit, before it goes to the caller.
    pub(super) async fn write_then<T, U: Send + 'static>(
        &self,
        change: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T> + Send + 'static,
        then: impl FnOnce(T) -> U + Send + 'static,
    ) -> Result<U, QueueError> {
        self.run(move |connection| in_transaction(connection, change).map(then)).await
    }

    /// Runs this in one transaction that reads.
    pub(super) async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, QueueError> {
        self.run(move |connection| read(&connection.transaction()?)).await
    }

    /// Writes in the background. An error leaves the file as it was.
    pub(super) fn write_later(
        &self,
        change: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<()> + Send + 'static,
    ) {
        // An error means that the thread has ended.
        let _ = self.work.send(Box::new(move |connection| drop(in_transaction(connection, change))));
    }

    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, QueueError> {
        let (done, result) = oneshot::channel();
        let work = move |connection: &mut Connection| {
            // The caller no longer waits: its work must not run.
            if !done.is_closed() {
                let _ = done.send(work(connection));
            }
        };
        let closed = || QueueError::Closed { path: self.path.clone() };
        self.work.send(Box::new(work)).map_err(|_| closed())?;
        result.await.map_err(|_| closed())?.map_err(QueueError::of_sqlite(&self.path))
    }
}

fn in_transaction<T>(
    connection: &mut Connection,
    change: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>,
) -> rusqlite::Result<T> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let result = change(&transaction)?;
    transaction.commit()?;
    Ok(result)
}
