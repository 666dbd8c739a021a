//! One index over all knowledge of this machine, in a SQLite file: full text and meaning combined.
//!
//! Help documents, pages of the web and what was learned are rows of one table, with their kind in a column,
//! so that one ranking covers all of them. Any number of processes may search while one of them writes.

mod add;
mod document_words;
mod embed;
mod listing;
mod ranking;
mod schema;
mod search;
mod source;
mod store;
mod table;
mod vectors;
mod words;

pub use add::{AddReport, IncompleteDocument, ReadDocument};
pub use listing::{IndexedSource, Removal};
pub use search::{Chunk, Hit, Scope};
pub use source::IndexSource;

use crate::{Destination, Embedder, Kind, KnowledgeError, Query, SourceFile};
use add::{IncompleteFiles, Reading};
use deskpilot_documents::Document;
use search::Search;
use std::{
    fmt,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use store::Store;
use tokio::{task::spawn_blocking, time::timeout};

/// How many files are read and written at once. Finished batches stay in the index if the work is
/// interrupted.
const FILES: usize = 64;

/// How many chunks get their vectors at once.
const VECTORS: usize = 128;

/// How long the vector of a query may take, which includes loading the model once. Then words alone decide.
const QUERY_DEADLINE: Duration = Duration::from_secs(3);

/// How much of a query is compared by meaning, in bytes; the model reads no more.
const LONGEST_QUERY: usize = 2000;

/// The index. Clones share one connection.
#[derive(Clone)]
pub struct Index {
    store: Arc<Mutex<Store>>,
    path: PathBuf,
    embedder: Option<Arc<dyn Embedder>>,
    left_out: Vec<Kind>,
    incomplete: IncompleteFiles,
}

/// What a search has found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchResult {
    /// The chunks, best first.
    pub hits: Vec<Hit>,
    /// Why their meaning was not compared, and what to do; `None` if it was, or if there is no embedder.
    pub words_only: Option<String>,
}

/// How many chunks have a vector, of all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EmbedProgress {
    /// Those that have one.
    pub done: usize,
    /// All of them.
    pub all: usize,
}

impl Index {
    /// Opens the index in this file, or creates it.
    ///
    /// # Errors
    /// The file cannot be used, is no index, or is damaged.
    pub async fn open(path: impl Into<PathBuf>) -> Result<Index, KnowledgeError> {
        let path = path.into();
        let file = path.clone();
        let store = spawn_blocking(move || Store::open(&file)).await.map_err(interrupted)??;
        let (store, incomplete) = (Arc::new(Mutex::new(store)), IncompleteFiles::Kept);
        Ok(Index { store, path, embedder: None, left_out: Vec::new(), incomplete })
    }

    /// The same index, which also compares by meaning. Ignores an embedder outside this machine, because it would see
    /// every text.
    pub fn with_embedder(self, embedder: Arc<dyn Embedder>) -> Index {
        let embedder = Some(embedder).filter(|it| it.destination() == Destination::ThisMachine);
        Index { embedder, ..self }
    }

    /// The same index, whose searches do not find documents of these kinds.
    pub fn without_kinds(self, left_out: &[Kind]) -> Index {
        Index { left_out: left_out.to_vec(), ..self }
    }

    /// The same index, which reads files again of which a part could not be read, although they did not change.
    pub fn reading_incomplete_again(self) -> Index {
        Index { incomplete: IncompleteFiles::ReadAgain, ..self }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Puts these files into the index, and removes all other files of their roots from it. Reads only files
    /// that changed. Reports after each batch how many files are done; dropping the future keeps the finished
    /// batches.
    ///
    /// # Errors
    /// The index cannot be written. A file that cannot be read is part of the report.
    pub async fn add(
        &self,
        files: Vec<SourceFile>,
        read: impl Fn(&Path) -> Result<Option<Document>, KnowledgeError> + Clone + Send + 'static,
        mut progress: impl FnMut(usize),
    ) -> Result<AddReport, KnowledgeError> {
        let files = Arc::new(files);
        let mut report = AddReport::default();
        for start in (0..files.len()).step_by(FILES) {
            let (batch, read, incomplete) = (Arc::clone(&files), read.clone(), self.incomplete);
            report = self
                .run(move |store| {
                    let end = (start + FILES).min(batch.len());
                    let reading = Reading { read: &read, incomplete };
                    add::add_batch(store, &batch[start..end], reading, &mut report)?;
                    Ok(report)
                })
                .await?;
            progress((start + FILES).min(files.len()));
        }
        report.removed = self.run(move |store| add::remove_vanished(store, &files)).await?;
        Ok(report)
    }

    /// Gives vectors to the chunks that have none of the embedder's model. Reports after each batch how many
    /// chunks have a vector; dropping the future keeps the finished batches. Does nothing without an
    /// embedder.
    ///
    /// # Errors
    /// The embedder cannot compute, or the index cannot be written.
    pub async fn embed(&self, mut progress: impl FnMut(EmbedProgress)) -> Result<(), KnowledgeError> {
        let Some(embedder) = &self.embedder else { return Ok(()) };
        let model = embedder.model().to_owned();
        let name = model.clone();
        let (all, mut left) = self.run(move |store| embed::count(store, &name)).await?;
        // Computes before it removes the vectors of another model, so that a model that is missing costs nothing.
        embedder.embed(&["a"]).await?;
        let name = model.clone();
        self.run(move |store| embed::begin(store, &name)).await?;
        let mut last = 0;
        loop {
            let pending = self.run(move |store| embed::pending(store, last, VECTORS)).await?;
            let Some(end) = pending.last() else { return Ok(()) };
            last = end.id;
            let texts: Vec<&str> = pending.iter().map(|it| it.text.as_str()).collect();
            let vectors = embedder.embed(&texts).await?;
            left = left.saturating_sub(pending.len());
            let name = model.clone();
            self.run(move |store| embed::store_vectors(store, &name, &pending, &vectors)).await?;
            progress(EmbedProgress { done: all - left, all });
        }
    }

    /// The chunks in scope that fit the query best, best first, at most so many.
    ///
    /// # Errors
    /// The index cannot be read. An embedder that fails is part of the result.
    pub async fn search(
        &self,
        query: &Query,
        scope: Scope,
        limit: usize,
    ) -> Result<SearchResult, KnowledgeError> {
        let asked = query.clone();
        let finding = self.run(move |store| search::find_words(store, &asked));
        let (vector, words) = tokio::join!(self.vector(query.text()), finding);
        let (vector, failed) = match vector {
            Ok(vector) => (vector, None),
            Err(error) => (None, Some(error.to_string())),
        };
        let left_out = self.left_out.clone();
        let search = Search { query: query.clone(), scope, limit, left_out, words: words?, vector };
        let (hits, why) = self.run(move |store| search::search(store, &search)).await?;
        Ok(SearchResult { hits, words_only: failed.or(why) })
    }

    /// The vector of a query, and its model; `None` without an embedder or a word.
    async fn vector(&self, text: &str) -> Result<Option<(String, Vec<f32>)>, KnowledgeError> {
        let Some(embedder) = self.embedder.as_ref().filter(|_| text.contains(char::is_alphanumeric)) else {
            return Ok(None);
        };
        let texts = [&text[..text.floor_char_boundary(LONGEST_QUERY)]];
        let computing = timeout(QUERY_DEADLINE, embedder.embed(&texts));
        let vectors = computing.await.map_err(|_| KnowledgeError::Late(QUERY_DEADLINE))??;
        Ok(vectors.into_iter().next().map(|it| (embedder.model().to_owned(), it)))
    }

    /// What is in the index.
    ///
    /// # Errors
    /// The index cannot be read.
    pub async fn list(&self) -> Result<Vec<IndexedSource>, KnowledgeError> {
        self.run(|store| listing::list(store)).await
    }

    /// Removes documents. Returns how many there were.
    ///
    /// # Errors
    /// The index cannot be written.
    pub async fn remove(&self, removal: Removal) -> Result<usize, KnowledgeError> {
        self.run(move |store| listing::remove(store, &removal)).await
    }

    /// Runs this on a thread that may block. Once begun it is done, even if the future is dropped.
    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Store) -> Result<T, KnowledgeError> + Send + 'static,
    ) -> Result<T, KnowledgeError> {
        let store = Arc::clone(&self.store);
        let work = move || work(&mut store.lock().unwrap_or_else(PoisonError::into_inner));
        spawn_blocking(work).await.map_err(interrupted)?
    }
}

#[expect(clippy::needless_pass_by_value, reason = "for `map_err`")]
fn interrupted(error: tokio::task::JoinError) -> KnowledgeError {
    KnowledgeError::Interrupted(error.to_string())
}

impl fmt::Debug for Index {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Index").field("path", &self.path).finish_non_exhaustive()
    }
}
