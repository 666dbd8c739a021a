//! Puts files into the index: reads only those that changed since, and writes a batch of them as a whole or not at all.

use super::store::{self, Fingerprint, Known, NewDocument, Store};
use crate::{Kind, KnowledgeError, LeftOutReason, SourceFile, chunks::chunks};
use deskpilot_documents::{Document, Section};
use deskpilot_system::{ReadLimit, open_regular};
use std::{
    collections::{BTreeMap, BTreeSet},
    io,
    path::{Path, PathBuf},
    time::UNIX_EPOCH,
};

/// Reads the document in a file; `None` if the file holds none.
pub type ReadDocument = fn(&Path) -> Result<Option<Document>, KnowledgeError>;

/// Any reader of documents.
pub(super) type Reader<'a> = &'a dyn Fn(&Path) -> Result<Option<Document>, KnowledgeError>;

/// How files are read.
#[derive(Clone, Copy)]
pub(super) struct Reading<'a> {
    pub(super) read: Reader<'a>,
    pub(super) incomplete: IncompleteFiles,
}

/// What becomes of files that did not change, if a part of them could not be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum IncompleteFiles {
    /// The index keeps what it has of them.
    Kept,
    /// They are read again: what reads them now may read more.
    ReadAgain,
}

/// The largest file.
const LARGEST_FILE: ReadLimit = ReadLimit::mib(64);

/// What became of files.
#[derive(Debug, Default)]
pub struct AddReport {
    /// Documents that are new or changed.
    pub stored: usize,
    /// Files that did not change.
    pub unchanged: usize,
    /// Documents that were removed, because their files are gone.
    pub removed: usize,
    /// Files that only name another document.
    pub skipped: usize,
    /// Files that give no document: each is a [`KnowledgeError::LeftOut`].
    pub left_out: Vec<KnowledgeError>,
    /// Documents in the index of which a part could not be read.
    pub incomplete: Vec<IncompleteDocument>,
    /// Files that could not be read. What the index has of them from before is still there.
    pub failures: Vec<KnowledgeError>,
}

/// A document of which a part could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IncompleteDocument {
    /// Its file.
    pub path: PathBuf,
    /// What is missing, as a clause: `3 of 10 pages have no text: 4-6`.
    pub missing: String,
}

impl AddReport {
    /// Whether a file, or a part of one, is not in the index.
    pub fn is_partial(&self) -> bool {
        !(self.left_out.is_empty() && self.incomplete.is_empty() && self.failures.is_empty())
    }

    /// Adds what became of more files, except for those that were removed.
    fn add(&mut self, more: AddReport) {
        self.stored += more.stored;
        self.unchanged += more.unchanged;
        self.skipped += more.skipped;
        self.left_out.extend(more.left_out);
        self.incomplete.extend(more.incomplete);
        self.failures.extend(more.failures);
    }

    fn add_unchanged(&mut self, file: &SourceFile, known: &Known) {
        self.unchanged += 1;
        self.add_missing(file, known.missing_text.clone());
    }

    fn add_missing(&mut self, file: &SourceFile, missing: Option<String>) {
        let path = file.path.clone();
        self.incomplete.extend(missing.map(|missing| IncompleteDocument { path, missing }));
    }
}

/// What is to be written for a file.
enum Change {
    Nothing,
    Touch(&'static str, String, Fingerprint),
    Put(Box<NewDocument>),
    Drop(&'static str, String),
}

/// Puts these files into the index.
pub(super) fn add_batch(
    store: &mut Store,
    files: &[SourceFile],
    reading: Reading<'_>,
    report: &mut AddReport,
) -> Result<(), KnowledgeError> {
    let mut changes = Vec::new();
    let mut counted = AddReport::default();
    for file in files {
        match change(store, file, reading, &mut counted) {
            Ok(change) => changes.push(change),
            Err(
                error @ (KnowledgeError::NotRead { .. }
                | KnowledgeError::Document(_)
                | KnowledgeError::Undecoded { .. }
                | KnowledgeError::TooLarge { .. }),
            ) => {
                counted.failures.push(error);
            }
            Err(error) => return Err(error),
        }
    }
    changes.retain(|it| !matches!(it, Change::Nothing));
    if !changes.is_empty() {
        store.write(|transaction| {
            changes.iter().try_for_each(|change| match change {
                Change::Nothing => Ok(()),
                Change::Touch(kind, place, fingerprint) => {
                    store::touch(transaction, kind, place, fingerprint)
                }
                Change::Put(document) => store::put(transaction, document),
                Change::Drop(kind, place) => store::remove(transaction, kind, place),
            })
        })?;
    }
    report.add(counted);
    Ok(())
}

fn change(
    store: &Store,
    file: &SourceFile,
    reading: Reading<'_>,
    report: &mut AddReport,
) -> Result<Change, KnowledgeError> {
    let Some(place) = file.path.to_str().map(str::to_owned) else {
        let (path, reason) = (file.path.clone(), LeftOutReason::Name);
        report.left_out.push(KnowledgeError::LeftOut { path, reason });
        return Ok(Change::Nothing);
    };
    let kind = file.kind.name();
    let known = store.read(|it| store::known(it, kind, &place))?;
    let not_read = |source| KnowledgeError::NotRead { path: file.path.clone(), source };
    let (bytes, modified) = size_and_time(&file.path).map_err(not_read)?;
    let is_same = |it: &Known| it.root == file.root_text() && it.application == file.application;
    let known = known.filter(is_same);
    let is_kept = |it: &Known| it.missing_text.is_none() || reading.incomplete == IncompleteFiles::Kept;
    let is_as_old = |it: &Known| (it.fingerprint.bytes, it.fingerprint.modified) == (bytes, modified);
    if let Some(known) = known.as_ref().filter(|it| is_kept(it) && is_as_old(it)) {
        report.add_unchanged(file, known);
        return Ok(Change::Nothing);
    }
    let fingerprint = Fingerprint { bytes, modified, hash: hash(&file.path)? };
    let known = known.filter(|it| it.fingerprint.hash == fingerprint.hash);
    if let Some(known) = known.as_ref().filter(|it| is_kept(it)) {
        report.add_unchanged(file, known);
        return Ok(Change::Touch(kind, place, fingerprint));
    }
    let Some(document) = document_in(file, reading.read, report)? else {
        return Ok(Change::Drop(kind, place));
    };
    let missing = document.missing_text.as_ref().map(ToString::to_string);
    if let Some(known) = known.filter(|it| it.missing_text == missing) {
        report.add_unchanged(file, &known);
        return Ok(Change::Touch(kind, place, fingerprint));
    }
    report.stored += 1;
    report.add_missing(file, missing);
    Ok(Change::Put(Box::new(new_document(file, place, document, fingerprint))))
}

/// The document in a file; `None` if it gives none, which is in the report.
fn document_in(
    file: &SourceFile,
    read: Reader<'_>,
    report: &mut AddReport,
) -> Result<Option<Document>, KnowledgeError> {
    match read(&file.path) {
        Ok(Some(document)) => {
            check_decoded(file, &document)?;
            return Ok(Some(document));
        }
        Ok(None) => report.skipped += 1,
        Err(error @ KnowledgeError::LeftOut { .. }) => report.left_out.push(error),
        Err(error) => return Err(error),
    }
    Ok(None)
}

/// Fails if places of a document were lost: its readers cannot know what was there. What sessions saw is as it was on
/// the screen.
fn check_decoded(file: &SourceFile, document: &Document) -> Result<(), KnowledgeError> {
    if !matches!(file.kind, Kind::Help | Kind::Web) {
        return Ok(());
    }
    let lost = |text: &str| text.matches(char::REPLACEMENT_CHARACTER).count();
    let places = |it: &Section| lost(&it.text) + it.path.last().map_or(0, |title| lost(title));
    let Some(first) = document.sections.iter().find(|it| places(it) > 0) else { return Ok(()) };
    Err(KnowledgeError::Undecoded {
        path: file.path.clone(),
        places: document.sections.iter().map(places).sum(),
        title: first.path.join(" / "),
    })
}

fn new_document(
    file: &SourceFile,
    place: String,
    document: Document,
    fingerprint: Fingerprint,
) -> NewDocument {
    let chunks = chunks(&document);
    let missing_text = document.missing_text.as_ref().map(ToString::to_string);
    let Document { title, application, version, language, .. } = document;
    NewDocument {
        kind: file.kind.name(),
        place,
        root: file.root_text(),
        title,
        application: application.map_or_else(|| file.application.clone(), |it| it.to_lowercase()),
        given_application: file.application.clone(),
        version: version.or_else(|| file.version.clone()),
        language,
        fingerprint,
        missing_text,
        chunks,
    }
}

fn size_and_time(path: &Path) -> io::Result<(i64, i64)> {
    let metadata = path.metadata()?;
    let since = metadata.modified()?.duration_since(UNIX_EPOCH).unwrap_or_default();
    let modified = i64::try_from(since.as_nanos()).unwrap_or(i64::MAX);
    Ok((i64::try_from(metadata.len()).unwrap_or(i64::MAX), modified))
}

fn hash(path: &Path) -> Result<[u8; 32], KnowledgeError> {
    let read = open_regular(path).and_then(|file| LARGEST_FILE.read_open(&file));
    let bytes = read.map_err(|source| match source.kind() {
        io::ErrorKind::FileTooLarge => {
            KnowledgeError::TooLarge { path: path.into(), limit: LARGEST_FILE.to_string() }
        }
        _ => KnowledgeError::NotRead { path: path.into(), source },
    })?;
    Ok(*blake3::hash(&bytes).as_bytes())
}

/// Removes the documents below the files' roots that are not among these files. Returns how many there were.
pub(super) fn remove_vanished(store: &mut Store, files: &[SourceFile]) -> Result<usize, KnowledgeError> {
    let mut known: BTreeMap<String, BTreeSet<(String, String)>> = BTreeMap::new();
    for file in files {
        let of_root = known.entry(file.root_text()).or_default();
        of_root.extend(file.path.to_str().map(|place| (file.kind.name().to_owned(), place.to_owned())));
    }
    let mut vanished = Vec::new();
    for (root, there) in &known {
        let indexed = store.read(|it| store::documents_of_root(it, root))?;
        vanished.extend(indexed.into_iter().filter(|it| !there.contains(it)));
    }
    if !vanished.is_empty() {
        store.write(|it| vanished.iter().try_for_each(|(kind, place)| store::remove(it, kind, place)))?;
    }
    Ok(vanished.len())
}

impl SourceFile {
    fn root_text(&self) -> String {
        self.root.to_string_lossy().into_owned()
    }
}
