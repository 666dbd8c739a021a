//! Puts files into the index: reads only those that changed since, and writes a batch of them as a whole or not at all.

use super::store::{self, Fingerprint, NewDocument, Store};
use crate::{KnowledgeError, SourceFile, chunks::chunks};
use deskpilot_documents::Document;
use deskpilot_system::{ReadLimit, open_regular};
use std::{
    collections::{BTreeMap, BTreeSet},
    io,
    path::Path,
    time::UNIX_EPOCH,
};

/// Reads the document in a file; `None` if the file holds none.
pub type ReadDocument = fn(&Path) -> Result<Option<Document>, KnowledgeError>;

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
    /// Files that hold no document.
    pub skipped: usize,
    /// Files that could not be read. What the index has of them from before is still there.
    pub failures: Vec<KnowledgeError>,
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
    read: ReadDocument,
    report: &mut AddReport,
) -> Result<(), KnowledgeError> {
    let mut changes = Vec::new();
    let mut counted = AddReport::default();
    for file in files {
        match change(store, file, read, &mut counted) {
            Ok(change) => changes.push(change),
            Err(
                error @ (KnowledgeError::NotRead { .. }
                | KnowledgeError::Document(_)
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
    report.stored += counted.stored;
    report.unchanged += counted.unchanged;
    report.skipped += counted.skipped;
    report.failures.append(&mut counted.failures);
    Ok(())
}

fn change(
    store: &Store,
    file: &SourceFile,
    read: ReadDocument,
    report: &mut AddReport,
) -> Result<Change, KnowledgeError> {
    let (kind, place) = (file.kind.name(), file.path.to_string_lossy().into_owned());
    let known = store.read(|it| store::known(it, kind, &place))?;
    let not_read = |source| KnowledgeError::NotRead { path: file.path.clone(), source };
    let (bytes, modified) = size_and_time(&file.path).map_err(not_read)?;
    let is_same = |it: &store::Known| it.root == file.root_text() && it.application == file.application;
    let known = known.filter(is_same).map(|it| it.fingerprint);
    if known.as_ref().is_some_and(|it| (it.bytes, it.modified) == (bytes, modified)) {
        report.unchanged += 1;
        return Ok(Change::Nothing);
    }
    let fingerprint = Fingerprint { bytes, modified, hash: hash(&file.path)? };
    if known.is_some_and(|it| it.hash == fingerprint.hash) {
        report.unchanged += 1;
        return Ok(Change::Touch(kind, place, fingerprint));
    }
    let Some(document) = read(&file.path)? else {
        report.skipped += 1;
        return Ok(Change::Drop(kind, place));
    };
    report.stored += 1;
    Ok(Change::Put(Box::new(new_document(file, place, document, fingerprint))))
}

fn new_document(
    file: &SourceFile,
    place: String,
    document: Document,
    fingerprint: Fingerprint,
) -> NewDocument {
    let chunks = chunks(&document);
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

/// Removes the documents of the files' roots that are none of these files. Returns how many there were.
pub(super) fn remove_vanished(store: &mut Store, files: &[SourceFile]) -> Result<usize, KnowledgeError> {
    let mut known: BTreeMap<String, BTreeSet<(String, String)>> = BTreeMap::new();
    for file in files {
        let place = file.path.to_string_lossy().into_owned();
        known.entry(file.root_text()).or_default().insert((file.kind.name().to_owned(), place));
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
