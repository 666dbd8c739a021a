//! The package of an office document: a zip archive of parts, unpacked up to a limit, or one file of XML with all of them.

use crate::{DocumentError, Format, decode::decode_document};
use deskpilot_system::ReadLimit;
use std::{
    borrow::Cow,
    cell::Cell,
    io::{self, Cursor, Read, Seek, SeekFrom},
    rc::Rc,
};
use thiserror::Error;
use zip::{ZipArchive, result::ZipError};

/// The most bytes of an archive that are read to learn which parts it has: their list is kept in memory.
const MOST_DIRECTORY: u64 = 2 << 20;

/// The parts of an OpenDocument package that a flat file holds in one.
const FLAT_PARTS: [&str; 2] = ["content.xml", "meta.xml"];

/// Why a package or a part of it is not read.
#[derive(Debug, Error)]
pub enum PackageError {
    /// It is neither an archive nor XML.
    #[error("{0}")]
    NotAPackage(String),
    /// The list of its parts is larger than any application writes.
    #[error("its list of parts is too long")]
    TooManyParts,
    /// It lacks a part that every document of its kind has.
    #[error("there is no {0} in it")]
    MissingPart(String),
    /// The part cannot be unpacked.
    #[error("{part}: {why}")]
    DamagedPart {
        /// The name of the part.
        part: String,
        /// What is wrong.
        why: String,
    },
    /// The parts that were read are larger than the limit, once they are unpacked.
    #[error("{part}: it unpacks to more than {most}")]
    TooLarge {
        /// The name of the part that exceeds the limit.
        part: String,
        /// The limit.
        most: ReadLimit,
    },
}

impl PackageError {
    /// The same error, about a document of this format.
    pub(crate) fn of_document(self, format: Format) -> DocumentError {
        match self {
            PackageError::TooManyParts => DocumentError::TooMuch("parts"),
            PackageError::TooLarge { .. } => DocumentError::TooMuch("bytes, unpacked,"),
            other => DocumentError::damaged(format, &other),
        }
    }
}

/// The package of a document. Opening it reads the list of its parts; each part is unpacked on request.
pub struct Package<'a> {
    parts: Parts<'a>,
    most: ReadLimit,
    /// How many bytes may still be unpacked.
    left: u64,
}

/// Where the parts are.
enum Parts<'a> {
    Archive(ZipArchive<Metered<Cursor<&'a [u8]>>>),
    /// A flat OpenDocument file: what a package keeps in several parts, in one text.
    Flat(Cow<'a, str>),
}

impl Package<'_> {
    /// The package in these bytes. All parts together are unpacked to at most this limit.
    ///
    /// # Errors
    /// It is no package, or it lists too many parts.
    pub fn open(bytes: &[u8], most: ReadLimit) -> Result<Package<'_>, PackageError> {
        let parts = match flat(bytes) {
            Some(text) => Parts::Flat(text),
            None => Parts::Archive(archive(bytes)?),
        };
        Ok(Package { parts, most, left: most.in_bytes() })
    }

    /// The text of a part that every document of its kind has.
    ///
    /// # Errors
    /// The part is missing, damaged or too large.
    pub fn part(&mut self, name: &str) -> Result<String, PackageError> {
        self.optional_part(name)?.ok_or_else(|| PackageError::MissingPart(name.to_owned()))
    }

    /// The text of a part; `None` if there is no part of this name.
    ///
    /// # Errors
    /// The part is damaged or too large.
    pub fn optional_part(&mut self, name: &str) -> Result<Option<String>, PackageError> {
        let damaged = |why: String| PackageError::DamagedPart { part: name.to_owned(), why };
        let archive = match &mut self.parts {
            Parts::Flat(text) => return Ok(FLAT_PARTS.contains(&name).then(|| text.to_string())),
            Parts::Archive(archive) => archive,
        };
        let part = match archive.by_name(name) {
            Err(ZipError::FileNotFound) => return Ok(None),
            part => part.map_err(|error| damaged(error.to_string()))?,
        };
        let mut bytes = Vec::new();
        // The size that the archive states may be wrong.
        part.take(self.left + 1).read_to_end(&mut bytes).map_err(|error| damaged(error.to_string()))?;
        let left = self.left.checked_sub(bytes.len() as u64);
        self.left = left.ok_or_else(|| PackageError::TooLarge { part: name.to_owned(), most: self.most })?;
        let text = decode_document(&bytes, Format::Xml).map_err(|error| damaged(error.to_string()))?;
        Ok(Some(text.into_owned()))
    }

    /// The names of the parts in the archive; none of a flat file.
    pub fn part_names(&self) -> impl Iterator<Item = Cow<'_, str>> {
        let archive = match &self.parts {
            Parts::Archive(archive) => Some(archive),
            Parts::Flat(_) => None,
        };
        archive.into_iter().flat_map(ZipArchive::file_names).filter_map(Result::ok)
    }
}

/// The text of a flat file; `None` if the bytes are no XML.
fn flat(bytes: &[u8]) -> Option<Cow<'_, str>> {
    if bytes.starts_with(b"PK") {
        return None;
    }
    decode_document(bytes, Format::Xml).ok().filter(|it| it.trim_start().starts_with('<'))
}

fn archive(bytes: &[u8]) -> Result<ZipArchive<Metered<Cursor<&[u8]>>>, PackageError> {
    let left = Rc::new(Cell::new(MOST_DIRECTORY));
    let metered = Metered { from: Cursor::new(bytes), left: Rc::clone(&left) };
    let archive = ZipArchive::new(metered).map_err(|error| match error {
        ZipError::Io(error) if error.kind() == io::ErrorKind::FileTooLarge => PackageError::TooManyParts,
        other => PackageError::NotAPackage(other.to_string()),
    })?;
    left.set(u64::MAX);
    Ok(archive)
}

/// Reads at most as many bytes as are left.
struct Metered<R> {
    from: R,
    left: Rc<Cell<u64>>,
}

impl<R: Read> Read for Metered<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.from.read(into)?;
        let too_long = || io::Error::from(io::ErrorKind::FileTooLarge);
        self.left.set(self.left.get().checked_sub(read as u64).ok_or_else(too_long)?);
        Ok(read)
    }
}

impl<R: Seek> Seek for Metered<R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.from.seek(to)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::limits::LARGEST_TEXT;
    use std::io::Write;
    use zip::{ZipWriter, write::SimpleFileOptions};

    /// An archive of these parts.
    pub(crate) fn archive(parts: &[(&str, &str)]) -> Vec<u8> {
        let mut file = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, text) in parts {
            file.start_file(*name, SimpleFileOptions::default()).unwrap();
            file.write_all(text.as_bytes()).unwrap();
        }
        file.finish().unwrap().into_inner()
    }

    #[test]
    fn parts_are_unpacked_up_to_a_limit() {
        let large = " ".repeat(12 << 20);
        let bytes = archive(&[("a", "text"), ("b", &large), ("c", &large)]);
        assert!(bytes.len() < 1 << 20);
        let mut package = Package::open(&bytes, LARGEST_TEXT).unwrap();
        assert_eq!(package.part("a").unwrap(), "text");
        assert_eq!(package.part("b").unwrap().len(), large.len());
        assert!(matches!(package.part("c"), Err(PackageError::TooLarge { .. })));
        assert!(package.optional_part("d").unwrap().is_none());
        let missing = package.part("d").unwrap_err().to_string();
        assert!(missing.contains("there is no d in it"), "{missing}");
    }

    /// The archive, in which the checksum of this content is wrong: unpacking all of it reports that.
    fn with_wrong_checksum(mut archive: Vec<u8>, content: &[u8]) -> Vec<u8> {
        let mut sum = flate2::Crc::new();
        sum.update(content);
        let sum = sum.sum().to_le_bytes();
        let places: Vec<usize> = (0..archive.len() - 4).filter(|it| archive[*it..*it + 4] == sum).collect();
        assert_eq!(places.len(), 2, "before the part and in the list of parts");
        places.iter().for_each(|it| archive[*it] ^= 1);
        archive
    }

    #[test]
    fn a_part_is_not_unpacked_beyond_the_limit() {
        for (size, expected) in [(1 << 10, "checksum"), (20 << 20, "a: it unpacks to more than 16 MiB")] {
            let large = " ".repeat(size);
            let archive = with_wrong_checksum(archive(&[("a", &large)]), large.as_bytes());
            let error = Package::open(&archive, LARGEST_TEXT).unwrap().part("a").unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }

    #[test]
    fn a_list_of_parts_without_end_is_an_error() {
        let names: Vec<String> = (0..60_000).map(|it| format!("part{it}")).collect();
        let parts: Vec<(&str, &str)> = names.iter().map(|it| (it.as_str(), "")).collect();
        let Err(error) = Package::open(&archive(&parts), LARGEST_TEXT).map(|_| ()) else {
            panic!("it opens")
        };
        assert!(error.to_string().contains("its list of parts is too long"), "{error}");
        assert!(Package::open(b"no archive", LARGEST_TEXT).is_err());
    }
}
