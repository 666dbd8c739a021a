//! Opens a document's package: a zip archive of parts, unpacked up to a size limit, or one file of XML with all of them.

use std::io::{Cursor, Read};
use zip::{ZipArchive, result::ZipError};

/// The maximum unpacked size of all parts read, in bytes.
const LARGEST: u64 = 64 << 20;

/// Why a document could not be read.
#[derive(Debug)]
pub(super) enum DocumentError {
    /// It is no document.
    NotADocument(String),
    /// It may be a document but could not be read.
    Unreadable(String),
}

/// A document's package.
pub(super) enum Package {
    /// A zip archive, and how many bytes may still be unpacked from it.
    Archive { archive: ZipArchive<Cursor<Vec<u8>>>, left: u64 },
    /// A flat OpenDocument file: what a package keeps in several parts, in one text.
    Flat(String),
}

/// The parts of an OpenDocument package that a flat file holds in one.
const FLAT_PARTS: &[&str] = &["content.xml", "meta.xml"];

impl Package {
    pub(super) fn open(bytes: Vec<u8>) -> Result<Package, DocumentError> {
        let bytes = match String::from_utf8(bytes) {
            Ok(text) if text.trim_start_matches('\u{feff}').starts_with('<') => {
                return Ok(Package::Flat(text));
            }
            Ok(text) => text.into_bytes(),
            Err(error) => error.into_bytes(),
        };
        let opened = ZipArchive::new(Cursor::new(bytes));
        let archive = opened.map_err(|error| DocumentError::NotADocument(error.to_string()))?;
        Ok(Package::Archive { archive, left: LARGEST })
    }

    /// The text of a part that every document of its kind has; an error if it is missing.
    pub(super) fn part(&mut self, name: &str) -> Result<String, DocumentError> {
        let part = self.optional_part(name)?;
        part.ok_or_else(|| DocumentError::NotADocument(format!("there is no {name} in it")))
    }

    /// The text of a part; `None` if there is no part with this name.
    pub(super) fn optional_part(&mut self, name: &str) -> Result<Option<String>, DocumentError> {
        let unread = |why: String| DocumentError::Unreadable(format!("{name}: {why}"));
        let (archive, left) = match self {
            Package::Flat(text) => return Ok(FLAT_PARTS.contains(&name).then(|| text.clone())),
            Package::Archive { archive, left } => (archive, left),
        };
        let part = match archive.by_name(name) {
            Err(ZipError::FileNotFound) => return Ok(None),
            part => part.map_err(|error| unread(error.to_string()))?,
        };
        let mut bytes = Vec::new();
        // The size in the zip header may be wrong.
        part.take(*left + 1).read_to_end(&mut bytes).map_err(|error| unread(error.to_string()))?;
        let read = bytes.len() as u64;
        if read > *left {
            return Err(unread(format!("it unpacks to more than {} MiB", LARGEST >> 20)));
        }
        *left -= read;
        let text = String::from_utf8(bytes).map_err(|_| unread("it is not UTF-8".into()))?;
        Ok(Some(text))
    }

    /// Whether a part is in this folder of the archive.
    pub(super) fn has_folder(&self, folder: &str) -> bool {
        let Package::Archive { archive, .. } = self else { return false };
        archive.file_names().any(|name| name.is_ok_and(|it| it.starts_with(folder)))
    }

    /// The numbers N of all parts named `before` N `after`, ascending.
    pub(super) fn part_numbers(&self, before: &str, after: &str) -> Vec<u32> {
        let Package::Archive { archive, .. } = self else { return Vec::new() };
        let number = |name: &str| name.strip_prefix(before)?.strip_suffix(after)?.parse().ok();
        let mut numbers: Vec<u32> = archive.file_names().filter_map(|name| number(&name.ok()?)).collect();
        numbers.sort_unstable();
        numbers
    }
}
