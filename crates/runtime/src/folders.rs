//! How a file is put in the place of another, in a folder that need not be there.

use anyhow::{Context, Result};
use deskpilot_system::AtomicWrite;
use std::{fs, path::Path};

/// Puts a text in the place of a file, which is nobody else's to read and is never seen half written.
pub(crate) fn replace(file: &Path, text: &str) -> Result<()> {
    let folder = file.parent().with_context(|| format!("{} is in no folder", file.display()))?;
    fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    let put = AtomicWrite::PRIVATE.write(file, text.as_bytes());
    put.with_context(|| format!("{} cannot be written", file.display()))
}
