//! File modes and locks.

use crate::read_access::ReadAccess;
use rustix::fs::OFlags;
use std::{
    fs::{File, FileType, OpenOptions, Permissions},
    io,
    os::unix::fs::{FileTypeExt, OpenOptionsExt, PermissionsExt},
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

/// Opens a file for reading. Does not wait for a writer, and takes no terminal over.
pub(crate) fn open_without_waiting(path: &Path) -> io::Result<File> {
    OpenOptions::new().read(true).custom_flags(WITHOUT_WAITING).open(path)
}

/// What a file is that is neither a regular file nor a folder.
pub(crate) fn special_file(kind: FileType) -> &'static str {
    match kind {
        _ if kind.is_fifo() => "a pipe",
        _ if kind.is_socket() => "a socket",
        _ => "a device",
    }
}

/// Does not wait for a reader.
pub(crate) fn append_private(file: &Path) -> io::Result<File> {
    OpenOptions::new().create(true).append(true).mode(0o600).custom_flags(WITHOUT_WAITING).open(file)
}

const WITHOUT_WAITING: i32 = OFlags::NONBLOCK.union(OFlags::NOCTTY).bits().cast_signed();

pub(crate) fn lock_folder(folder: &Path) -> io::Result<File> {
    let held = File::open(folder)?;
    held.try_lock()?;
    Ok(held)
}
