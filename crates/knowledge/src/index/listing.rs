//! Lists what is in the index, and removes from it.

use super::store::Store;
use crate::{Kind, KnowledgeError};
use deskpilot_core::Timestamp;
use std::path::PathBuf;

/// The documents of one file or folder about one application.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexedSource {
    /// What they are.
    pub kind: Kind,
    /// The file, folder or address that was added.
    pub root: String,
    /// The application that they are about; empty for the desktop as a whole.
    pub application: String,
    /// How many documents there are.
    pub documents: u64,
    /// How many chunks they have.
    pub chunks: u64,
    /// How many of the chunks have a vector.
    pub embedded: u64,
    /// When the last of them was added or changed.
    pub added: Timestamp,
}

/// What is removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Removal {
    /// The document of this file or address, or all below this folder.
    Place(PathBuf),
    /// All documents about this application.
    Application(String),
}

/// What is in the index.
pub(super) fn list(store: &Store) -> Result<Vec<IndexedSource>, KnowledgeError> {
    let sql = "SELECT kind, root, application, count(DISTINCT documents.id), count(chunks.id), count(vectors.chunk), \
               max(added) FROM documents LEFT JOIN chunks ON chunks.document = documents.id \
               LEFT JOIN vectors ON vectors.chunk = chunks.id \
               GROUP BY kind, root, application ORDER BY kind, root, application";
    store.read(|connection| {
        let mut statement = connection.prepare(sql)?;
        let rows = statement.query_map([], |row| {
            let count = |at: usize| -> rusqlite::Result<u64> { Ok(row.get::<_, i64>(at)?.unsigned_abs()) };
            let kind: String = row.get(0)?;
            Ok(IndexedSource {
                kind: Kind::from_name(&kind).unwrap_or(Kind::Help),
                root: row.get(1)?,
                application: row.get(2)?,
                documents: count(3)?,
                chunks: count(4)?,
                embedded: count(5)?,
                added: Timestamp(count(6)?),
            })
        })?;
        rows.collect()
    })
}

/// Removes documents. Returns how many there were.
pub(super) fn remove(store: &mut Store, removal: &Removal) -> Result<usize, KnowledgeError> {
    store.write(|transaction| match removal {
        Removal::Place(place) => {
            let place = place.to_string_lossy();
            let below = format!("{}/", place.trim_end_matches('/'));
            let sql =
                "DELETE FROM documents WHERE place = ?1 OR root = ?1 OR substr(place, 1, length(?2)) = ?2";
            transaction.execute(sql, [place.as_ref(), below.as_str()])
        }
        Removal::Application(application) => {
            transaction.execute("DELETE FROM documents WHERE application = ?1", [application.to_lowercase()])
        }
    })
}
