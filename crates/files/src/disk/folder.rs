//! An open folder. What is in it is reached through its handle by a single name, and no link is followed.

use super::os::{Access, FileKind, FolderHandle, Metadata, Permissions};
use crate::error::{FileError, about, of_system};
use std::{
    ffi::{OsStr, OsString},
    fs::File,
    io::{self, ErrorKind},
    path::{Component, Path, PathBuf},
};

/// An open folder, and the path by which it was reached.
#[derive(Debug)]
pub(super) struct Folder {
    handle: FolderHandle,
    pub(super) path: PathBuf,
}

impl Folder {
    /// The folder at an absolute path without `.` and `..`, walked from the root by handles.
    ///
    /// # Errors
    /// A name is missing, no folder, or a link.
    pub(super) fn open(path: &Path) -> Result<Folder, FileError> {
        let root: PathBuf = path
            .components()
            .take_while(|it| matches!(it, Component::Prefix(_) | Component::RootDir))
            .collect();
        let handle = FolderHandle::root(&root).map_err(|error| of_system(&root, &error))?;
        let mut folder = Folder { handle, path: root };
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
        match self.handle.folder(name) {
            Ok(handle) => Ok(Folder { handle, path }),
            Err(error) if error.kind() == ErrorKind::NotADirectory => match self.metadata(name)? {
                Some(it) if it.kind() == FileKind::Link => Err(is_link(&path)),
                _ => Err(about(&path, "is no folder")),
            },
            Err(error) => Err(of_system(&path, &error)),
        }
    }

    /// The same folder again.
    pub(super) fn try_clone(&self) -> Result<Folder, FileError> {
        let handle = self.handle.try_clone().map_err(|error| of_system(&self.path, &error))?;
        Ok(Folder { handle, path: self.path.clone() })
    }

    /// What the entry of this name is, without following a link; `None` if there is no such entry.
    pub(super) fn metadata(&self, name: &OsStr) -> Result<Option<Metadata>, FileError> {
        self.handle.metadata(name).map_err(|error| of_system(&self.path.join(name), &error))
    }

    /// What the folder itself is.
    pub(super) fn own_metadata(&self) -> Result<Metadata, FileError> {
        self.handle.own_metadata().map_err(|error| of_system(&self.path, &error))
    }

    /// Opens a regular file to read; refuses links, pipes, sockets and devices, and never waits for one.
    pub(super) fn file(&self, name: &OsStr) -> Result<File, FileError> {
        self.regular(name, Access::Read)
    }

    /// Opens a regular file to add to its end.
    pub(super) fn file_to_append(&self, name: &OsStr) -> Result<File, FileError> {
        self.regular(name, Access::Append)
    }

    fn regular(&self, name: &OsStr, access: Access) -> Result<File, FileError> {
        let path = self.path.join(name);
        let failed = |error: io::Error| of_system(&path, &error);
        // Opening a device may have effects, so its kind is read first; another file may have come since, so it is read again.
        if let Some(metadata) = self.metadata(name)? {
            must_be_regular(&path, metadata.kind())?;
            if access == Access::Append && metadata.is_marked_read_only() {
                return Err(about(
                    &path,
                    "is marked read-only: take the mark off first, or name another file",
                ));
            }
        }
        let file = match self.handle.file(name, access) {
            Ok(file) => file,
            Err(error) => match self.metadata(name)? {
                Some(it) if it.kind() == FileKind::Link => return Err(is_link(&path)),
                _ => return Err(failed(error)),
            },
        };
        must_be_regular(&path, Metadata::of(&file).map_err(failed)?.kind())?;
        Ok(file)
    }

    /// Makes a file that does not exist, for this user alone until its permissions are set.
    pub(super) fn create(&self, name: &OsStr) -> io::Result<File> {
        self.handle.create(name)
    }

    /// Makes a folder that does not exist.
    pub(super) fn make_folder(&self, name: &OsStr, permissions: &Permissions) -> io::Result<()> {
        self.handle.make_folder(name, permissions)
    }

    /// Makes a link with this target. The target is not resolved.
    pub(super) fn make_link(&self, name: &OsStr, target: &OsStr) -> io::Result<()> {
        self.handle.make_link(name, target)
    }

    /// The target of a link.
    pub(super) fn link_target(&self, name: &OsStr) -> io::Result<OsString> {
        self.handle.link_target(name)
    }

    /// Gives an entry another place, where nothing may be.
    pub(super) fn rename(&self, name: &OsStr, to: &Folder, new: &OsStr) -> io::Result<()> {
        self.handle.rename(name, &to.handle, new)
    }

    /// Gives an entry another name in this folder, replacing the entry of that name.
    pub(super) fn replace(&self, name: &OsStr, new: &OsStr) -> io::Result<()> {
        self.handle.replace(name, new)
    }

    /// Deletes a file, or a link itself.
    pub(super) fn delete_file(&self, name: &OsStr) -> io::Result<()> {
        self.handle.delete_file(name)
    }

    /// Deletes an empty folder.
    pub(super) fn delete_folder(&self, name: &OsStr) -> io::Result<()> {
        self.handle.delete_folder(name)
    }

    /// Sets the permissions of the folder itself.
    pub(super) fn set_permissions(&self, permissions: &Permissions) -> io::Result<()> {
        self.handle.set_permissions(permissions)
    }

    /// The names in it, in the order in which the disk has them.
    pub(super) fn names(&self) -> Result<impl Iterator<Item = Result<OsString, FileError>>, FileError> {
        let failed = |error: io::Error| of_system(&self.path, &error);
        Ok(self.handle.names().map_err(failed)?.map(move |it| it.map_err(failed)))
    }
}

fn must_be_regular(path: &Path, kind: FileKind) -> Result<(), FileError> {
    match kind {
        FileKind::File => Ok(()),
        FileKind::Folder => Err(about(path, "is a folder, and not a file")),
        FileKind::Link => Err(is_link(path)),
        FileKind::Other(word) => {
            Err(about(path, &format!("is a {word}: only regular files are read and written")))
        }
    }
}

/// A path without the beginning that Windows gives it, where people leave it out.
fn usual(path: &Path) -> &Path {
    let usual = path.to_str().and_then(|it| it.strip_prefix(r"\\?\"));
    usual.filter(|it| it.get(1..2) == Some(":")).map_or(path, Path::new)
}

/// That a link stands where none is followed.
fn is_link(path: &Path) -> FileError {
    let real = path.canonicalize();
    let real = real.map_or_else(|_| "the file that it leads to".to_owned(), |it| format!("{:?}", usual(&it)));
    about(path, &format!("is a link, and none is followed here: name {real} instead"))
}
