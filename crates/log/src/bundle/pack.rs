//! Exports a session's log to a bundle.

use super::{
    BundleSummary, FORMAT, Manifest,
    limits::BundleLimits,
    parts::{BundlePart, MANIFEST},
};
use crate::{
    Blobs, LogError,
    file::{EVENTS, folder, named_blobs, read_whole},
};
use deskpilot_core::{BlobKind, BlobRef, Entry};
use std::{
    collections::BTreeSet,
    fs,
    io::{self, BufWriter, Write},
    path::Path,
};
use tempfile::NamedTempFile;
use zip::{CompressionMethod, DateTime, ZipWriter, write::SimpleFileOptions};

/// Writes a task's session to a new file, up to its last complete entry, even while a process writes the log.
///
/// The file appears only when it is complete. Missing or damaged blobs are left out and reported. Fails if the
/// file exists or a limit is exceeded.
pub fn export_bundle(root: &Path, task: &str, file: &Path) -> Result<BundleSummary, LogError> {
    let in_the_way = || LogError::InTheWay { path: file.into() };
    if file.symlink_metadata().is_ok() {
        return Err(in_the_way());
    }
    let folder = folder(root, task)?;
    // Read the events first, then the blobs: a blob is always stored before an entry names it.
    let (events, entries) = read_whole(root, task)?;
    if entries.is_empty() {
        return Err(LogError::Missing { task: task.into(), path: folder });
    }
    let not_written = LogError::not_written(file);
    let mut writer = BundleWriter::next_to(file).map_err(&not_written)?;
    let mut blobs = writer.head(task, &events).map_err(&not_written)?;
    for blob in stored_blobs(&folder)? {
        // A damaged blob counts as missing.
        let Ok(bytes) = Blobs::of(&folder).read(&blob.1) else { continue };
        writer.add(&blob.0, &bytes, method(blob.1.kind)).map_err(&not_written)?;
        blobs.push(blob.0);
    }
    let written = writer.finish().map_err(&not_written)?;
    let bytes = written.as_file().metadata().map_err(&not_written)?.len();
    // The check above only saves work: another process may have written the file since then.
    written.persist_noclobber(file).map_err(|error| match error.error.kind() {
        io::ErrorKind::AlreadyExists => in_the_way(),
        _ => not_written(error.error),
    })?;
    Ok(summary(task, &entries, &blobs, bytes))
}

/// The summary of a bundle with these blobs.
pub(super) fn summary(task: &str, entries: &[Entry], blobs: &[String], bytes: u64) -> BundleSummary {
    let present: BTreeSet<&String> = blobs.iter().collect();
    let mut missing = named_blobs(entries);
    missing.retain(|blob, _| !present.contains(blob));
    BundleSummary {
        task: task.into(),
        entries: entries.len(),
        blobs: blobs.len(),
        bytes,
        missing: missing.into_keys().collect(),
    }
}

/// A bundle in progress, under a temporary name; deleted unless finished.
struct BundleWriter {
    zip: ZipWriter<BufWriter<NamedTempFile>>,
    limits: BundleLimits,
}

impl BundleWriter {
    fn next_to(file: &Path) -> io::Result<BundleWriter> {
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
        let unfinished =
            tempfile::Builder::new().prefix(".deskpilot-").tempfile_in(folder.unwrap_or(Path::new(".")))?;
        Ok(BundleWriter { zip: ZipWriter::new(BufWriter::new(unfinished)), limits: BundleLimits::USUAL })
    }

    /// Writes the parts that every bundle has. Returns an empty list for the names of the blobs that follow.
    fn head(&mut self, task: &str, events: &[u8]) -> io::Result<Vec<String>> {
        let version = env!("CARGO_PKG_VERSION").to_owned();
        let manifest = serde_json::to_vec(&Manifest { format: FORMAT, version, task: task.into() })?;
        self.add(MANIFEST, &manifest, CompressionMethod::Stored)?;
        self.add(EVENTS, events, CompressionMethod::Deflated)?;
        Ok(Vec::new())
    }

    /// Writes a part reproducibly: exporting the same session again gives the same bytes. Refuses a part that
    /// an import would reject for its size.
    fn add(&mut self, name: &str, bytes: &[u8], method: CompressionMethod) -> io::Result<()> {
        let most = if name == EVENTS { self.limits.events } else { self.limits.blob };
        let size = bytes.len() as u64;
        if size > most {
            return Err(io::Error::other(format!("{name} has {size} bytes, and {most} are the most")));
        }
        self.limits.take(size).map_err(io::Error::other)?;
        let options = SimpleFileOptions::default()
            .compression_method(method)
            .last_modified_time(DateTime::default())
            .unix_permissions(0o600);
        self.zip.start_file(name, options)?;
        self.zip.write_all(bytes)
    }

    fn finish(self) -> io::Result<NamedTempFile> {
        let file = self.zip.finish()?.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.as_file().sync_all()?;
        Ok(file)
    }
}

/// Pictures are stored as they are: PNG is already compressed.
fn method(kind: BlobKind) -> CompressionMethod {
    match kind {
        BlobKind::Png => CompressionMethod::Stored,
        BlobKind::Json | BlobKind::File => CompressionMethod::Deflated,
    }
}

/// The blobs in a log's folder, sorted by name. Skips everything else.
fn stored_blobs(folder: &Path) -> Result<Vec<(String, BlobRef)>, LogError> {
    let mut blobs = Vec::new();
    for start in names_in(&folder.join("blobs"))? {
        for rest in names_in(&folder.join("blobs").join(&start))? {
            let name = format!("blobs/{start}/{rest}");
            if let Some(BundlePart::Blob(hash, kind)) = BundlePart::from_name(&name) {
                let bytes = fs::metadata(folder.join(&name)).map_or(0, |it| it.len());
                blobs.push((name, BlobRef { hash, kind, bytes }));
            }
        }
    }
    blobs.sort_by(|one, other| one.0.cmp(&other.0));
    Ok(blobs)
}

/// The names of the files and folders in a folder, without pipes, links and other special files.
fn names_in(folder: &Path) -> Result<Vec<String>, LogError> {
    let listing = match fs::read_dir(folder) {
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            return Ok(Vec::new());
        }
        listing => listing.map_err(LogError::not_read(folder))?,
    };
    let plain = |it: &fs::DirEntry| it.file_type().is_ok_and(|kind| kind.is_file() || kind.is_dir());
    let names =
        listing.filter_map(Result::ok).filter(plain).filter_map(|it| it.file_name().into_string().ok());
    Ok(names.collect())
}
