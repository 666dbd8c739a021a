//! Replaces a private file as a whole, and creates its folder if needed.

use crate::FileError;
use deskpilot_system::{AtomicWrite, private_folder_options};
use std::path::Path;

/// Writes a file that only its owner can read. Readers see the old text or the new one, never a part.
pub(crate) fn replace_file(file: &Path, text: &str) -> Result<(), FileError> {
    let folder = file.parent().ok_or_else(|| FileError::NoFolder { path: file.to_owned() })?;
    let made = private_folder_options().recursive(true).create(folder);
    made.map_err(FileError::not_created(folder))?;
    let put = AtomicWrite::DURABLE.write(file, text.as_bytes());
    put.map_err(FileError::not_written(file))
}
