//! Content-addressed blobs next to the log, each stored once under its BLAKE3 hash.

use crate::LogError;
use deskpilot_core::{BlobKind, BlobRef};
use deskpilot_system::{AtomicWrite, ReadLimit, private_folder_options};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// The largest blob that is read: far more than a picture of a large screen has.
pub(crate) const LARGEST_BLOB: ReadLimit = ReadLimit::mib(64);

/// The blobs of one log.
#[derive(Clone, Debug)]
pub struct Blobs {
    folder: PathBuf,
}

impl Blobs {
    /// The blobs of the log in this folder.
    pub fn of(folder: &Path) -> Blobs {
        Blobs { folder: folder.into() }
    }

    /// The bytes of a blob; an error if they are missing or do not match the hash.
    pub fn read(&self, blob: &BlobRef) -> Result<Vec<u8>, LogError> {
        let bad = || LogError::BadBlob { hash: blob.hash.clone() };
        let path = self.folder.join(relative(blob).ok_or_else(bad)?);
        let bytes = LARGEST_BLOB.read(&path).map_err(|_| bad())?;
        if hash(&bytes) == blob.hash { Ok(bytes) } else { Err(bad()) }
    }

    /// Whether any file exists at the blob's path.
    pub(crate) fn is_there(&self, blob: &BlobRef) -> bool {
        relative(blob).is_some_and(|path| self.folder.join(path).symlink_metadata().is_ok())
    }

    /// Stores a blob. Writes it under a temporary name first, so that a named blob is always complete, even
    /// after a kill. Not fsynced, because that takes longer than everything else in a step: a power cut may
    /// lose the pictures of the last seconds, and readers detect a damaged blob by its hash.
    pub(crate) fn keep(&self, kind: BlobKind, bytes: &[u8]) -> Result<BlobRef, LogError> {
        let blob = BlobRef { hash: hash(bytes), kind, bytes: bytes.len() as u64 };
        let path = self.folder.join(relative(&blob).unwrap_or_default());
        // The path has the hash, so the length is enough: a file that a power failure cut is written again.
        if fs::metadata(&path).is_ok_and(|there| there.is_file() && there.len() == blob.bytes) {
            return Ok(blob);
        }
        write(&path, bytes).map_err(|source| LogError::NotWritten { path, source })?;
        Ok(blob)
    }
}

fn write(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    if let Some(folder) = path.parent() {
        private_folder_options().recursive(true).create(folder)?;
    }
    AtomicWrite::FAST.write(path, bytes)
}

fn hash(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}

/// The blob's path in the log's folder: `blobs/ab/cdef….png`. `None` for an invalid hash, which could lead
/// anywhere.
pub(crate) fn relative(blob: &BlobRef) -> Option<String> {
    let is_hash = blob.hash.len() == 64 && blob.hash.bytes().all(|c| matches!(c, b'0'..=b'9' | b'a'..=b'f'));
    let ending = match blob.kind {
        BlobKind::Png => "png",
        BlobKind::Json => "json",
        BlobKind::File => "bin",
    };
    is_hash.then(|| format!("blobs/{}/{}.{ending}", &blob.hash[..2], &blob.hash[2..]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn a_blob_is_kept_once_and_checked_when_read() {
        let folder = tempfile::tempdir().unwrap();
        let blobs = Blobs::of(folder.path());
        let blob = blobs.keep(BlobKind::Png, b"picture").unwrap();
        assert_eq!(blobs.keep(BlobKind::Png, b"picture").unwrap(), blob);
        assert_eq!(blobs.read(&blob).unwrap(), b"picture");
        let path = folder.path().join(relative(&blob).unwrap());
        assert!(path.ends_with(format!("blobs/{}/{}.png", &blob.hash[..2], &blob.hash[2..])), "{path:?}");
        fs::write(&path, b"pictUre").unwrap();
        assert!(matches!(blobs.read(&blob), Err(LogError::BadBlob { hash }) if hash == blob.hash));
        fs::write(&path, b"pic").unwrap();
        blobs.keep(BlobKind::Png, b"picture").unwrap();
        assert_eq!(blobs.read(&blob).unwrap(), b"picture", "a short one is written again");
    }

    #[test]
    fn what_is_no_plain_file_is_no_blob_and_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let blobs = Blobs::of(folder.path());
        let blob = blobs.keep(BlobKind::Png, b"picture").unwrap();
        let path = folder.path().join(relative(&blob).unwrap());
        fs::remove_file(&path).unwrap();
        assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
        assert!(matches!(blobs.read(&blob), Err(LogError::BadBlob { .. })));
        blobs.keep(BlobKind::Png, b"picture").unwrap();
        assert_eq!(blobs.read(&blob).unwrap(), b"picture");
        fs::File::create(&path).unwrap().set_len(1 << 40).unwrap();
        assert!(matches!(blobs.read(&blob), Err(LogError::BadBlob { .. })));
    }

    #[test]
    fn a_hash_leads_nowhere_else() {
        let blobs = Blobs::of(Path::new("/"));
        for hash in ["", "../../etc/passwd", &"A".repeat(64), &format!("{}/..", "a".repeat(61))] {
            let blob = BlobRef { hash: hash.to_owned(), kind: BlobKind::Json, bytes: 0 };
            assert!(matches!(blobs.read(&blob), Err(LogError::BadBlob { .. })), "{hash:?}");
            assert_eq!(relative(&blob), None, "{hash:?}");
        }
    }
}
