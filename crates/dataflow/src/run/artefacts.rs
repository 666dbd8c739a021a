//! Where the workers of a run put what they leave, and the controller finds it.

use anyhow::{Context, Result, bail};
use deskpilot_system::{AtomicWrite, ReadLimit};
use std::{
    fs,
    path::{Component, Path, PathBuf},
};
use tokio::task::spawn_blocking;

/// The largest artefact that is read.
const LARGEST: ReadLimit = ReadLimit::mib(256);

/// A folder of artefacts that all workers of a run reach.
#[derive(Clone, Debug)]
pub struct Artefacts(PathBuf);

impl Artefacts {
    /// The artefacts in this folder.
    pub fn new(folder: &Path) -> Artefacts {
        Artefacts(folder.to_owned())
    }

    /// Stores an artefact whole, in place of an earlier one of this name.
    ///
    /// # Errors
    /// It cannot be written.
    pub(super) async fn put(&self, name: &str, bytes: &[u8]) -> Result<()> {
        let (path, bytes) = (self.path(name)?, bytes.to_vec());
        let shown = path.display().to_string();
        let write = move || {
            if let Some(folder) = path.parent() {
                fs::create_dir_all(folder)?;
            }
            AtomicWrite::DURABLE.write(&path, &bytes)
        };
        spawn_blocking(write).await?.with_context(|| format!("{shown} cannot be written"))
    }

    /// An artefact.
    ///
    /// # Errors
    /// It is missing or cannot be read.
    pub(super) async fn get(&self, name: &str) -> Result<Vec<u8>> {
        let path = self.path(name)?;
        let shown = path.display().to_string();
        spawn_blocking(move || LARGEST.read(&path)).await?.with_context(|| format!("{shown} cannot be read"))
    }

    /// The path of an artefact. A name may come from a worker on another machine, and must stay in the folder.
    fn path(&self, name: &str) -> Result<PathBuf> {
        let relative = Path::new(name);
        if name.is_empty() || !relative.components().all(|it| matches!(it, Component::Normal(_))) {
            bail!("{name:?} is not the name of an artefact");
        }
        Ok(self.0.join(relative))
    }
}
