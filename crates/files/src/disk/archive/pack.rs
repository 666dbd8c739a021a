//! Packs a file or a folder into an archive.

use super::{
    Format, counted,
    entry::{Entry, EntryKind, EntryMode, Limits, Totals},
    tar::{write_end, write_header, write_padding},
};
use crate::{
    disk::{
        Context,
        content::{NamedStream, copy},
        folder::Folder,
        os::{FileKind, Identity, Metadata, Permissions, bytes_of_name},
        place::Place,
        staged::StagedFile,
    },
    error::{FileError, about, of_system},
};
use ::zip::{ZipWriter, result::ZipError, write::SimpleFileOptions};
use flate2::{Compression, write::GzEncoder};
use std::{
    ffi::OsStr,
    fmt,
    fs::File,
    io::{self, BufWriter, Read, Write},
    path::Path,
};

/// An archive that is being written.
enum Writer {
    Zip(Box<ZipWriter<BufWriter<File>>>),
    TarGz(Box<GzEncoder<BufWriter<File>>>),
}

/// How many entries were not packed, and why.
#[derive(Debug, Default)]
pub(super) struct LeftOut {
    special: u64,
    guarded: u64,
}

/// What is being packed.
struct Packing<'a> {
    context: &'a Context<'a>,
    top: &'a Path,
    writer: Writer,
    /// The archive itself, which may be in the folder that it is made from.
    own: Identity,
    totals: Totals,
    left_out: LeftOut,
}

/// Packs what is at a place, and returns how much of it is in the archive.
pub(super) fn pack(
    from: &Place,
    archive: &Place,
    format: Format,
    context: &Context<'_>,
) -> Result<(Totals, LeftOut), FileError> {
    let kind = from.existing()?.kind();
    if !matches!(kind, FileKind::File | FileKind::Folder) {
        return Err(about(&from.path, &format!("is a {}: name a file or a folder", kind.word())));
    }
    let failed = |error: io::Error| of_system(&archive.path, &error);
    let staged = StagedFile::create(archive)?;
    let own = Metadata::of(&staged.file).map_err(failed)?.identity();
    let writer = Writer::of(format, staged.file.try_clone().map_err(failed)?);
    let (totals, left_out) = (Totals::default(), LeftOut::default());
    let mut packing = Packing { context, top: &from.path, writer, own, totals, left_out };
    packing.entry(&from.folder, from.name(), &packed_name(&from.path, from.name())?)?;
    packing.writer.finish().map_err(failed)?;
    staged.put(&Permissions::FILE)?;
    Ok((packing.totals, packing.left_out))
}

impl Packing<'_> {
    fn entry(&mut self, folder: &Folder, name: &OsStr, inside: &[u8]) -> Result<(), FileError> {
        self.context.work.check()?;
        let path = folder.path.join(name);
        let Some(metadata) = folder.metadata(name)? else { return Ok(()) };
        if metadata.identity() == self.own {
            return Ok(());
        }
        if self.context.roots.is_guarded(&path) && !self.context.roots.is_guarded(self.top) {
            self.left_out.guarded += 1;
            return Ok(());
        }
        let limits = Limits::USUAL;
        if self.totals.files + self.totals.folders == limits.entries || self.totals.bytes > limits.bytes {
            let most = format!(
                "holds more than {} entries or {} bytes: pack its folders one by one",
                limits.entries, limits.bytes
            );
            return Err(about(self.top, &most));
        }
        match metadata.kind() {
            FileKind::File => self.file(folder, name, inside),
            FileKind::Folder => self.folder(folder, name, inside, metadata.changed()),
            _ => {
                self.left_out.special += 1;
                Ok(())
            }
        }
    }

    fn folder(
        &mut self,
        folder: &Folder,
        name: &OsStr,
        inside: &[u8],
        changed: i64,
    ) -> Result<(), FileError> {
        let inner = folder.folder(name)?;
        if inside.iter().filter(|it| **it == b'/').count() + 2 > Limits::USUAL.depth {
            return Err(about(&inner.path, "is too deep in its folders: pack it by itself"));
        }
        let entry = Entry { name: inside.to_owned(), kind: EntryKind::Folder, mode: EntryMode::Executable };
        self.writer.start(&entry, 0, changed).map_err(|error| of_system(&inner.path, &error))?;
        self.totals.folders += 1;
        let mut names = inner.names()?.collect::<Result<Vec<_>, _>>()?;
        names.sort();
        for name in names {
            self.entry(&inner, &name, &[inside, b"/", &packed_name(&inner.path, &name)?].concat())?;
        }
        Ok(())
    }

    fn file(&mut self, folder: &Folder, name: &OsStr, inside: &[u8]) -> Result<(), FileError> {
        let path = folder.path.join(name);
        let failed = |error: io::Error| of_system(&path, &error);
        let file = folder.file(name)?;
        let metadata = Metadata::of(&file).map_err(failed)?;
        let size = metadata.size();
        let mode = if metadata.is_executable() { EntryMode::Executable } else { EntryMode::Plain };
        let entry = Entry { name: inside.to_owned(), kind: EntryKind::File, mode };
        self.writer.start(&entry, size, metadata.changed()).map_err(failed)?;
        // One byte more shows that the file has grown.
        let mut content = file.take(size + 1);
        let from = NamedStream { stream: &mut content, path: &path };
        let to = NamedStream { stream: &mut self.writer, path: &path };
        let packed = copy(from, to, self.context.work)?;
        if packed.size != size {
            return Err(about(
                &path,
                "was changed by another program meanwhile, and nothing was packed: try again",
            ));
        }
        self.writer.end(size).map_err(failed)?;
        self.totals.files += 1;
        self.totals.bytes += size;
        Ok(())
    }
}

fn packed_name(path: &Path, name: &OsStr) -> Result<Vec<u8>, FileError> {
    bytes_of_name(name).ok_or_else(|| about(path, &format!("has a name that is no Unicode: rename {name:?}")))
}

impl Writer {
    fn of(format: Format, file: File) -> Writer {
        let file = BufWriter::new(file);
        match format {
            Format::Zip => Writer::Zip(Box::new(ZipWriter::new(file))),
            Format::TarGz => Writer::TarGz(Box::new(GzEncoder::new(file, Compression::default()))),
        }
    }

    /// Begins an entry.
    fn start(&mut self, entry: &Entry, size: u64, time: i64) -> io::Result<()> {
        let archive = match self {
            Writer::TarGz(to) => return write_header(to, entry, size, time),
            Writer::Zip(archive) => archive,
        };
        let Ok(name) = std::str::from_utf8(&entry.name) else {
            return Err(io::Error::other("its name is no UTF-8, which zip cannot keep: make a .tar.gz"));
        };
        let options = SimpleFileOptions::default().unix_permissions(entry.mode.bits());
        let started = match entry.kind {
            EntryKind::Folder => archive.add_directory(name, options),
            _ => archive.start_file(name, options.large_file(size >= u64::from(u32::MAX))),
        };
        started.map_err(zip_error)
    }

    /// Ends the content of a file of this size.
    fn end(&mut self, size: u64) -> io::Result<()> {
        match self {
            Writer::TarGz(to) => write_padding(to, size),
            Writer::Zip(_) => Ok(()),
        }
    }

    /// Ends the archive.
    fn finish(self) -> io::Result<()> {
        match self {
            Writer::TarGz(mut to) => {
                write_end(&mut to)?;
                to.finish()?.flush()
            }
            Writer::Zip(archive) => archive.finish().map_err(zip_error)?.flush(),
        }
    }
}

impl Write for Writer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Writer::Zip(to) => to.write(bytes),
            Writer::TarGz(to) => to.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn zip_error(error: ZipError) -> io::Error {
    match error {
        ZipError::Io(error) => error,
        other => io::Error::other(other.to_string()),
    }
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.special > 0 {
            write!(f, "; left out: {} that are links or no files", counted(self.special, "entry"))?;
        }
        if self.guarded > 0 {
            write!(f, "; left out, as keys and settings are kept there: {}", counted(self.guarded, "entry"))?;
        }
        Ok(())
    }
}
