//! What other users may do with the files of this one.

use std::{
    fs::File,
    io,
    path::{Path, PathBuf},
};

/// The file permissions of a platform.
pub trait FilePermissions: Send + Sync {
    /// Creates a folder if needed, and lets only its owner enter it.
    ///
    /// # Errors
    /// The folder cannot be created, or belongs to another user.
    fn make_private(&self, folder: &Path) -> io::Result<()>;

    /// What other users may do with an open file. It takes an open file so that nobody can replace the file between check and
    /// use.
    ///
    /// # Errors
    /// The file's metadata cannot be read.
    fn access(&self, file: &File) -> io::Result<FileAccess>;

    /// The file itself, or the nearest folder on its way, that somebody besides the user and the administrator can change. `None`
    /// if nobody can.
    ///
    /// # Errors
    /// The file or its metadata cannot be read.
    fn exposure(&self, path: &Path) -> io::Result<Option<Exposure>>;

    /// The command that limits other users to this access, to show to the user.
    fn remedy(&self, path: &Path, most: FileAccess) -> String;
}

/// What other users may do with a file, least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FileAccess {
    /// Nothing.
    Nothing,
    /// Read it.
    Read,
    /// Change it.
    Change,
    /// Everything: it belongs to another user.
    Own,
}

/// A file or folder that others can change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exposure {
    /// The file or folder.
    pub path: PathBuf,
    /// What is wrong with it, and what to do.
    pub remedy: String,
}
