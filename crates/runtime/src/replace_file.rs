//! Changes a private file as a whole, one process after another, and creates its folder if needed.

use crate::FileError;
use deskpilot_system::{AtomicWrite, canonical_path, lock_folder, private_folder_options};
use std::{
    fs::File,
    io::ErrorKind,
    path::Path,
    thread::sleep,
    time::{Duration, Instant},
};

/// How long another process may take for its change. A folder that is locked for longer is the home of a task, which is locked as long as
/// that works.
const CHANGING: Duration = Duration::from_secs(2);

/// Keeps other processes from changing the private files of the folder of this one, for as long as the returned value lives: what is read
/// and written back meanwhile loses no change of theirs.
pub(crate) fn hold(file: &Path) -> Result<Option<File>, FileError> {
    let folder = folder_of(file)?;
    let started = Instant::now();
    loop {
        match lock_folder(folder) {
            Ok(held) => return Ok(Some(held)),
            Err(error) if error.kind() != ErrorKind::WouldBlock => {
                return Err(FileError::NotLocked { path: folder.to_owned(), source: error });
            }
            Err(_) if started.elapsed() >= CHANGING => return Ok(None),
            Err(_) => sleep(Duration::from_millis(2)),
        }
    }
}

/// Writes a file that only its owner can read. Readers see the old text or the new one, never a part. Where a link leads to it, as to a
/// folder of settings that its user keeps elsewhere, the link stays.
pub(crate) fn replace_file(file: &Path, text: &str) -> Result<(), FileError> {
    folder_of(file)?;
    let real = canonical_path(file);
    let put = AtomicWrite::DURABLE.write(real.as_deref().unwrap_or(file), text.as_bytes());
    put.map_err(FileError::not_written(file))
}

/// The folder of a file, which is created if it is missing.
fn folder_of(file: &Path) -> Result<&Path, FileError> {
    let folder = file.parent().ok_or_else(|| FileError::NoFolder { path: file.to_owned() })?;
    let made = private_folder_options().recursive(true).create(folder);
    made.map_err(FileError::not_created(folder))?;
    // The folder of a plain name is the current one.
    Ok(if folder.as_os_str().is_empty() { Path::new(".") } else { folder })
}
