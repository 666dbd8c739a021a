//! Replaces a private file as a whole, and creates its folder if needed.

use anyhow::{Context, Result};
use deskpilot_system::AtomicWrite;
use std::{fs, path::Path};

/// Writes a file that only its owner can read. Readers see the old text or the new one, never a part.
pub(crate) fn replace_file(file: &Path, text: &str) -> Result<()> {
    let folder = file.parent().with_context(|| format!("{} is in no folder", file.display()))?;
    fs::create_dir_all(folder).with_context(|| format!("{} cannot be created", folder.display()))?;
    let put = AtomicWrite::PRIVATE.write(file, text.as_bytes());
    put.with_context(|| format!("{} cannot be written", file.display()))
}
