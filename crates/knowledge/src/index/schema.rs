//! The tables of the index, and what is checked before a file is used.

use super::words;
use crate::KnowledgeError;
use deskpilot_system::{open_regular, private_file_options, private_folder_options};
use rusqlite::{Connection, TransactionBehavior};
use std::{io::ErrorKind, path::Path, time::Duration};

/// The format that this program writes, and the newest that it reads: `user_version` of the file.
const FORMAT: i64 = 4;

/// What marks a SQLite file as an index of knowledge: `application_id`, the letters `DPkn`.
const APPLICATION: i64 = 0x4450_6b6e;

/// Words are found by `words`, which keeps no second copy of the texts; meaning is compared with `vectors`, all of which are
/// of one model. `generation` counts the changes, so that a reader knows when to read again. Numbers of chunks are never
/// used twice.
const TABLES: &str = "
    CREATE TABLE documents (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        kind TEXT NOT NULL,
        place TEXT NOT NULL,
        root TEXT NOT NULL,
        title TEXT NOT NULL,
        application TEXT NOT NULL,
        given_application TEXT NOT NULL,
        version TEXT,
        language TEXT,
        bytes INTEGER NOT NULL,
        modified INTEGER NOT NULL,
        hash BLOB NOT NULL,
        added INTEGER NOT NULL,
        missing_text TEXT,
        UNIQUE (place, kind)
    ) STRICT;
    CREATE TABLE chunks (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        document INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
        heading TEXT NOT NULL,
        text TEXT NOT NULL
    ) STRICT;
    CREATE TABLE vectors (
        chunk INTEGER PRIMARY KEY REFERENCES chunks ON DELETE CASCADE,
        vector BLOB NOT NULL
    ) STRICT;
    CREATE TABLE state (generation INTEGER NOT NULL, model TEXT NOT NULL) STRICT;
    INSERT INTO state VALUES (0, '');
    CREATE VIRTUAL TABLE words USING fts5 (
        heading, text, content = '', contentless_delete = 1, tokenize = 'porter unicode61 remove_diacritics 2'
    );
    CREATE INDEX documents_of_root ON documents (root);
    CREATE INDEX chunks_of_document ON chunks (document);
    CREATE TRIGGER forget_words AFTER DELETE ON chunks BEGIN DELETE FROM words WHERE rowid = old.id; END;
";

/// Opens the file, or creates it with its tables.
pub(super) fn connect(path: &Path, patience: Duration) -> Result<Connection, KnowledgeError> {
    let not_read = |source| KnowledgeError::NotRead { path: path.to_owned(), source };
    if let Some(folder) = path.parent() {
        private_folder_options().recursive(true).create(folder).map_err(not_read)?;
    }
    // Opening a pipe in place of the file would block.
    let opened = match open_regular(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            private_file_options().create(true).truncate(false).write(true).open(path)
        }
        opened => opened,
    };
    opened.map_err(not_read)?;
    let of_sqlite = KnowledgeError::of_sqlite(path, patience);
    let mut connection = Connection::open(path).map_err(&of_sqlite)?;
    connection.busy_timeout(patience).map_err(&of_sqlite)?;
    check(&connection, path, &of_sqlite)?;
    prepare(&mut connection).map_err(&of_sqlite)?;
    Ok(connection)
}

/// Fails unless the file is empty or an index that this program can read.
fn check(
    connection: &Connection,
    path: &Path,
    of_sqlite: &dyn Fn(rusqlite::Error) -> KnowledgeError,
) -> Result<(), KnowledgeError> {
    let number = |sql: &str| -> Result<i64, KnowledgeError> {
        connection.query_row(sql, [], |row| row.get(0)).map_err(of_sqlite)
    };
    let tables = number("SELECT count(*) FROM sqlite_schema")?;
    if tables > 0 && number("PRAGMA application_id")? != APPLICATION {
        let why = "it is a SQLite file of another program".to_owned();
        return Err(KnowledgeError::Foreign { path: path.to_owned(), why });
    }
    let found = number("PRAGMA user_version")?;
    if found > FORMAT {
        return Err(KnowledgeError::Newer { path: path.to_owned(), found, known: FORMAT });
    }
    Ok(())
}

/// Readers go on while another process writes (WAL). After a power failure the last changes may be gone, which adding the
/// documents again brings back; the file is never half changed.
fn prepare(connection: &mut Connection) -> rusqlite::Result<()> {
    connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))?;
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    connection.pragma_update(None, "foreign_keys", "ON")?;
    let format: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if format == FORMAT {
        return Ok(());
    }
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Another process may have created them in the meantime.
    let format: i64 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
    match format {
        0 => {
            transaction.execute_batch(TABLES)?;
            transaction.pragma_update(None, "application_id", APPLICATION)?;
        }
        // The first format does not index single letters of scripts without spaces; before the third, each section was a chunk of its
        // own; before the fourth, documents without text were kept, and nothing about pages without text: documents are read again
        // when they are added next.
        old => {
            if old == 1 {
                words::put_all(&transaction)?;
            }
            transaction.execute_batch(
                "ALTER TABLE documents ADD COLUMN missing_text TEXT;
                 DELETE FROM documents WHERE id NOT IN (SELECT document FROM chunks);",
            )?;
            transaction.execute("UPDATE documents SET modified = -1, hash = zeroblob(32)", [])?;
        }
    }
    transaction.pragma_update(None, "user_version", FORMAT)?;
    transaction.commit()
}
