//! Artefacts in a folder: each a file, written atomically and fsynced.

use super::{LARGEST, TransferError};
use deskpilot_system::AtomicWrite;
use std::{
    fs,
    io::{self, ErrorKind},
    path::{Path, PathBuf},
};
use tokio::task::spawn_blocking;

/// A folder of artefacts.
#[derive(Clone, Debug)]
pub(super) struct Folder(PathBuf);

impl Folder {
    pub(super) fn new(folder: &Path) -> Folder {
        Folder(folder.to_owned())
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    pub(super) async fn put(&self, name: &str, bytes: &[u8]) -> Result<(), TransferError> {
        let (folder, name, bytes) = (self.clone(), name.to_owned(), bytes.to_vec());
        let path = self.0.join(&name);
        let written = spawn_blocking(move || folder.place(&name).and_then(|path| write(&path, &bytes)));
        written.await?.map_err(TransferError::not_written(&path))
    }

    pub(super) async fn find(&self, name: &str) -> Result<Option<Vec<u8>>, TransferError> {
        let (folder, name) = (self.clone(), name.to_owned());
        let path = self.0.join(&name);
        match spawn_blocking(move || folder.place(&name).and_then(|path| LARGEST.read(&path))).await? {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            read => read.map(Some).map_err(TransferError::not_read(&path)),
        }
    }

    /// The path of an artefact. Fails if a part of its name is a link: another user of the folder can put a link there, and Deskpilot
    /// would send the file that it leads to, or write over it.
    fn place(&self, name: &str) -> io::Result<PathBuf> {
        let mut path = self.0.clone();
        for part in Path::new(name) {
            path.push(part);
            if fs::symlink_metadata(&path).is_ok_and(|it| it.is_symlink()) {
                return Err(io::Error::other(format!("{} is a link: remove it", path.display())));
            }
        }
        Ok(path)
    }
}

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    AtomicWrite::DURABLE.write(path, bytes)
}
