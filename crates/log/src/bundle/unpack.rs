//! Imports a bundle as a new task. The file is untrusted and may contain anything.

use super::{
    BundleSummary, FORMAT, Manifest,
    limits::BundleLimits,
    pack::summary,
    parts::{BundlePart, MANIFEST},
};
use crate::{
    Blobs, Exports, LogError, UiTrees,
    file::{EVENTS, Lock, folder, holder, parse_whole, relative},
};
use deskpilot_core::{BlobKind, BlobRef, Entry};
use deskpilot_system::{
    ReadLimit, open_regular, private_file_options, private_folder_options, private_temporary_folder,
    sync_folder,
};
use serde_json::Value;
use std::{
    fs::{self, File},
    io::{self, BufReader, Read, Write},
    path::Path,
    time::Duration,
};
use zip::ZipArchive;

/// The prefix of folders of unfinished imports; no task name starts with it.
const UNFINISHED: &str = ".import-";
/// From this age on, such a folder is locked or its import is gone.
const UNLOCKED: Duration = Duration::from_secs(60);

/// Creates a task from a bundle that [`super::export_bundle`] wrote, under the bundle's task name or another,
/// with its exports.
///
/// The task appears only once everything is written and verified; otherwise nothing is left behind. Blobs
/// missing from the bundle are reported: the log is usable without them. `keep_private` restricts the task's
/// folder to its owner before anything is written into it.
pub fn import_bundle(
    root: &Path,
    file: &Path,
    name: Option<&str>,
    trees: UiTrees,
    keep_private: KeepPrivate<'_>,
) -> Result<BundleSummary, LogError> {
    unpack(root, file, name, trees, BundleLimits::USUAL, keep_private)
}

/// Restricts a folder to its owner, in the platform's way.
pub type KeepPrivate<'a> = &'a dyn Fn(&Path) -> io::Result<()>;

/// [`import_bundle`] with explicit limits.
pub(super) fn unpack(
    root: &Path,
    file: &Path,
    name: Option<&str>,
    trees: UiTrees,
    limits: BundleLimits,
    keep_private: KeepPrivate<'_>,
) -> Result<BundleSummary, LogError> {
    let bad = |why: String| LogError::BadBundle { path: file.into(), why };
    let opened = open_regular(file).map_err(LogError::not_read(file))?;
    let bytes = opened.metadata().map_err(LogError::not_read(file))?.len();
    if bytes > limits.bytes {
        return Err(bad(ReadLimit::bytes(limits.bytes).too_large()));
    }
    let mut bundle = BundleReader::of(opened, limits).map_err(bad)?;
    let manifest = bundle.manifest().map_err(bad)?;
    let task = name.unwrap_or(&manifest.task);
    let place = new_folder(root, task)?;
    let (events, entries) = bundle.events().map_err(bad)?;

    private_folder_options().recursive(true).create(root).map_err(LogError::not_written(root))?;
    remove_unfinished(root);
    let unfinished = private_temporary_folder(root, UNFINISHED).map_err(LogError::not_written(root))?;
    keep_private(unfinished.path()).map_err(LogError::not_written(unfinished.path()))?;
    // Held to the end: the clean-up of another import removes only what nobody has locked.
    let _lock = Lock::take(unfinished.path(), task)?;
    write(&unfinished.path().join(EVENTS), &events)?;
    let blobs = bundle.store(&Blobs::of(unfinished.path())).map_err(|error| error.in_file(file))?;
    drop(Exports::open(unfinished.path(), &entries, trees)?);
    // Before the folder has its name: after a power failure no log may be there without its entries.
    sync_folder(unfinished.path());
    fs::rename(unfinished.path(), &place).map_err(|error| match error.kind() {
        // Linux renames a folder over an empty one, which loses nothing; only one with files is in the way.
        io::ErrorKind::DirectoryNotEmpty | io::ErrorKind::AlreadyExists => exists(task, &place),
        _ => LogError::not_written(&place)(error),
    })?;
    // The folder has its final name, so the temporary one must not be removed.
    let _ = unfinished.keep();
    sync_folder(root);
    Ok(summary(task, &entries, &blobs, bytes))
}

/// Removes the folders of imports that were killed.
fn remove_unfinished(root: &Path) {
    for left in fs::read_dir(root).into_iter().flatten().filter_map(Result::ok) {
        let unfinished = left.file_name().to_string_lossy().starts_with(UNFINISHED);
        let age = left.metadata().and_then(|it| it.modified()).ok().and_then(|it| it.elapsed().ok());
        if unfinished && age.is_some_and(|age| age > UNLOCKED) && matches!(holder(&left.path()), Ok(None)) {
            // If it fails now, a later import tries again.
            let _ = fs::remove_dir_all(left.path());
        }
    }
}

/// The folder for a new task; an error if it exists.
fn new_folder(root: &Path, task: &str) -> Result<std::path::PathBuf, LogError> {
    let place = folder(root, task)?;
    if place.symlink_metadata().is_ok() { Err(exists(task, &place)) } else { Ok(place) }
}

fn exists(task: &str, place: &Path) -> LogError {
    LogError::Exists { task: task.into(), path: place.into() }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), LogError> {
    private_file_options()
        .write(true)
        .create_new(true)
        .open(path)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
        .map_err(LogError::not_written(path))
}

/// Why the import failed.
enum ImportError {
    /// The bundle is invalid.
    Bad(String),
    /// The blob could not be written.
    NotWritten(LogError),
}

impl ImportError {
    fn in_file(self, file: &Path) -> LogError {
        match self {
            ImportError::Bad(why) => LogError::BadBundle { path: file.into(), why },
            ImportError::NotWritten(error) => error,
        }
    }
}

/// The parts of a bundle, all with valid names.
struct BundleReader {
    zip: ZipArchive<BufReader<File>>,
    parts: Vec<(usize, BundlePart)>,
    limits: BundleLimits,
}

impl BundleReader {
    fn of(file: File, limits: BundleLimits) -> Result<BundleReader, String> {
        let zip = ZipArchive::new(BufReader::new(file)).map_err(|error| {
            format!("it is no exported session, or not all of one ({error}); copy or export it again")
        })?;
        if zip.len() > limits.parts {
            return Err(format!("it has {} parts, more than any session has", zip.len()));
        }
        // Another reader could take the other of the two, and so show another session.
        if zip.has_duplicate_names() {
            return Err("it has two parts of the same name; export the session again".into());
        }
        let parts = (0..zip.len()).map(|index| part(&zip, index)).collect::<Result<_, _>>()?;
        Ok(BundleReader { zip, parts, limits })
    }

    fn manifest(&mut self) -> Result<Manifest, String> {
        let bytes = self.only(&BundlePart::Manifest, MANIFEST, 64 << 10)?;
        let no_manifest = |error: serde_json::Error| format!("{MANIFEST} cannot be read: {error}");
        let value: Value = serde_json::from_slice(&bytes).map_err(no_manifest)?;
        match value["format"].as_u64() {
            Some(format) if format > FORMAT => Err(format!(
                "its format is {format}, and this program reads up to {FORMAT}: use a newer program"
            )),
            _ => serde_json::from_value(value).map_err(no_manifest),
        }
    }

    /// The event log: its bytes verbatim, and its entries.
    fn events(&mut self) -> Result<(Vec<u8>, Vec<Entry>), String> {
        let bytes = self.only(&BundlePart::Events, EVENTS, self.limits.events)?;
        let entries = parse_whole(&bytes).map_err(|error| format!("{EVENTS} is damaged at {error}"))?;
        if bytes.last() != Some(&b'\n') {
            return Err(format!("{EVENTS} is empty, or its last line is cut; export the session again"));
        }
        Ok((bytes, entries))
    }

    /// Stores the blobs; returns their names.
    fn store(&mut self, blobs: &Blobs) -> Result<Vec<String>, ImportError> {
        let mut names = Vec::new();
        for (index, part) in self.parts.clone() {
            let BundlePart::Blob(hash, kind) = part else { continue };
            let bytes = self.bytes(index, self.limits.blob).map_err(ImportError::Bad)?;
            let name = self.store_one(blobs, &hash, kind, &bytes)?;
            names.push(name);
        }
        Ok(names)
    }

    fn store_one(
        &self,
        blobs: &Blobs,
        hash: &str,
        kind: BlobKind,
        bytes: &[u8],
    ) -> Result<String, ImportError> {
        let blob = BlobRef { hash: hash.to_owned(), kind, bytes: bytes.len() as u64 };
        let name = relative(&blob).unwrap_or_default();
        match blobs.keep(kind, bytes) {
            Ok(stored) if stored == blob => Ok(name),
            Ok(_) => Err(ImportError::Bad(format!(
                "{name} does not match the hash in its name; export the session again"
            ))),
            Err(error) => Err(ImportError::NotWritten(error)),
        }
    }

    fn only(&mut self, part: &BundlePart, name: &str, most: u64) -> Result<Vec<u8>, String> {
        let index = self.parts.iter().find(|(_, it)| it == part).map(|(index, _)| *index);
        let index = index.ok_or_else(|| format!("there is no {name} in it; is it an exported session?"))?;
        self.bytes(index, most)
    }

    /// The bytes of a part. Counts them while reading, because the size in the zip header may be wrong.
    fn bytes(&mut self, index: usize, most: u64) -> Result<Vec<u8>, String> {
        let most = most.min(self.limits.bytes);
        let part = self.zip.by_index(index).map_err(|error| unreadable(&error))?;
        let mut bytes = Vec::new();
        // One byte more than is allowed tells a part that is too large from one that is just as large.
        part.take(most + 1).read_to_end(&mut bytes).map_err(|error| unreadable(&error))?;
        let size = bytes.len() as u64;
        if size > most {
            return Err(format!("a part of it has more than {most} bytes, more than any part of a session"));
        }
        self.limits.take(size)?;
        Ok(bytes)
    }
}

fn unreadable(error: &dyn std::error::Error) -> String {
    format!("a part of it cannot be read ({error}); copy or export it again")
}

/// Identifies a part; any name that no session uses is an error.
fn part(zip: &ZipArchive<BufReader<File>>, index: usize) -> Result<(usize, BundlePart), String> {
    let part = zip.by_index_data(index).map_err(|error| unreadable(&error))?;
    let name = part.name().map_err(|error| unreadable(&error))?;
    let part = BundlePart::from_name(&name).filter(|_| !part.is_symlink());
    let shown: String = name.chars().take(100).collect();
    part.map(|part| (index, part)).ok_or_else(|| {
        format!(
            "it has a part {shown:?}, which no session has; import only what `deskpilot session export` wrote"
        )
    })
}
