//! Artefacts in a folder: each a file, written atomically and fsynced.

use super::LARGEST;
use crate::results::write_error;
use anyhow::{Context, Result};
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

    pub(super) async fn put(&self, name: &str, bytes: &[u8]) -> Result<()> {
        let (path, bytes) = (self.0.join(name), bytes.to_vec());
        spawn_blocking(move || write(&path, &bytes).map_err(|error| write_error(&path, error))).await?
    }

    pub(super) async fn find(&self, name: &str) -> Result<Option<Vec<u8>>> {
        let path = self.0.join(name);
        let shown = path.display().to_string();
        match spawn_blocking(move || LARGEST.read(&path)).await? {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            read => read.map(Some).with_context(|| format!("{shown} cannot be read")),
        }
    }
}

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    AtomicWrite::DURABLE.write(path, bytes)
}
