//! The zip format: what the crate `zip` reads and writes, as entries.

use super::entry::{Entry, EntryKind, EntryMode, broken};
use crate::error::FileError;
use std::{
    cell::Cell,
    io::{self, Read, Seek, SeekFrom},
    rc::Rc,
};
use zip::{ZipArchive, read::ZipFile, result::ZipError};

/// The most bytes of an archive that are read to learn which entries it has.
const MAX_DIRECTORY: u64 = 32 << 20;

/// Reads a file, at most as many bytes as are left.
pub(super) struct Metered<R> {
    from: R,
    left: Rc<Cell<u64>>,
}

impl<R: Read> Read for Metered<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.from.read(into)?;
        let too_long = || io::Error::new(io::ErrorKind::InvalidData, "its list of entries is too long");
        self.left.set(self.left.get().checked_sub(read as u64).ok_or_else(too_long)?);
        Ok(read)
    }
}

impl<R: Seek> Seek for Metered<R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.from.seek(to)
    }
}

/// Opens an archive whose list of entries is not too long: it is kept in memory.
pub(super) fn open<R: Read + Seek>(from: R) -> Result<ZipArchive<Metered<R>>, FileError> {
    let left = Rc::new(Cell::new(MAX_DIRECTORY));
    let opened = ZipArchive::new(Metered { from, left: Rc::clone(&left) }).map_err(|it| unreadable(&it))?;
    left.set(u64::MAX);
    Ok(opened)
}

/// What an entry is.
pub(super) fn entry<R: Read>(file: &ZipFile<'_, R>) -> Entry {
    const KIND: u32 = 0o170_000;
    let mode = file.unix_mode().unwrap_or(0);
    let kind = match mode & KIND {
        0o120_000 => EntryKind::Other("a link"),
        0 | 0o100_000 | 0o040_000 if file.name_raw().ends_with(b"/") => EntryKind::Folder,
        0 | 0o100_000 => EntryKind::File,
        _ => EntryKind::Other("neither a file nor a folder"),
    };
    Entry { name: file.name_raw().to_owned(), kind, mode: EntryMode::of(mode) }
}

/// That an archive, or an entry of it, cannot be read.
pub(super) fn unreadable(error: &ZipError) -> FileError {
    match error {
        ZipError::Io(error) => broken(error),
        other => FileError::NotPossible(format!("the archive cannot be read: {other}")),
    }
}
