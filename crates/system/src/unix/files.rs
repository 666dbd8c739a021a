//! File modes and locks.

use crate::read_access::ReadAccess;
use rustix::process::geteuid;
use std::{
    fs::{File, OpenOptions, Permissions},
    io,
    os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt},
    path::Path,
};
use tempfile::Builder;

/// Sets who may read the files made with this builder.
pub(crate) fn set_read_access(builder: &mut Builder<'_, '_>, access: ReadAccess) {
    let mode = match access {
        ReadAccess::Owner => 0o600,
        ReadAccess::Default => 0o666,
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

pub(crate) fn check_own_folder(folder: &Path) -> io::Result<()> {
    let about = folder.symlink_metadata()?;
    match about.is_dir() && about.uid() == geteuid().as_raw() {
        true => Ok(()),
        false => Err(io::ErrorKind::PermissionDenied.into()),
    }
}
