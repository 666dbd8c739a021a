//! File modes and locks.

use std::{
    fs::{DirBuilder, File, OpenOptions},
    io,
    os::unix::fs::{DirBuilderExt, OpenOptionsExt},
    path::Path,
};

pub(crate) fn private_file_options() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.mode(0o600);
    options
}

pub(crate) fn private_folder_options() -> DirBuilder {
    let mut options = DirBuilder::new();
    options.mode(0o700);
    options
}

pub(crate) fn lock_folder(folder: &Path) -> io::Result<File> {
    let held = File::open(folder)?;
    held.try_lock()?;
    Ok(held)
}
