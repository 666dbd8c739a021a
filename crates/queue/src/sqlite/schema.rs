//! The tables of the file, and what is checked before it is used.

use crate::QueueError;
use deskpilot_system::{open_regular, private_file_options};
use rusqlite::Connection;
use std::{io::ErrorKind, path::Path, time::Duration};

/// The format that this program writes, and the newest that it reads: `user_version` of the file.
const FORMAT: i64 = 1;

/// What marks a SQLite file as a queue: `application_id`, the letters `DPqu`.
const APPLICATION: i64 = 0x4450_7175;

/// A job is found by its run and id, listed by `seq`, and claimed by `place`. The partial indexes hold only the jobs that a claim
/// looks at, so that a claim takes as long with a million finished jobs as with none.
const TABLES: &str = "
    CREATE TABLE jobs (
        seq INTEGER PRIMARY KEY,
        run TEXT NOT NULL,
        id TEXT NOT NULL,
        pool TEXT NOT NULL,
        priority INTEGER NOT NULL,
        payload TEXT NOT NULL,
        max_attempts INTEGER NOT NULL,
        max_faults INTEGER NOT NULL,
        timeout INTEGER,
        submitted INTEGER NOT NULL,
        state TEXT NOT NULL DEFAULT 'queued',
        detail TEXT,
        attempt INTEGER NOT NULL DEFAULT 0,
        faults INTEGER NOT NULL DEFAULT 0,
        epoch INTEGER NOT NULL DEFAULT 0,
        fence INTEGER NOT NULL DEFAULT 0,
        worker TEXT,
        started INTEGER,
        ended INTEGER,
        place INTEGER NOT NULL,
        ready INTEGER NOT NULL DEFAULT 0,
        expires INTEGER,
        traceparent TEXT,
        UNIQUE (run, id)
    ) STRICT;
    CREATE TABLE counter (next INTEGER NOT NULL) STRICT;
    INSERT INTO counter VALUES (1);
    CREATE INDEX by_state ON jobs (run, state, seq);
    CREATE INDEX queued ON jobs (pool, priority, place) WHERE state = 'queued';
    CREATE INDEX running ON jobs (expires, pool) WHERE state = 'running';
";

/// Adds a column that files of earlier programs lack. Those programs name the columns that they read and write, and so may go on with
/// the file: its format stays the same.
const TRACEPARENT: &str = "ALTER TABLE jobs ADD COLUMN traceparent TEXT";

/// Opens the file, or creates it with its tables.
pub(super) fn connect(path: &Path, patience: Duration) -> Result<Connection, QueueError> {
    // Opening a pipe would block, so only a regular file is accepted.
    let opened = match open_regular(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            private_file_options().create(true).truncate(false).write(true).open(path)
        }
        opened => opened,
    };
    opened.map_err(|source| QueueError::NotOpened { path: path.to_owned(), source })?;
    let of_sqlite = QueueError::of_sqlite(path);
    let mut connection = Connection::open(path).map_err(&of_sqlite)?;
    connection.busy_timeout(patience).map_err(&of_sqlite)?;
    check(&connection, path)?;
    // A finished job stays finished after a power failure: every commit is on the disk when it returns.
    let mode: String = connection
        .pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get(0))
        .map_err(&of_sqlite)?;
    if mode != "wal" {
        let why = "its disk cannot be shared by processes, as network drives cannot".to_owned();
        return Err(QueueError::Foreign { path: path.to_owned(), why });
    }
    connection.pragma_update(None, "synchronous", "FULL").map_err(&of_sqlite)?;
    create_tables(&mut connection).map_err(&of_sqlite)?;
    Ok(connection)
}

/// Fails unless the file is empty or a queue that this program can read.
fn check(connection: &Connection, path: &Path) -> Result<(), QueueError> {
    let number = |pragma: &str| -> Result<i64, QueueError> {
        connection.pragma_query_value(None, pragma, |row| row.get(0)).map_err(QueueError::of_sqlite(path))
    };
    let tables = "SELECT count(*) FROM sqlite_schema";
    let tables: i64 =
        connection.query_row(tables, [], |row| row.get(0)).map_err(QueueError::of_sqlite(path))?;
    if tables > 0 && number("application_id")? != APPLICATION {
        let why = "it is a SQLite file of another program".to_owned();
        return Err(QueueError::Foreign { path: path.to_owned(), why });
    }
    let found = number("user_version")?;
    if found > FORMAT {
        return Err(QueueError::Newer { path: path.to_owned(), found, known: FORMAT });
    }
    Ok(())
}

/// Creates the tables unless they are there, also when another process does the same.
fn create_tables(connection: &mut Connection) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    let format: i64 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if format == 0 {
        transaction.execute_batch(TABLES)?;
        transaction.pragma_update(None, "application_id", APPLICATION)?;
        transaction.pragma_update(None, "user_version", FORMAT)?;
    } else if !has_traceparent(&transaction)? {
        transaction.execute_batch(TRACEPARENT)?;
    }
    transaction.commit()
}

fn has_traceparent(connection: &Connection) -> rusqlite::Result<bool> {
    let sql = "SELECT count(*) > 0 FROM pragma_table_info('jobs') WHERE name = 'traceparent'";
    connection.query_row(sql, [], |row| row.get(0))
}
