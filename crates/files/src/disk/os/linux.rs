//! Linux: folders by descriptors, and the mode of a file.

use super::{Access, FileKind, Identity};
use rustix::{
    fd::OwnedFd,
    fs::{self, AtFlags, CWD, Dir, FileType, Mode, OFlags, RenameFlags, Stat},
    io::Errno,
};
use std::{
    ffi::{OsStr, OsString},
    fs::{File, FileTimes},
    io::{self, Write},
    os::unix::ffi::{OsStrExt, OsStringExt},
    path::Path,
    time::{Duration, SystemTime},
};

/// An open folder.
#[derive(Debug)]
pub(in crate::disk) struct FolderHandle(OwnedFd);

const FOLDER: OFlags = OFlags::PATH.union(OFlags::DIRECTORY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);
/// Neither a link, nor a wait for the other side of a pipe, nor a terminal that is taken over.
const QUIET: OFlags = OFlags::NOFOLLOW.union(OFlags::NONBLOCK).union(OFlags::NOCTTY).union(OFlags::CLOEXEC);

impl FolderHandle {
    /// The root at which an absolute path begins.
    pub(in crate::disk) fn root(_: &Path) -> io::Result<FolderHandle> {
        Ok(FolderHandle(fs::openat(CWD, c"/", FOLDER, Mode::empty())?))
    }

    /// Opens the folder of this name in it. A link is none.
    pub(in crate::disk) fn folder(&self, name: &OsStr) -> io::Result<FolderHandle> {
        let opened = fs::openat(&self.0, name, FOLDER, Mode::empty());
        Ok(FolderHandle(opened.map_err(|error| if error == Errno::LOOP { Errno::NOTDIR } else { error })?))
    }

    /// Another handle for the same folder.
    pub(in crate::disk) fn try_clone(&self) -> io::Result<FolderHandle> {
        Ok(FolderHandle(self.0.try_clone()?))
    }

    /// What the entry of this name is, without following a link; `None` if there is no such entry.
    pub(in crate::disk) fn metadata(&self, name: &OsStr) -> io::Result<Option<Metadata>> {
        match fs::statat(&self.0, name, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(stat) => Ok(Some(Metadata(stat))),
            Err(Errno::NOENT) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// What the folder itself is.
    pub(in crate::disk) fn own_metadata(&self) -> io::Result<Metadata> {
        Ok(Metadata(fs::fstat(&self.0)?))
    }

    /// Opens a file, and never waits for one. The caller checks what it is.
    pub(in crate::disk) fn file(&self, name: &OsStr, access: Access) -> io::Result<File> {
        let flags = match access {
            Access::Read => OFlags::RDONLY,
            Access::Append => OFlags::WRONLY | OFlags::APPEND,
        };
        Ok(File::from(fs::openat(&self.0, name, flags | QUIET, Mode::empty())?))
    }

    /// Makes a file that does not exist, for this user alone until its permissions are set.
    pub(in crate::disk) fn create(&self, name: &OsStr) -> io::Result<File> {
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | QUIET;
        Ok(File::from(fs::openat(&self.0, name, flags, Mode::RUSR | Mode::WUSR)?))
    }

    /// Makes a folder that does not exist.
    pub(in crate::disk) fn make_folder(&self, name: &OsStr, permissions: &Permissions) -> io::Result<()> {
        Ok(fs::mkdirat(&self.0, name, permissions.0)?)
    }

    /// Makes a link with this target. The target is not resolved.
    pub(in crate::disk) fn make_link(&self, name: &OsStr, target: &OsStr) -> io::Result<()> {
        Ok(fs::symlinkat(target, &self.0, name)?)
    }

    /// The target of a link.
    pub(in crate::disk) fn link_target(&self, name: &OsStr) -> io::Result<OsString> {
        let target = fs::readlinkat(&self.0, name, Vec::new())?;
        Ok(OsStr::from_bytes(target.as_bytes()).to_owned())
    }

    /// Gives an entry another place, where nothing may be.
    pub(in crate::disk) fn rename(&self, name: &OsStr, to: &FolderHandle, new: &OsStr) -> io::Result<()> {
        match fs::renameat_with(&self.0, name, &to.0, new, RenameFlags::NOREPLACE) {
            // Some file systems, such as those over the network, cannot promise to replace nothing.
            Err(Errno::INVAL | Errno::NOSYS) if !to.is_taken(new)? => {
                Ok(fs::renameat(&self.0, name, &to.0, new)?)
            }
            other => Ok(other?),
        }
    }

    fn is_taken(&self, name: &OsStr) -> io::Result<bool> {
        match self.metadata(name)? {
            Some(_) => Err(Errno::EXIST.into()),
            None => Ok(false),
        }
    }

    /// Gives an entry another name in this folder, replacing the entry of that name.
    pub(in crate::disk) fn replace(&self, name: &OsStr, new: &OsStr) -> io::Result<()> {
        Ok(fs::renameat(&self.0, name, &self.0, new)?)
    }

    /// Deletes a file, or a link itself.
    pub(in crate::disk) fn delete_file(&self, name: &OsStr) -> io::Result<()> {
        Ok(fs::unlinkat(&self.0, name, AtFlags::empty())?)
    }

    /// Deletes an empty folder.
    pub(in crate::disk) fn delete_folder(&self, name: &OsStr) -> io::Result<()> {
        Ok(fs::unlinkat(&self.0, name, AtFlags::REMOVEDIR)?)
    }

    /// Sets the permissions of the folder itself.
    pub(in crate::disk) fn set_permissions(&self, permissions: &Permissions) -> io::Result<()> {
        Ok(fs::fchmod(self.readable()?, permissions.0)?)
    }

    /// The names in it, in the order in which the disk has them.
    pub(in crate::disk) fn names(&self) -> io::Result<impl Iterator<Item = io::Result<OsString>> + use<>> {
        let name = |entry: Result<fs::DirEntry, Errno>| {
            let entry = entry?;
            let name = OsStr::from_bytes(entry.file_name().to_bytes());
            Ok((name != "." && name != "..").then(|| name.to_owned()))
        };
        Ok(Dir::new(self.readable()?)?.map(name).filter_map(Result::transpose))
    }

    /// A handle through which the folder can be read; the one that it keeps needs no right to read.
    fn readable(&self) -> Result<OwnedFd, Errno> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        fs::openat(&self.0, c".", flags, Mode::empty())
    }
}

/// What an entry is.
#[derive(Clone, Copy, Debug)]
pub(in crate::disk) struct Metadata(Stat);

impl Metadata {
    /// What an open file is.
    pub(in crate::disk) fn of(file: &File) -> io::Result<Metadata> {
        Ok(Metadata(fs::fstat(file)?))
    }

    pub(in crate::disk) const fn kind(&self) -> FileKind {
        match FileType::from_raw_mode(self.0.st_mode) {
            FileType::RegularFile => FileKind::File,
            FileType::Directory => FileKind::Folder,
            FileType::Symlink => FileKind::Link,
            FileType::Fifo => FileKind::Other("pipe"),
            FileType::Socket => FileKind::Other("socket"),
            _ => FileKind::Other("device"),
        }
    }

    pub(in crate::disk) const fn size(&self) -> u64 {
        self.0.st_size.cast_unsigned()
    }

    /// When it was changed, in seconds since 1970.
    pub(in crate::disk) const fn changed(&self) -> i64 {
        self.0.st_mtime
    }

    pub(in crate::disk) const fn identity(&self) -> Identity {
        Identity { disk: self.0.st_dev, file: self.0.st_ino }
    }

    /// Whether it is the same file as before, and nobody has changed it since.
    pub(in crate::disk) fn is_unchanged(&self, before: &Metadata) -> bool {
        let facts = |Metadata(it): &Metadata| (it.st_size, it.st_mtime, it.st_mtime_nsec);
        self.identity() == before.identity() && facts(self) == facts(before)
    }

    /// Its times as a copy gets them: when it was changed.
    pub(in crate::disk) fn times(&self) -> FileTimes {
        let seconds = Duration::from_secs(self.0.st_mtime.unsigned_abs());
        let whole = match self.0.st_mtime {
            0.. => SystemTime::UNIX_EPOCH + seconds,
            _ => SystemTime::UNIX_EPOCH - seconds,
        };
        let time = whole + Duration::from_nanos(self.0.st_mtime_nsec as _);
        FileTimes::new().set_accessed(time).set_modified(time)
    }

    /// Whether its user may run it.
    pub(in crate::disk) const fn is_executable(&self) -> bool {
        self.0.st_mode & 0o100 != 0
    }

    /// Whether it has a mark that forbids changes: here the mode alone decides.
    pub(in crate::disk) const fn is_marked_read_only(&self) -> bool {
        false
    }

    /// Its permissions as a line for the user.
    pub(in crate::disk) fn permission_line(&self) -> String {
        let (mode, user, group) = (self.0.st_mode & 0o7777, self.0.st_uid, self.0.st_gid);
        format!("permissions: {mode:04o}, of user {user} and group {group}")
    }

    /// The user whom it belongs to.
    pub(in crate::disk) const fn owner(&self) -> u32 {
        self.0.st_uid
    }

    /// Whether it is a folder in which users remove only what is theirs.
    pub(in crate::disk) const fn is_sticky(&self) -> bool {
        self.0.st_mode & 0o1000 != 0
    }
}

/// Who may do what with a file or a folder.
#[derive(Clone, Debug)]
pub(in crate::disk) struct Permissions(Mode);

impl Permissions {
    /// Those of what a command makes: the user's files are the user's.
    pub(in crate::disk) const FILE: Permissions = Permissions(Mode::from_raw_mode(0o644));
    pub(in crate::disk) const EXECUTABLE: Permissions = Permissions(Mode::from_raw_mode(0o755));
    pub(in crate::disk) const FOLDER: Permissions = Permissions(Mode::from_raw_mode(0o755));
    /// Those of what is not complete: for this user alone.
    pub(in crate::disk) const PRIVATE: Permissions = Permissions(Mode::from_raw_mode(0o700));

    /// Those that a copy of this gets.
    pub(in crate::disk) const fn of(metadata: &Metadata) -> Permissions {
        Permissions(Mode::from_raw_mode(metadata.0.st_mode & 0o777))
    }

    /// Those of a file that is replaced, which the new one gets.
    pub(in crate::disk) fn of_replaced(file: &File) -> io::Result<Permissions> {
        Ok(Permissions::of(&Metadata::of(file)?))
    }

    /// Gives them to an open file.
    pub(in crate::disk) fn set(&self, file: &File) -> io::Result<()> {
        Ok(fs::fchmod(file, self.0)?)
    }
}

/// Writes at the end of a file, wherever that is by then.
pub(in crate::disk) fn append(file: &mut File, bytes: &[u8]) -> io::Result<()> {
    file.write_all(bytes)
}

/// No streams: a file is one here.
pub(in crate::disk) const fn other_streams(_: &File, _: &File) -> io::Result<Vec<(File, File)>> {
    Ok(Vec::new())
}

/// A name as archives have it; `None` if they cannot.
pub(in crate::disk) fn bytes_of_name(name: &OsStr) -> Option<Vec<u8>> {
    Some(name.as_bytes().to_owned())
}

/// The name of these bytes in an archive; `None` if no file can have it.
pub(in crate::disk) fn name_of_bytes(bytes: &[u8]) -> Option<OsString> {
    Some(OsString::from_vec(bytes.to_owned()))
}
