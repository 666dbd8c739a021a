//! The SQLite file of the index. Its calls block: they run on threads for that.

use super::{schema, table::Table, words};
use crate::{KnowledgeError, chunks::NewChunk};
use deskpilot_core::Timestamp;
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};
use std::{
    path::{Path, PathBuf},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

/// How long to wait for another process that writes.
const PATIENCE: Duration = Duration::from_secs(10);

/// The open file, and the parts of it that are cached in memory.
#[derive(Debug)]
pub(super) struct Store {
    pub(super) connection: Connection,
    table: Option<Table>,
    path: PathBuf,
    patience: Duration,
}

/// What was known of a file when it was put into the index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fingerprint {
    pub(super) bytes: i64,
    pub(super) modified: i64,
    pub(super) hash: [u8; 32],
}

/// What the index has of a file.
pub(super) struct Known {
    pub(super) root: String,
    pub(super) application: String,
    pub(super) fingerprint: Fingerprint,
    /// What could not be read of it.
    pub(super) missing_text: Option<String>,
}

/// A document for the index.
pub(super) struct NewDocument {
    pub(super) kind: &'static str,
    pub(super) place: String,
    pub(super) root: String,
    pub(super) title: String,
    pub(super) application: String,
    /// The application that was named when it was added; the document itself may name another.
    pub(super) given_application: String,
    pub(super) version: Option<String>,
    pub(super) language: Option<String>,
    pub(super) fingerprint: Fingerprint,
    /// What could not be read of it, as a clause.
    pub(super) missing_text: Option<String>,
    pub(super) chunks: Vec<NewChunk>,
}

impl Store {
    /// Opens the file, or creates it.
    pub(super) fn open(path: &Path) -> Result<Store, KnowledgeError> {
        Store::open_patiently(path, PATIENCE)
    }

    /// The same, which waits so long for another process that writes.
    pub(super) fn open_patiently(path: &Path, patience: Duration) -> Result<Store, KnowledgeError> {
        let connection = schema::connect(path, patience)?;
        Ok(Store { connection, table: None, path: path.to_owned(), patience })
    }

    /// Runs this on the connection.
    pub(super) fn read<T>(
        &self,
        read: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, KnowledgeError> {
        read(&self.connection).map_err(KnowledgeError::of_sqlite(&self.path, self.patience))
    }

    /// Runs this in one transaction, which is done as a whole or not at all.
    pub(super) fn write<T>(
        &mut self,
        change: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, KnowledgeError> {
        let change = |connection: &mut Connection| {
            let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let result = change(&transaction)?;
            transaction.execute("UPDATE state SET generation = generation + 1", [])?;
            transaction.commit()?;
            Ok(result)
        };
        change(&mut self.connection).map_err(KnowledgeError::of_sqlite(&self.path, self.patience))
    }

    /// The connection, and the chunks and vectors as they are in the file now.
    pub(super) fn current(&mut self) -> Result<(&Connection, &Table), KnowledgeError> {
        let sql = "SELECT generation, model FROM state";
        let (generation, model): (i64, String) =
            self.read(|it| it.query_row(sql, [], |row| Ok((row.get(0)?, row.get(1)?))))?;
        let kept = self.table.take().filter(|it| it.generation == generation);
        let table = match kept {
            Some(table) => table,
            None => self.read(|it| Table::load(it, generation, model))?,
        };
        Ok((&self.connection, self.table.insert(table)))
    }

    /// For `map_err`: what an error of SQLite means for this index.
    pub(super) fn error(&self) -> impl Fn(rusqlite::Error) -> KnowledgeError + use<> {
        KnowledgeError::of_sqlite(&self.path, self.patience)
    }
}

/// What the index has of the file at this place.
pub(super) fn known(connection: &Connection, kind: &str, place: &str) -> rusqlite::Result<Option<Known>> {
    let sql = "SELECT root, given_application, bytes, modified, hash, missing_text FROM documents \
               WHERE place = ?1 AND kind = ?2";
    let mut statement = connection.prepare(sql)?;
    let known = statement.query_row([place, kind], |row| {
        let fingerprint = Fingerprint { bytes: row.get(2)?, modified: row.get(3)?, hash: row.get(4)? };
        let missing_text = row.get(5)?;
        Ok(Known { root: row.get(0)?, application: row.get(1)?, fingerprint, missing_text })
    });
    known.optional()
}

/// The kinds and places of all documents of a root.
pub(super) fn documents_of_root(
    connection: &Connection,
    root: &str,
) -> rusqlite::Result<Vec<(String, String)>> {
    let mut statement = connection.prepare("SELECT kind, place FROM documents WHERE root = ?1")?;
    let documents = statement.query_map([root], |row| Ok((row.get(0)?, row.get(1)?)))?;
    documents.collect()
}

/// Removes the document of this place, if there is one.
pub(super) fn remove(transaction: &Transaction<'_>, kind: &str, place: &str) -> rusqlite::Result<()> {
    let sql = "DELETE FROM documents WHERE place = ?1 AND kind = ?2";
    transaction.prepare(sql)?.execute([place, kind]).map(drop)
}

/// Puts a document in place of the one that was there.
pub(super) fn put(transaction: &Transaction<'_>, it: &NewDocument) -> rusqlite::Result<()> {
    remove(transaction, it.kind, &it.place)?;
    transaction
        .prepare(
            "INSERT INTO documents (kind, place, root, title, application, given_application, version, language, bytes, modified, hash, added, \
             missing_text) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
        )?
        .execute(params![
            it.kind,
            it.place,
            it.root,
            it.title,
            it.application,
            it.given_application,
            it.version,
            it.language,
            it.fingerprint.bytes,
            it.fingerprint.modified,
            it.fingerprint.hash,
            now().0.cast_signed(),
            it.missing_text,
        ])?;
    let document = transaction.last_insert_rowid();
    let sql = "INSERT INTO chunks (document, heading, text) VALUES (?1, ?2, ?3)";
    let mut chunk = transaction.prepare(sql)?;
    for NewChunk { heading, text } in &it.chunks {
        chunk.execute(params![document, heading, text])?;
        words::put(transaction, transaction.last_insert_rowid(), heading, text)?;
    }
    Ok(())
}

/// Notes that a file has the same text as before.
pub(super) fn touch(
    transaction: &Transaction<'_>,
    kind: &str,
    place: &str,
    it: &Fingerprint,
) -> rusqlite::Result<()> {
    let sql = "UPDATE documents SET bytes = ?3, modified = ?4 WHERE place = ?1 AND kind = ?2";
    transaction.prepare(sql)?.execute(params![place, kind, it.bytes, it.modified]).map(drop)
}

/// The current time; 0 on a machine whose clock is before 1970.
pub(super) fn now() -> Timestamp {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(place: &str, text: &str) -> NewDocument {
        NewDocument {
            kind: "help",
            place: place.into(),
            root: "/".into(),
            title: place.into(),
            application: String::new(),
            given_application: String::new(),
            version: None,
            language: None,
            fingerprint: Fingerprint { bytes: 0, modified: 0, hash: [0; 32] },
            missing_text: None,
            chunks: vec![NewChunk { heading: place.into(), text: text.into() }],
        }
    }

    fn texts(store: &Store) -> Vec<String> {
        let read = |it: &Connection| {
            let mut statement = it.prepare("SELECT text FROM chunks ORDER BY id")?;
            let texts = statement.query_map([], |row| row.get(0))?;
            texts.collect()
        };
        store.read(read).unwrap()
    }

    #[test]
    fn another_process_that_writes_is_waited_for_and_then_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("index");
        let mut store = Store::open_patiently(&path, Duration::from_millis(50)).unwrap();
        let mut other = Store::open(&path).unwrap();
        let held = other.connection.transaction_with_behavior(TransactionBehavior::Immediate).unwrap();
        let error = store.write(|it| put(it, &document("a", "one"))).unwrap_err();
        assert!(matches!(error, KnowledgeError::Busy { .. }), "{error}");
        assert!(texts(&store).is_empty(), "a reader need not wait");
        drop(held);
        store.write(|it| put(it, &document("a", "one"))).unwrap();
        assert_eq!(texts(&store), ["one"]);
    }

    #[test]
    fn a_full_disk_is_named_and_leaves_the_index_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = Store::open(&folder.path().join("index")).unwrap();
        store.write(|it| put(it, &document("a", "one"))).unwrap();
        let pages: i64 = store.read(|it| it.query_row("PRAGMA page_count", [], |row| row.get(0))).unwrap();
        store.connection.pragma_update(None, "max_page_count", pages + 2).unwrap();
        let large = document("a", &"a large text ".repeat(10_000));
        let error = store.write(|it| put(it, &large)).unwrap_err();
        assert!(matches!(error, KnowledgeError::Full { .. }), "{error}");
        assert_eq!(texts(&store), ["one"]);
    }

    #[test]
    fn what_is_removed_is_forgotten_in_every_table() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = Store::open(&folder.path().join("index")).unwrap();
        store.write(|it| put(it, &document("a", "one"))).unwrap();
        store.write(|it| it.execute("INSERT INTO vectors SELECT id, x'00' FROM chunks", [])).unwrap();
        store.write(|it| put(it, &document("a", "two"))).unwrap();
        let count = |sql: &str| -> i64 { store.read(|it| it.query_row(sql, [], |row| row.get(0))).unwrap() };
        assert_eq!(count("SELECT count(*) FROM words WHERE words MATCH 'one'"), 0);
        assert_eq!(count("SELECT count(*) FROM words WHERE words MATCH 'two'"), 1);
        assert_eq!(count("SELECT count(*) FROM vectors"), 0);
    }
}
