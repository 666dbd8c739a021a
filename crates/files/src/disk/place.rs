//! A place on the disk: an open folder, and a name in it that may or may not exist.

use super::{folder::Folder, os::Metadata};
use crate::error::{FileError, about};
use std::{
    ffi::{OsStr, OsString},
    path::{Path, PathBuf},
};

/// A name in an open folder.
#[derive(Debug)]
pub(super) struct Place {
    pub(super) folder: Folder,
    pub(super) name: OsString,
    pub(super) path: PathBuf,
}

impl Place {
    /// The place at an absolute path without `.` and `..`, whose folder must exist.
    pub(super) fn of(path: &Path) -> Result<Place, FileError> {
        let (Some(parent), Some(name)) = (path.parent(), path.file_name()) else {
            return Err(about(path, "is the root of the disk: name a file or a folder below it"));
        };
        Ok(Place { folder: Folder::open(parent)?, name: name.to_owned(), path: path.to_owned() })
    }

    /// What is there; an error if nothing is.
    pub(super) fn existing(&self) -> Result<Metadata, FileError> {
        let missing = || about(&self.path, "does not exist: list its folder to see the names");
        self.folder.metadata(&self.name)?.ok_or_else(missing)
    }

    /// Fails if something is there.
    pub(super) fn must_be_free(&self) -> Result<(), FileError> {
        match self.folder.metadata(&self.name)? {
            Some(_) => Err(about(&self.path, "exists already: name another place, or remove it first")),
            None => Ok(()),
        }
    }

    pub(super) fn name(&self) -> &OsStr {
        &self.name
    }
}
