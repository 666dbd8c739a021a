//! The tar format: what the crate `tar` reads and writes, as entries. Descriptions of an entry, such as long names, are read here,
//! because the crate has no limit for them and does not read a name with a line break in one.

use super::entry::{Entry, EntryKind, EntryMode, Visit, broken};
use crate::error::FileError;
use ::tar::{Archive, EntryType, Header};
use std::{
    io::{self, Read, Write},
    mem,
};

const BLOCK: u64 = 512;
/// The longest name that fits into a header.
const LONGEST_SHORT_NAME: usize = 100;
/// The longest description of one entry that is read, such as a long name.
const MAX_EXTENSION: u64 = 64 << 10;
/// The most descriptions before one entry.
const MAX_EXTENSIONS: usize = 8;
/// The largest file that the size field takes in octal digits.
const MAX_SIZE: u64 = (8 << 30) - 1;
/// The latest time that its field takes in octal digits.
const MAX_TIME: i64 = 0o77_777_777_777;

/// Visits the entries of an archive in their order.
pub(super) fn read(from: impl Read, visit: Visit<'_>) -> Result<(), FileError> {
    let mut archive = Archive::new(from);
    let mut extensions = Extensions::default();
    for item in archive.entries().map_err(|error| damaged(&error))?.raw(true) {
        let mut item = item.map_err(|error| damaged(&error))?;
        let (header, size) = (item.header().clone(), item.size());
        if extensions.read(header.entry_type(), size, &mut item).map_err(|error| broken(&error))? {
            continue;
        }
        let entry = mem::take(&mut extensions).entry(&header, size).map_err(|error| broken(&error))?;
        // Folders and links may state a size without having a content.
        let size = if entry.kind == EntryKind::File { size } else { 0 };
        visit(&entry, &mut item.take(size))?;
    }
    Ok(())
}

/// Extension headers before an entry, which change it.
#[derive(Default)]
struct Extensions {
    count: usize,
    name: Option<Vec<u8>>,
    size: Option<u64>,
}

impl Extensions {
    /// Whether an item of this kind is a description, which is then read.
    fn read(&mut self, kind: EntryType, size: u64, content: &mut impl Read) -> io::Result<bool> {
        if !matches!(kind.as_byte(), b'L' | b'K' | b'x' | b'g') {
            return Ok(false);
        }
        self.count += 1;
        if self.count > MAX_EXTENSIONS {
            return Err(invalid("it has too many descriptions of one entry"));
        }
        if size > MAX_EXTENSION {
            return Err(invalid("the name of an entry is too long"));
        }
        let mut bytes = Vec::new();
        content.read_to_end(&mut bytes)?;
        match kind {
            EntryType::GNULongName => self.name = Some(until_zero(&bytes).to_owned()),
            EntryType::XHeader => self.read_pax(&bytes)?,
            _ => {}
        }
        Ok(true)
    }

    /// The entry that they precede.
    fn entry(self, header: &Header, size: u64) -> io::Result<Entry> {
        // Only files of more than 8 GiB need it, which is more than is unpacked.
        if self.size.is_some_and(|it| it != size) {
            return Err(invalid("a description gives an entry another size: it is too large"));
        }
        let name = self.name.unwrap_or_else(|| header.path_bytes().into_owned());
        let kind = match header.entry_type() {
            EntryType::Regular | EntryType::Continuous if name.ends_with(b"/") => EntryKind::Folder,
            EntryType::Regular | EntryType::Continuous => EntryKind::File,
            EntryType::Directory => EntryKind::Folder,
            EntryType::Link => EntryKind::Other("a hard link"),
            EntryType::Symlink => EntryKind::Other("a link"),
            EntryType::Char | EntryType::Block => EntryKind::Other("a device"),
            EntryType::Fifo => EntryKind::Other("a pipe"),
            _ => EntryKind::Other("of an unknown kind"),
        };
        Ok(Entry { name, kind, mode: EntryMode::of(header.mode()?) })
    }

    /// Reads lines of the form `LENGTH KEY=VALUE`.
    fn read_pax(&mut self, bytes: &[u8]) -> io::Result<()> {
        let mut rest = bytes;
        while !rest.is_empty() {
            let space = rest.iter().position(|it| *it == b' ').ok_or_else(bad_pax)?;
            let length: usize = std::str::from_utf8(&rest[..space])
                .ok()
                .and_then(|it| it.parse().ok())
                .ok_or_else(bad_pax)?;
            let line = rest.get(space + 1..length.saturating_sub(1)).ok_or_else(bad_pax)?;
            let equals = line.iter().position(|it| *it == b'=').ok_or_else(bad_pax)?;
            let (key, value) = (&line[..equals], &line[equals + 1..]);
            match key {
                b"path" => self.name = Some(value.to_owned()),
                b"size" => {
                    let size = std::str::from_utf8(value).ok().and_then(|it| it.parse().ok());
                    self.size = Some(size.ok_or_else(bad_pax)?);
                }
                _ => {}
            }
            rest = &rest[length..];
        }
        Ok(())
    }
}

fn until_zero(field: &[u8]) -> &[u8] {
    field.split(|it| *it == 0).next().unwrap_or_default()
}

/// Writes the header of an entry; its content and [`write_padding`] follow. Names no user and no group.
pub(super) fn write_header(to: &mut impl Write, entry: &Entry, size: u64, time: i64) -> io::Result<()> {
    if size > MAX_SIZE {
        return Err(invalid("a file of more than 8 GiB does not fit into it"));
    }
    let name = match entry.kind {
        EntryKind::Folder => [entry.name.as_slice(), b"/"].concat(),
        EntryKind::File | EntryKind::Other(_) => entry.name.clone(),
    };
    let kind = if entry.kind == EntryKind::Folder { EntryType::Directory } else { EntryType::Regular };
    if name.len() > LONGEST_SHORT_NAME {
        let long = [name.as_slice(), b"\0"].concat();
        to.write_all(
            header(b"././@LongLink", EntryType::GNULongName, 0o644, long.len() as u64, 0).as_bytes(),
        )?;
        to.write_all(&long)?;
        write_padding(to, long.len() as u64)?;
    }
    let mode = if kind.is_dir() { EntryMode::Executable } else { entry.mode }.bits();
    to.write_all(header(&name, kind, mode, size, time).as_bytes())
}

/// Fills the last block of an entry.
pub(super) fn write_padding(to: &mut impl Write, size: u64) -> io::Result<()> {
    let padding = size.next_multiple_of(BLOCK) - size;
    io::copy(&mut io::repeat(0).take(padding), to).map(drop)
}

/// Writes the two empty blocks at the end.
pub(super) fn write_end(to: &mut impl Write) -> io::Result<()> {
    to.write_all(&[0; 2 * BLOCK as usize])
}

fn header(name: &[u8], kind: EntryType, mode: u32, size: u64, time: i64) -> Header {
    let mut header = Header::new_gnu();
    for (field, byte) in header.as_old_mut().name.iter_mut().zip(name) {
        *field = *byte;
    }
    header.set_entry_type(kind);
    header.set_mode(mode);
    header.set_uid(0);
    header.set_gid(0);
    header.set_size(size);
    header.set_mtime(time.clamp(0, MAX_TIME).cast_unsigned());
    header.set_cksum();
    header
}

/// That the crate `tar` cannot read an archive; what it is read from may have failed too.
fn damaged(error: &io::Error) -> FileError {
    match error.kind() {
        io::ErrorKind::Other => {
            broken(&invalid(&format!("it is no tar archive, or it is damaged or ends too early: {error}")))
        }
        _ => broken(error),
    }
}

fn invalid(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}

fn bad_pax() -> io::Error {
    invalid("a description of an entry is damaged")
}

#[cfg(test)]
mod tests;
