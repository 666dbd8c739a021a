//! Modes and locks of files.

use crate::readers::Readers;
use std::{
    fs::{File, OpenOptions, Permissions},
    io,
    os::unix::fs::{OpenOptionsExt, PermissionsExt},
    path::Path,
};
use tempfile::Builder;

/// Says who may read the files that are made with this.
pub(crate) fn let_read(builder: &mut Builder<'_, '_>, readers: Readers) {
    let mode = match readers {
        Readers::Owner => 0o600,
        Readers::AsUsual => 0o666,
    };
    builder.permissions(Permissions::from_mode(mode));
}

pub(crate) fn append_private(file: &Path) -> io::Result<File> {
    OpenOptions::new().create(true).append(true).mode(0o600).open(file)
}

pub(crate) fn lock_folder(folder: &Path) -> io::Result<File> {
    let held = File::open(folder)?;
    held.try_lock()?;
    Ok(held)
}
