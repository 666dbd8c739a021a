//! The part of the index that is cached in memory: the chunks, their documents, and their vectors.

use super::vectors::Vectors;
use crate::Kind;
use rusqlite::Connection;
use std::collections::HashMap;

/// The chunks of the index at one of its generations.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) generation: i64,
    /// The model that computed the vectors; empty without vectors.
    pub(super) model: String,
    /// The numbers of the chunks, in rising order.
    pub(super) ids: Vec<i64>,
    /// The document of each chunk, as its place in `documents`.
    owners: Vec<u32>,
    documents: Vec<DocumentInfo>,
    pub(super) vectors: Vectors,
    /// The mean vector of each document, which says what the document is about.
    document_vectors: Vectors,
}

/// What a search has to know of a document.
#[derive(Debug)]
pub(super) struct DocumentInfo {
    pub(super) kind: Kind,
    /// A part of the name of its program in lower case; empty for the desktop as a whole.
    pub(super) application: String,
    pub(super) version: Option<String>,
    /// How many chunks it has.
    pub(super) chunks: usize,
}

impl Table {
    /// Reads all of it.
    pub(super) fn load(connection: &Connection, generation: i64, model: String) -> rusqlite::Result<Table> {
        let mut documents = Vec::new();
        let mut places: HashMap<i64, u32> = HashMap::new();
        let mut statement = connection.prepare("SELECT id, kind, application, version FROM documents")?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            places.insert(row.get(0)?, u32::try_from(documents.len()).unwrap_or(u32::MAX));
            documents.push(DocumentInfo {
                kind: Kind::of_row(row.get_ref(1)?.as_str()?),
                application: row.get(2)?,
                version: row.get(3)?,
                chunks: 0,
            });
        }
        // The length in bytes is known without reading the text.
        let mut statement = connection.prepare("SELECT id, document, octet_length(text) FROM chunks")?;
        let chunks = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        let mut chunks: Vec<(i64, i64, i64)> = chunks.collect::<rusqlite::Result<_>>()?;
        chunks.sort_unstable();
        chunks.retain(|(_, document, _)| places.contains_key(document));
        let ids: Vec<i64> = chunks.iter().map(|(id, ..)| *id).collect();
        let owners: Vec<u32> =
            chunks.iter().filter_map(|(_, document, _)| places.get(document).copied()).collect();
        for owner in &owners {
            documents[*owner as usize].chunks += 1;
        }
        let vectors = load_vectors(connection, &ids)?;
        // A heading with a few words says less of what its document is about than a paragraph.
        let weights = chunks.iter().map(|(.., bytes)| (*bytes).min(1000) as f32 + 50.0);
        let weights: Vec<f32> = weights.collect();
        let document_vectors = vectors.means(&owners, &weights, documents.len());
        Ok(Table { generation, model, ids, owners, documents, vectors, document_vectors })
    }

    /// The place of a chunk in this table.
    pub(super) fn place_of(&self, id: i64) -> Option<usize> {
        self.ids.binary_search(&id).ok()
    }

    /// The document of the chunk at this place.
    pub(super) fn document(&self, place: usize) -> Option<&DocumentInfo> {
        self.documents.get(*self.owners.get(place)? as usize)
    }

    /// All documents. A chunk's is at `owner`.
    pub(super) fn documents(&self) -> &[DocumentInfo] {
        &self.documents
    }

    /// Which of the documents the chunk at this place is of.
    pub(super) fn owner(&self, place: usize) -> usize {
        self.owners[place] as usize
    }

    /// The similarity of each chunk to this vector, from -1 to 1: one third that of its own vector, two thirds that of its document's.
    /// A short chunk says little of what it is about. Chosen with the questions for tuning (`cargo xtask bench knowledge`).
    pub(super) fn similarities(&self, query: &[f32]) -> Vec<f32> {
        let documents = self.document_vectors.similarities(query);
        let chunks = self.vectors.similarities(query).into_iter().zip(&self.owners);
        chunks.map(|(own, owner)| (own + 2.0 * documents[*owner as usize]) / 3.0).collect()
    }

    /// For each chunk, whether its document is one of these.
    pub(super) fn chunks_where(&self, is_wanted: impl Fn(&DocumentInfo) -> bool) -> Vec<bool> {
        let wanted: Vec<bool> = self.documents.iter().map(is_wanted).collect();
        self.owners.iter().map(|it| wanted.get(*it as usize).copied().unwrap_or(false)).collect()
    }
}

fn load_vectors(connection: &Connection, ids: &[i64]) -> rusqlite::Result<Vectors> {
    let mut statement = connection.prepare("SELECT chunk, vector FROM vectors")?;
    let mut rows = statement.query([])?;
    let mut vectors = Vectors::default();
    while let Some(row) = rows.next()? {
        let bytes = row.get_ref(1)?.as_blob()?;
        if vectors.dimensions() == 0 {
            vectors = Vectors::of(ids.len(), Vectors::dimensions_of(bytes));
        }
        if let Ok(place) = ids.binary_search(&row.get(0)?) {
            vectors.set(place, bytes);
        }
    }
    Ok(vectors)
}
