//! Replaces a private file as a whole, and creates its folder if needed.

use anyhow::{Context, Result};
use deskpilot_system::{AtomicWrite, private_folder_options};
use std::path::Path;

/// Writes a file that only its owner can read. Readers see the old text or the new one, never a part.
pub(crate) fn replace_file(file: &Path, text: &str) -> Result<()> {
    let folder = file.parent().with_context(|| format!("{} is in no folder", file.display()))?;
    let made = private_folder_options().recursive(true).create(folder);
    made.with_context(|| format!("{} cannot be created", folder.display()))?;
    let put = AtomicWrite::DURABLE.write(file, text.as_bytes());
    put.with_context(|| format!("{} cannot be written", file.display()))
}
