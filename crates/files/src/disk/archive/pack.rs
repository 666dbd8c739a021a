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
        folder::{Folder, kind, kind_word},
        place::Place,
        staged::StagedFile,
        write::FILE_MODE,
    },
    error::{FileError, about, of_system},
};
use ::zip::{ZipWriter, result::ZipError, write::SimpleFileOptions};
use flate2::{Compression, write::GzEncoder};
use rustix::fs::{FileType, Stat};
use std::{
    ffi::OsStr,
    fmt,
    fs::File,
    io::{self, BufWriter, Read, Write},
    os::unix::ffi::OsStrExt,
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
    own: (u64, u64),
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
    let top = from.existing()?;
    if !matches!(kind(&top), FileType::RegularFile | FileType::Directory) {
        return Err(about(&from.path, &format!("is a {}: name a file or a folder", kind_word(&top))));
    }
    let failed = |error: io::Error| of_system(&archive.path, &error);
    let staged = StagedFile::create(archive)?;
    let own = rustix::fs::fstat(&staged.file).map_err(|error| failed(error.into()))?;
    let writer = Writer::of(format, staged.file.try_clone().map_err(failed)?);
    let own = (own.st_dev, own.st_ino);
    let (totals, left_out) = (Totals::default(), LeftOut::default());
    let mut packing = Packing { context, top: &from.path, writer, own, totals, left_out };
    packing.entry(&from.folder, from.name(), from.name().as_bytes())?;
    packing.writer.finish().map_err(failed)?;
    staged.put(FILE_MODE)?;
    Ok((packing.totals, packing.left_out))
}

impl Packing<'_> {
    fn entry(&mut self, folder: &Folder, name: &OsStr, inside: &[u8]) -> Result<(), FileError> {
        self.context.work.check()?;
        let path = folder.path.join(name);
        let Some(stat) = folder.stat(name)? else { return Ok(()) };
        let is_own = (stat.st_dev, stat.st_ino) == self.own;
        if is_own {
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
        match kind(&stat) {
            FileType::RegularFile => self.file(folder, name, inside),
            FileType::Directory => self.folder(folder, name, inside, &stat),
            _ => {
                self.left_out.special += 1;
                Ok(())
            }
        }
    }

    fn folder(&mut self, folder: &Folder, name: &OsStr, inside: &[u8], stat: &Stat) -> Result<(), FileError> {
        let inner = folder.folder(name)?;
        if inside.iter().filter(|it| **it == b'/').count() + 2 > Limits::USUAL.depth {
            return Err(about(&inner.path, "is too deep in its folders: pack it by itself"));
        }
        let entry = Entry { name: inside.to_owned(), kind: EntryKind::Folder, mode: EntryMode::Executable };
        self.writer.start(&entry, 0, stat.st_mtime).map_err(|error| of_system(&inner.path, &error))?;
        self.totals.folders += 1;
        let mut names = inner.names()?.collect::<Result<Vec<_>, _>>()?;
        names.sort();
        for name in names {
            self.entry(&inner, &name, &[inside, b"/", name.as_bytes()].concat())?;
        }
        Ok(())
    }

    fn file(&mut self, folder: &Folder, name: &OsStr, inside: &[u8]) -> Result<(), FileError> {
        let path = folder.path.join(name);
        let failed = |error: io::Error| of_system(&path, &error);
        let file = folder.file(name)?;
        let stat = rustix::fs::fstat(&file).map_err(|error| failed(error.into()))?;
        let size = stat.st_size.cast_unsigned();
        let mode = EntryMode::of(stat.st_mode);
        let entry = Entry { name: inside.to_owned(), kind: EntryKind::File, mode };
        self.writer.start(&entry, size, stat.st_mtime).map_err(failed)?;
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
