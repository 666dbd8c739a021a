//! Reads archives, and unpacks them.

use super::{
    Format,
    entry::{Entry, EntryKind, Limits, Totals, Visit, broken, safe_names},
    tar, zip,
};
use crate::{
    disk::{
        Context, PIECE,
        content::{NamedStream, copy},
        folder::Folder,
        os::Permissions,
        place::Place,
        staged::StagedFolder,
        tree::measure,
    },
    error::{FileError, about, of_system, unproven},
};
use flate2::read::MultiGzDecoder;
use std::{
    ffi::{OsStr, OsString},
    fs::File,
    io::{self, BufReader, ErrorKind, Read},
    path::{Path, PathBuf},
};

/// The most bytes after the end of a tar archive: programs fill their last block.
const MAX_TRAILER: u64 = 1 << 20;

/// Visits the entries of an archive in their order.
pub(super) fn read(archive: &Place, format: Format, visit: Visit<'_>) -> Result<(), FileError> {
    let file = BufReader::with_capacity(PIECE, archive.folder.file(archive.name())?);
    match format {
        Format::Zip => read_zip(file, visit),
        Format::TarGz => read_tar(MultiGzDecoder::new(file), visit),
    }
}

fn read_zip(file: BufReader<File>, visit: Visit<'_>) -> Result<(), FileError> {
    let mut archive = zip::open(file)?;
    for at in 0..archive.len() {
        let mut file = archive.by_index(at).map_err(|error| zip::unreadable(&error))?;
        let entry = zip::entry(&file);
        visit(&entry, &mut file)?;
    }
    Ok(())
}

fn read_tar(mut unzipped: impl Read, visit: Visit<'_>) -> Result<(), FileError> {
    tar::read(&mut unzipped, visit)?;
    // To the end, where the checksum stands.
    let trailer = io::copy(&mut unzipped.take(MAX_TRAILER), &mut io::sink());
    match trailer.map_err(|error| broken(&error))? {
        MAX_TRAILER => Err(broken(&io::Error::new(ErrorKind::InvalidData, "it goes on after its end"))),
        _ => Ok(()),
    }
}

/// Unpacks an archive into a new folder, and returns what is there.
pub(super) fn unpack(
    archive: &Place,
    to: &Place,
    format: Format,
    limits: Limits,
    context: &Context<'_>,
) -> Result<Totals, FileError> {
    let size = archive.folder.file(archive.name())?.metadata();
    let size = size.map_err(|error| of_system(&archive.path, &error))?.len();
    let staged = StagedFolder::create(to)?;
    let mut unpacking = Unpacking {
        context,
        top: &staged.folder,
        to: &to.path,
        limits,
        size,
        entries: 0,
        made: Totals::default(),
    };
    read(archive, format, &mut |entry, content| unpacking.entry(entry, content))?;
    let made = unpacking.made;
    let found = measure(&to.folder, staged.name(), context)?;
    if found != (made.files + made.folders + 1, made.bytes) {
        return Err(about(&to.path, "was changed by another program while it was made, and is removed"));
    }
    staged.put(&Permissions::FOLDER)?;
    to.existing().map_err(unproven(format!("{:?} was made", to.path)))?;
    Ok(made)
}

/// An archive that is being unpacked.
struct Unpacking<'a> {
    context: &'a Context<'a>,
    top: &'a Folder,
    /// The path that the folder gets.
    to: &'a Path,
    limits: Limits,
    /// The size of the archive itself.
    size: u64,
    entries: u64,
    made: Totals,
}

impl Unpacking<'_> {
    fn entry(&mut self, entry: &Entry, content: &mut dyn Read) -> Result<(), FileError> {
        self.context.work.check()?;
        self.entries += 1;
        if self.entries > self.limits.entries {
            return Err(refused(&format!("it has more than {} entries", self.limits.entries)));
        }
        let mut names = safe_names(&entry.name, self.limits.depth)?;
        let below: PathBuf = names.iter().collect();
        if self.context.roots.becomes_guarded(&below, self.to) {
            return Err(about(
                &self.to.join(below),
                "would be a place of keys, settings or programs: unpack it elsewhere",
            ));
        }
        match (entry.kind, names.pop()) {
            (EntryKind::Other(what), _) => Err(refused(&format!("{below:?} is {what}"))),
            (EntryKind::Folder, None) => Ok(()),
            (EntryKind::File, None) => Err(refused("a file in it has no name")),
            (EntryKind::Folder, Some(name)) => {
                names.push(name);
                self.folder(&names).map(drop)
            }
            (EntryKind::File, Some(name)) => self.file(&names, &name, entry, content),
        }
    }

    /// The folder below the top with these names; made where it is missing.
    fn folder(&mut self, names: &[OsString]) -> Result<Folder, FileError> {
        let mut folder = self.top.try_clone()?;
        for name in names {
            let path = folder.path.join(name);
            match folder.make_folder(name, &Permissions::FOLDER) {
                Ok(()) => self.made.folders += 1,
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(of_system(&path, &error)),
            }
            // One name may be that of a file and of a folder; no link is made, and none is followed.
            folder = folder.folder(name)?;
        }
        Ok(folder)
    }

    fn file(
        &mut self,
        names: &[OsString],
        name: &OsStr,
        entry: &Entry,
        content: &mut dyn Read,
    ) -> Result<(), FileError> {
        let most = self.limits.bytes_of(self.size) - self.made.bytes;
        let folder = self.folder(names)?;
        let path = folder.path.join(name);
        let failed = |error: io::Error| of_system(&path, &error);
        let mut file = folder.create(name).map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => refused(&format!("it has two entries {name:?} at one place")),
            _ => failed(error),
        })?;
        let mut content = content.take(most + 1);
        let from = NamedStream { stream: &mut content, path: &path };
        let to = NamedStream { stream: &mut file, path: &path };
        let size = copy(from, to, self.context.work)?.size;
        if size > most {
            let most = self.limits.bytes_of(self.size);
            return Err(refused(&format!("it holds more than {most} bytes, which is too much for its size")));
        }
        entry.mode.permissions().set(&file).map_err(failed)?;
        self.made.files += 1;
        self.made.bytes += size;
        Ok(())
    }
}

fn refused(why: &str) -> FileError {
    FileError::NotPossible(format!("the archive is not unpacked, and nothing is left of it: {why}"))
}
