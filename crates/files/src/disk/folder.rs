//! An open folder. What is in it is reached through its handle by a single name, and no link is followed.

use crate::error::{FileError, about, of_system};
use rustix::{
    fd::OwnedFd,
    fs::{self, AtFlags, CWD, Dir, FileType, Mode, OFlags, RenameFlags, Stat},
    io::Errno,
};
use std::{
    ffi::{OsStr, OsString},
    fs::File,
    io,
    os::unix::ffi::OsStrExt,
    path::{Component, Path, PathBuf},
};

/// An open folder, and the path by which it was reached.
#[derive(Debug)]
pub(super) struct Folder {
    fd: OwnedFd,
    pub(super) path: PathBuf,
}

const FOLDER: OFlags = OFlags::PATH.union(OFlags::DIRECTORY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);
/// Neither a link, nor a wait for the other side of a pipe, nor a terminal that is taken over.
const QUIET: OFlags = OFlags::NOFOLLOW.union(OFlags::NONBLOCK).union(OFlags::NOCTTY).union(OFlags::CLOEXEC);

impl Folder {
    /// The folder at an absolute path without `.` and `..`, walked from the root by handles.
    ///
    /// # Errors
    /// A name is missing, no folder, or a link.
    pub(super) fn open(path: &Path) -> Result<Folder, FileError> {
        let root = fs::openat(CWD, c"/", FOLDER, Mode::empty());
        let fd = root.map_err(|error| of_system(Path::new("/"), &error.into()))?;
        let mut folder = Folder { fd, path: PathBuf::from("/") };
        for name in path.components() {
            if let Component::Normal(name) = name {
                folder = folder.folder(name)?;
            }
        }
        Ok(folder)
    }

    /// The folder of this name in it.
    pub(super) fn folder(&self, name: &OsStr) -> Result<Folder, FileError> {
        let path = self.path.join(name);
        match fs::openat(&self.fd, name, FOLDER, Mode::empty()) {
            Ok(fd) => Ok(Folder { fd, path }),
            Err(Errno::NOTDIR | Errno::LOOP) => match self.stat(name)? {
                Some(stat) if kind(&stat) == FileType::Symlink => Err(is_link(&path)),
                _ => Err(about(&path, "is no folder")),
            },
            Err(error) => Err(of_system(&path, &error.into())),
        }
    }

    /// The metadata of the entry of this name, without following a link; `None` if there is no such entry.
    pub(super) fn stat(&self, name: &OsStr) -> Result<Option<Stat>, FileError> {
        match fs::statat(&self.fd, name, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(stat) => Ok(Some(stat)),
            Err(Errno::NOENT) => Ok(None),
            Err(error) => Err(of_system(&self.path.join(name), &error.into())),
        }
    }

    /// What the folder itself is.
    pub(super) fn own_stat(&self) -> Result<Stat, FileError> {
        fs::fstat(&self.fd).map_err(|error| of_system(&self.path, &error.into()))
    }

    /// Opens a regular file to read; refuses links, pipes, sockets and devices, and never waits for one.
    pub(super) fn file(&self, name: &OsStr) -> Result<File, FileError> {
        self.regular(name, OFlags::RDONLY)
    }

    /// Opens a regular file to add to its end.
    pub(super) fn file_to_append(&self, name: &OsStr) -> Result<File, FileError> {
        self.regular(name, OFlags::WRONLY | OFlags::APPEND)
    }

    fn regular(&self, name: &OsStr, flags: OFlags) -> Result<File, FileError> {
        let path = self.path.join(name);
        // Opening a device may have effects, so its kind is read first; another file may have come since, so it is read again.
        if let Some(stat) = self.stat(name)? {
            must_be_regular(&path, &stat)?;
        }
        let opened = fs::openat(&self.fd, name, flags | QUIET, Mode::empty());
        let file = opened.map_err(|error| match error {
            Errno::LOOP => is_link(&path),
            error => of_system(&path, &error.into()),
        })?;
        let stat = fs::fstat(&file).map_err(|error| of_system(&path, &error.into()))?;
        must_be_regular(&path, &stat)?;
        Ok(File::from(file))
    }

    /// Makes a file that does not exist, for this user alone until its mode is set.
    pub(super) fn create(&self, name: &OsStr) -> io::Result<File> {
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | QUIET;
        Ok(File::from(fs::openat(&self.fd, name, flags, Mode::RUSR | Mode::WUSR)?))
    }

    /// Makes a folder that does not exist.
    pub(super) fn make_folder(&self, name: &OsStr, mode: u32) -> io::Result<()> {
        Ok(fs::mkdirat(&self.fd, name, Mode::from_raw_mode(mode))?)
    }

    /// Makes a link with this target. The target is not resolved.
    pub(super) fn make_link(&self, name: &OsStr, target: &OsStr) -> io::Result<()> {
        Ok(fs::symlinkat(target, &self.fd, name)?)
    }

    /// The target of a link.
    pub(super) fn link_target(&self, name: &OsStr) -> io::Result<OsString> {
        let target = fs::readlinkat(&self.fd, name, Vec::new())?;
        Ok(OsStr::from_bytes(target.as_bytes()).to_owned())
    }

    /// Gives an entry another place, where nothing may be.
    pub(super) fn rename(&self, name: &OsStr, to: &Folder, new: &OsStr) -> io::Result<()> {
        match fs::renameat_with(&self.fd, name, &to.fd, new, RenameFlags::NOREPLACE) {
            // Some file systems, such as those over the network, cannot promise to replace nothing.
            Err(Errno::INVAL | Errno::NOSYS) if !is_taken(to, new)? => {
                Ok(fs::renameat(&self.fd, name, &to.fd, new)?)
            }
            other => Ok(other?),
        }
    }

    /// Gives an entry another name in this folder, replacing the entry of that name.
    pub(super) fn replace(&self, name: &OsStr, new: &OsStr) -> io::Result<()> {
        Ok(fs::renameat(&self.fd, name, &self.fd, new)?)
    }

    /// Deletes a file, or a link itself.
    pub(super) fn delete_file(&self, name: &OsStr) -> io::Result<()> {
        Ok(fs::unlinkat(&self.fd, name, AtFlags::empty())?)
    }

    /// Deletes an empty folder.
    pub(super) fn delete_folder(&self, name: &OsStr) -> io::Result<()> {
        Ok(fs::unlinkat(&self.fd, name, AtFlags::REMOVEDIR)?)
    }

    /// Sets the permissions of the folder itself.
    pub(super) fn set_mode(&self, mode: u32) -> io::Result<()> {
        Ok(fs::fchmod(self.readable()?, Mode::from_raw_mode(mode))?)
    }

    /// The names in it, in the order in which the disk has them.
    pub(super) fn names(&self) -> Result<impl Iterator<Item = Result<OsString, FileError>>, FileError> {
        let failed = |error: Errno| of_system(&self.path, &error.into());
        let entries = self.readable().and_then(Dir::new).map_err(failed)?;
        let name = move |entry: Result<fs::DirEntry, Errno>| {
            let entry = entry.map_err(failed)?;
            let name = OsStr::from_bytes(entry.file_name().to_bytes());
            Ok((name != "." && name != "..").then(|| name.to_owned()))
        };
        Ok(entries.map(name).filter_map(Result::transpose))
    }

    /// A handle through which the folder can be read; the one that it keeps needs no right to read.
    fn readable(&self) -> Result<OwnedFd, Errno> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        fs::openat(&self.fd, c".", flags, Mode::empty())
    }
}

fn is_taken(folder: &Folder, name: &OsStr) -> io::Result<bool> {
    match fs::statat(&folder.fd, name, AtFlags::SYMLINK_NOFOLLOW) {
        Ok(_) => Err(Errno::EXIST.into()),
        Err(Errno::NOENT) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// What kind of entry it is.
pub(super) fn kind(stat: &Stat) -> FileType {
    FileType::from_raw_mode(stat.st_mode)
}

/// The kind of an entry in words.
pub(super) fn kind_word(stat: &Stat) -> &'static str {
    match kind(stat) {
        FileType::RegularFile => "file",
        FileType::Directory => "folder",
        FileType::Symlink => "link",
        FileType::Fifo => "pipe",
        FileType::Socket => "socket",
        _ => "device",
    }
}

fn must_be_regular(path: &Path, stat: &Stat) -> Result<(), FileError> {
    match kind(stat) {
        FileType::RegularFile => Ok(()),
        FileType::Directory => Err(about(path, "is a folder, and not a file")),
        FileType::Symlink => Err(is_link(path)),
        _ => Err(about(path, &format!("is a {}: only regular files are read and written", kind_word(stat)))),
    }
}

/// That a link stands where none is followed.
fn is_link(path: &Path) -> FileError {
    let real = path.canonicalize();
    let real = real.map_or_else(|_| "the file that it leads to".to_owned(), |it| format!("{it:?}"));
    about(path, &format!("is a link, and none is followed here: name {real} instead"))
}
