//! Files with what their folders pass on, and folders that are shared with readers only.

use crate::readers::Readers;
use std::{
    fs::{File, OpenOptions},
    io,
    os::windows::fs::OpenOptionsExt,
    path::Path,
};
use tempfile::Builder;

/// `FILE_FLAG_BACKUP_SEMANTICS`: what is opened may be a folder.
const FOLDERS_TOO: u32 = 0x0200_0000;
/// `FILE_SHARE_READ`: others may open it to read it, and for nothing else.
const WITH_READERS: u32 = 1;
/// `ERROR_SHARING_VIOLATION`: somebody else has it open, and does not share it so.
const SHARING_VIOLATION: i32 = 32;

/// Says who may read the files that are made with this: whoever may read new files in their folder. A folder that is the
/// user's own says so itself.
pub(crate) fn let_read(_: &mut Builder<'_, '_>, readers: Readers) {
    match readers {
        Readers::Owner | Readers::AsUsual => {}
    }
}

pub(crate) fn append_private(file: &Path) -> io::Result<File> {
    OpenOptions::new().create(true).append(true).open(file)
}

/// Opens the folder to write and shares it with readers only: a second one who does the same is refused.
pub(crate) fn lock_folder(folder: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).share_mode(WITH_READERS).custom_flags(FOLDERS_TOO);
    options.open(folder).map_err(|error| match error.raw_os_error() {
        Some(SHARING_VIOLATION) => io::ErrorKind::WouldBlock.into(),
        _ => error,
    })
}
