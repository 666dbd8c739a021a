//! Gives chunks their vectors.

use super::{store::Store, vectors};
use crate::{KnowledgeError, chunks::NewChunk};
use rusqlite::{Transaction, params};

/// A chunk without a vector of the model.
pub(super) struct Pending {
    pub(super) id: i64,
    pub(super) text: String,
}

/// How many chunks there are, and how many of them have no vector of this model.
pub(super) fn count(store: &Store, model: &str) -> Result<(usize, usize), KnowledgeError> {
    let sql = "SELECT (SELECT count(*) FROM chunks), \
               (SELECT count(*) FROM vectors) * (SELECT model = ?1 FROM state)";
    let (all, done): (i64, i64) =
        store.read(|it| it.query_row(sql, [model], |row| Ok((row.get(0)?, row.get(1)?))))?;
    let (all, done) = (usize::try_from(all).unwrap_or(0), usize::try_from(done).unwrap_or(0));
    Ok((all, all.saturating_sub(done)))
}

/// Begins with the vectors of this model: removes those of any other.
pub(super) fn begin(store: &mut Store, model: &str) -> Result<(), KnowledgeError> {
    let is_other =
        store.read(|it| it.query_row("SELECT model <> ?1 FROM state", [model], |row| row.get(0)))?;
    if is_other { store.write(|it| set_model(it, model)) } else { Ok(()) }
}

fn set_model(transaction: &Transaction<'_>, model: &str) -> rusqlite::Result<()> {
    transaction.execute("DELETE FROM vectors", [])?;
    transaction.execute("UPDATE state SET model = ?1", [model]).map(drop)
}

/// The first chunks without a vector among those with higher numbers than this.
pub(super) fn pending(store: &Store, after: i64, most: usize) -> Result<Vec<Pending>, KnowledgeError> {
    let sql = "SELECT id, heading, text FROM chunks WHERE id > ?1 AND id NOT IN (SELECT chunk FROM vectors) \
               ORDER BY id LIMIT ?2";
    store.read(|connection| {
        let mut statement = connection.prepare(sql)?;
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        let rows = statement.query_map([after, most], |row| {
            let (heading, text): (String, String) = (row.get(1)?, row.get(2)?);
            Ok(Pending { id: row.get(0)?, text: NewChunk::embedded_text(&heading, &text) })
        })?;
        rows.collect()
    })
}

/// Stores the vectors of these chunks, unless another process has begun with another model, or removed a chunk.
pub(super) fn store_vectors(
    store: &mut Store,
    model: &str,
    pending: &[Pending],
    vectors: &[Vec<f32>],
) -> Result<(), KnowledgeError> {
    let dimensions = vectors.first().map_or(0, Vec::len);
    let are_sound = vectors.len() == pending.len() && dimensions > 0;
    let is_sound = |it: &Vec<f32>| it.len() == dimensions && it.iter().all(|value| value.is_finite());
    if !are_sound || !vectors.iter().all(is_sound) {
        let why = "the model gives vectors that cannot be compared; install it again";
        return Err(KnowledgeError::NotEmbedded(why.into()));
    }
    store.write(|transaction| {
        let sql = "INSERT OR REPLACE INTO vectors (chunk, vector) \
                   SELECT id, ?2 FROM chunks WHERE id = ?1 AND (SELECT model FROM state) = ?3";
        let mut statement = transaction.prepare(sql)?;
        for (chunk, vector) in pending.iter().zip(vectors) {
            statement.execute(params![chunk.id, vectors::to_bytes(vector), model])?;
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_of_a_model_that_was_replaced_meanwhile_are_not_stored() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = Store::open(&folder.path().join("index")).unwrap();
        let rows = "INSERT INTO documents (kind, place, root, title, application, given_application, bytes, modified, hash, added)
                    VALUES ('help', 'p', '/', 't', '', '', 0, 0, x'00', 0);
                    INSERT INTO chunks (document, heading, text) VALUES (1, 'h', 't')";
        store.write(|it| it.execute_batch(rows)).unwrap();
        begin(&mut store, "one").unwrap();
        let pending = pending(&store, 0, 9).unwrap();
        begin(&mut store, "two").unwrap();
        for (model, left) in [("one", 1), ("two", 0)] {
            store_vectors(&mut store, model, &pending, &[vec![1.0]]).unwrap();
            assert_eq!(count(&store, "two").unwrap(), (1, left), "{model}");
        }
    }
}
