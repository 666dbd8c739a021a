//! Searches the index: candidates by words and by meaning, one ranking, and the texts of the best.

use super::{
    document_words,
    ranking::{self, CANDIDATES, Candidate, LEAST_SIMILARITY},
    store::{Store, now},
    table::{DocumentInfo, Table},
    words::{self, FoundWords},
};
use crate::{Kind, KnowledgeError, Query, Relevance, relevance::shared_words};
use deskpilot_core::Timestamp;
use rusqlite::{Connection, OptionalExtension};
use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

/// Which documents are searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scope {
    /// All of them.
    Everything,
    /// Those about the program of this name, such as `gnome-calculator`, and those about the desktop as a whole; only the
    /// latter if it is empty.
    Application(String),
}

/// A part of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// What the document is.
    pub kind: Kind,
    /// The titles from the document's own down to that of its section.
    pub title: String,
    /// Its text.
    pub text: String,
    /// The file or address of the document.
    pub place: String,
    /// The application that the document is about; empty for the desktop as a whole.
    pub application: String,
    /// The version of that application, if known.
    pub version: Option<String>,
    /// The language of the document, if known.
    pub language: Option<String>,
}

/// A chunk that was found, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// The chunk.
    pub chunk: Chunk,
    /// Its rank by words, from 1; `None` if it has none of them.
    pub text_rank: Option<usize>,
    /// Its rank by meaning, from 1; `None` if a hundred others are more similar, or nothing was compared.
    pub meaning_rank: Option<usize>,
    /// How similar its meaning is to that of the query, up to 1; `None` if nothing was compared.
    pub similarity: Option<f64>,
    /// Its score, between 0 and 1.
    pub score: f64,
    /// The time since it was put into the index.
    pub age: Duration,
}

impl Hit {
    /// How similar the task of its document is to that of the query.
    pub fn relevance(&self, query: &Query) -> Relevance {
        let words = shared_words(query.text(), &self.chunk.title, |it| !words::is_stop_word(it));
        Relevance { meaning: self.similarity, words }
    }
}

/// The query.
pub(super) struct Search {
    pub(super) query: Query,
    pub(super) scope: Scope,
    pub(super) limit: usize,
    /// Documents of these kinds are not found.
    pub(super) left_out: Vec<Kind>,
    /// What the words of the query have found.
    pub(super) words: QueryWords,
    /// The vector of the query, and the model that computed it.
    pub(super) vector: Option<(String, Vec<f32>)>,
}

/// Chunks with words of a query.
pub(super) struct QueryWords {
    /// Words of the subtask, or of the request.
    asked: FoundWords,
    /// Other words of the request, and those on the screen.
    context: FoundWords,
}

/// Finds the words of a query. Takes a while, in which its vector can be computed.
pub(super) fn find_words(store: &Store, query: &Query) -> Result<QueryWords, KnowledgeError> {
    let asked = words::words_of(query.text());
    let context = words::words_of(&format!("{} {}", query.request, query.screen));
    let context: Vec<String> = context.into_iter().filter(|it| !asked.contains(it)).collect();
    store.read(|connection| {
        Ok(QueryWords {
            asked: words::find(connection, &asked, words::MOST_ROWS)?,
            context: words::find(connection, &context, words::MOST_ROWS / 2)?,
        })
    })
}

/// The best chunks, best first, and why they were not compared by meaning, if they should have been.
pub(super) fn search(
    store: &mut Store,
    search: &Search,
) -> Result<(Vec<Hit>, Option<String>), KnowledgeError> {
    let error = store.error();
    let (connection, table) = store.current()?;
    let (vector, why) = match usable_vector(table, search.vector.as_ref()) {
        Ok(vector) => (vector, None),
        Err(why) => (None, Some(why)),
    };
    let hits = find(connection, table, search, vector).map_err(error)?;
    Ok((hits, why))
}

/// The vector of the query, if it can be compared with those of the index.
fn usable_vector<'a>(
    table: &Table,
    vector: Option<&'a (String, Vec<f32>)>,
) -> Result<Option<&'a [f32]>, String> {
    let Some((model, vector)) = vector else { return Ok(None) };
    let again = "run `deskpilot knowledge embed`";
    match table.vectors.count() {
        _ if table.ids.is_empty() => Ok(None),
        0 => Err(format!("the index has no vectors yet; {again}")),
        _ if table.model != *model || table.vectors.dimensions() != vector.len() => {
            Err(format!("the vectors of the index are of another model; {again}"))
        }
        _ => Ok(Some(vector)),
    }
}

fn find(
    connection: &Connection,
    table: &Table,
    search: &Search,
    vector: Option<&[f32]>,
) -> rusqlite::Result<Vec<Hit>> {
    let is_wanted = table.chunks_where(|document| {
        search.scope.includes(document) && !search.left_out.contains(&document.kind)
    });
    let mut candidates = Candidates { table, is_wanted, found: BTreeMap::new() };
    candidates.add_words(&search.words.asked.scores);
    if let Some(vector) = vector {
        candidates.add_meaning(&table.similarities(vector));
    }
    candidates.add_documents(&search.words.asked.chunks);
    candidates.add_context(&search.words.context.scores);
    candidates.compare_versions(search.query.version.as_deref());
    let found: Vec<Candidate> = candidates.found.into_values().collect();
    let ranked = ranking::ranked(&found);
    hits(connection, table, ranked, search.limit)
}

impl Scope {
    fn includes(&self, document: &DocumentInfo) -> bool {
        match self {
            Scope::Everything => true,
            Scope::Application(program) => program.to_lowercase().contains(&document.application),
        }
    }
}

/// What the rankings have found so far, by place in the table.
struct Candidates<'a> {
    table: &'a Table,
    is_wanted: Vec<bool>,
    found: BTreeMap<usize, Candidate>,
}

impl Candidates<'_> {
    fn candidate(&mut self, place: usize) -> &mut Candidate {
        self.found.entry(place).or_insert_with(|| Candidate { place, ..Candidate::default() })
    }

    fn add_words(&mut self, found: &[(i64, f64)]) {
        let places = found.iter().filter_map(|(id, score)| Some((self.table.place_of(*id)?, *score)));
        let wanted: Vec<(usize, f64)> = places.filter(|(place, _)| self.is_wanted[*place]).collect();
        for (rank, (place, score)) in (1..).zip(best(wanted)) {
            let candidate = self.candidate(place);
            (candidate.text_rank, candidate.words) = (Some(rank), score);
        }
    }

    fn add_meaning(&mut self, similarities: &[f32]) {
        let similar = |(place, it): (usize, &f32)| {
            (self.is_wanted[place] && *it >= LEAST_SIMILARITY).then_some((place, f64::from(*it)))
        };
        let similar: Vec<(usize, f64)> = similarities.iter().enumerate().filter_map(similar).collect();
        for (rank, (place, _)) in (1..).zip(best(similar)) {
            self.candidate(place).meaning_rank = Some(rank);
        }
        for (place, candidate) in &mut self.found {
            candidate.similarity = similarities.get(*place).copied().map(f64::from);
        }
    }

    /// Adds how well the documents of what was found fit the words, which are in these chunks.
    fn add_documents(&mut self, words: &[Option<Vec<i64>>]) {
        let owner = |id: &i64| Some(self.table.owner(self.table.place_of(*id)?));
        let owners = |ids: &Vec<i64>| ids.iter().filter_map(owner).collect();
        let words: Vec<Option<Vec<usize>>> = words.iter().map(|it| it.as_ref().map(owners)).collect();
        let sizes: Vec<usize> = self.table.documents().iter().map(|it| it.chunks).collect();
        let fits = document_words::fits(&sizes, &words);
        for (place, candidate) in &mut self.found {
            candidate.document = fits.get(&self.table.owner(*place)).copied().unwrap_or_default();
        }
    }

    /// Words of the context find no chunk on their own; they only raise the score of chunks that other words
    /// find.
    fn add_context(&mut self, found: &[(i64, f64)]) {
        for (id, score) in found {
            let place = self.table.place_of(*id);
            if let Some(candidate) = place.and_then(|it| self.found.get_mut(&it)) {
                candidate.context = *score;
            }
        }
    }

    fn compare_versions(&mut self, wanted: Option<&str>) {
        let Some(wanted) = wanted.filter(|it| !it.is_empty()) else { return };
        for (place, candidate) in &mut self.found {
            let version = self.table.document(*place).and_then(|it| it.version.as_deref());
            candidate.is_other_version = version.is_some_and(|it| !is_same_version(it, wanted));
        }
    }
}

/// Whether two versions are the same as far as both are stated: `7.4` and `7.4.7` are, `4` and `44.2` are not.
fn is_same_version(one: &str, other: &str) -> bool {
    one.split('.').zip(other.split('.')).all(|(one, other)| one == other)
}

/// The candidates with the highest scores, best first.
fn best(mut scored: Vec<(usize, f64)>) -> Vec<(usize, f64)> {
    let order =
        |one: &(usize, f64), other: &(usize, f64)| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0));
    if scored.len() > CANDIDATES {
        scored.select_nth_unstable_by(CANDIDATES, order);
        scored.truncate(CANDIDATES);
    }
    scored.sort_by(order);
    scored
}

/// The texts of the best candidates; of several with the same text the best.
fn hits(
    connection: &Connection,
    table: &Table,
    ranked: Vec<(Candidate, f64)>,
    limit: usize,
) -> rusqlite::Result<Vec<Hit>> {
    let now = now();
    let (mut hits, mut seen) = (Vec::new(), BTreeSet::new());
    for (candidate, score) in ranked {
        if hits.len() >= limit {
            break;
        }
        let Some((chunk, added)) = chunk(connection, table.ids[candidate.place])? else { continue };
        if seen.insert(chunk.text.clone()) {
            hits.push(Hit {
                chunk,
                text_rank: candidate.text_rank,
                meaning_rank: candidate.meaning_rank,
                similarity: candidate.similarity,
                score,
                age: Duration::from_millis(now.since(added)),
            });
        }
    }
    Ok(hits)
}

fn chunk(connection: &Connection, id: i64) -> rusqlite::Result<Option<(Chunk, Timestamp)>> {
    let mut statement = connection.prepare(
        "SELECT kind, heading, text, place, application, version, language, added \
         FROM chunks JOIN documents ON documents.id = chunks.document WHERE chunks.id = ?1",
    )?;
    let found = statement.query_row([id], |row| {
        let kind: String = row.get(0)?;
        let chunk = Chunk {
            kind: Kind::of_row(&kind),
            title: row.get(1)?,
            text: row.get(2)?,
            place: row.get(3)?,
            application: row.get(4)?,
            version: row.get(5)?,
            language: row.get(6)?,
        };
        Ok((chunk, Timestamp(row.get::<_, i64>(7)?.unsigned_abs())))
    });
    found.optional()
}
