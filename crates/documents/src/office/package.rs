//! The package of an office document: a zip archive of parts, unpacked up to a limit.

use crate::{DocumentError, Format, encoding, limits::LARGEST_TEXT};
use std::{
    cell::Cell,
    io::{self, Cursor, Read, Seek, SeekFrom},
    rc::Rc,
};
use zip::{ZipArchive, result::ZipError};

/// The most bytes of an archive that are read to learn which parts it has: their list is kept in memory.
const MOST_DIRECTORY: u64 = 2 << 20;

/// The package of a document.
pub(super) struct Package<'a> {
    archive: ZipArchive<Metered<Cursor<&'a [u8]>>>,
    format: Format,
    /// How many bytes may still be unpacked.
    left: u64,
}

impl Package<'_> {
    pub(super) fn open(bytes: &[u8], format: Format) -> Result<Package<'_>, DocumentError> {
        let left = Rc::new(Cell::new(MOST_DIRECTORY));
        let metered = Metered { from: Cursor::new(bytes), left: Rc::clone(&left) };
        let archive = ZipArchive::new(metered).map_err(|error| DocumentError::damaged(format, &error))?;
        left.set(u64::MAX);
        Ok(Package { archive, format, left: LARGEST_TEXT.in_bytes() })
    }

    /// The text of a part that every document of its kind has.
    pub(super) fn part(&mut self, name: &str) -> Result<String, DocumentError> {
        let part = self.optional_part(name)?;
        part.ok_or_else(|| DocumentError::damaged(self.format, &format!("there is no {name} in it")))
    }

    /// The text of a part; `None` if there is none of this name.
    pub(super) fn optional_part(&mut self, name: &str) -> Result<Option<String>, DocumentError> {
        let damaged = |why: String| DocumentError::damaged(self.format, &format!("{name}: {why}"));
        let part = match self.archive.by_name(name) {
            Err(ZipError::FileNotFound) => return Ok(None),
            part => part.map_err(|error| damaged(error.to_string()))?,
        };
        let mut bytes = Vec::new();
        // The size that the archive tells may be wrong.
        part.take(self.left + 1).read_to_end(&mut bytes).map_err(|error| damaged(error.to_string()))?;
        let read = bytes.len() as u64;
        self.left = self.left.checked_sub(read).ok_or(DocumentError::TooMuch("bytes, unpacked,"))?;
        Ok(Some(encoding::decode(&bytes).into_owned()))
    }
}

/// Reads at most as many bytes as are left.
struct Metered<R> {
    from: R,
    left: Rc<Cell<u64>>,
}

impl<R: Read> Read for Metered<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.from.read(into)?;
        let too_long = || io::Error::new(io::ErrorKind::InvalidData, "its list of parts is too long");
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
pub(super) mod tests {
    use super::*;
    use std::io::Write;
    use zip::{ZipWriter, write::SimpleFileOptions};

    /// An archive of these parts.
    pub(in crate::office) fn archive(parts: &[(&str, &str)]) -> Vec<u8> {
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
        let mut package = Package::open(&bytes, Format::Odt).unwrap();
        assert_eq!(package.part("a").unwrap(), "text");
        assert_eq!(package.part("b").unwrap().len(), large.len());
        assert!(matches!(package.part("c"), Err(DocumentError::TooMuch(_))));
        assert!(package.optional_part("d").unwrap().is_none());
        let missing = package.part("d").unwrap_err().to_string();
        assert!(missing.contains("there is no d in it"), "{missing}");
    }

    /// The archive, in which the checksum of this content is wrong: whoever unpacks all of it learns that.
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
        for (size, expected) in [(1 << 10, "checksum"), (20 << 20, "more bytes, unpacked, than are read")] {
            let large = " ".repeat(size);
            let archive = with_wrong_checksum(archive(&[("a", &large)]), large.as_bytes());
            let error = Package::open(&archive, Format::Odt).unwrap().part("a").unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }

    #[test]
    fn a_list_of_parts_without_end_is_an_error() {
        let names: Vec<String> = (0..60_000).map(|it| format!("part{it}")).collect();
        let parts: Vec<(&str, &str)> = names.iter().map(|it| (it.as_str(), "")).collect();
        let Err(error) = Package::open(&archive(&parts), Format::Odt).map(|_| ()) else { panic!("it opens") };
        assert!(error.to_string().contains("its list of parts is too long"), "{error}");
        assert!(Package::open(b"no archive", Format::Odt).is_err());
    }
}
