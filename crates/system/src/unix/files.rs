//! File modes and locks.

use rustix::{fs::OFlags, process::geteuid};
use std::{
    fs::{DirBuilder, File, FileType, Metadata, OpenOptions, Permissions},
    io,
    os::unix::fs::{DirBuilderExt, FileTypeExt, MetadataExt, OpenOptionsExt, PermissionsExt},
    path::{Path, PathBuf},
    time::{Duration, SystemTime, UNIX_EPOCH},
};
use tempfile::{Builder, TempDir};

/// They do not wait for the other side of a pipe.
pub(crate) fn private_file_options() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.mode(0o600).custom_flags(WITHOUT_WAITING);
    options
}

/// Opens a file for reading. Does not wait for a writer, and takes no terminal over.
pub(crate) fn open_without_waiting(path: &Path) -> io::Result<File> {
    OpenOptions::new().read(true).custom_flags(WITHOUT_WAITING).open(path)
}

pub(crate) fn private_folder_options() -> DirBuilder {
    let mut options = DirBuilder::new();
    options.mode(0o700);
    options
}

pub(crate) fn private_temporary_folder(parent: &Path, prefix: &str) -> io::Result<TempDir> {
    Builder::new().prefix(prefix).permissions(Permissions::from_mode(0o700)).tempdir_in(parent)
}

/// What a file is that is neither a regular file nor a folder.
pub(crate) fn special_file(kind: FileType) -> &'static str {
    match kind {
        _ if kind.is_fifo() => "a pipe",
        _ if kind.is_socket() => "a socket",
        _ => "a device",
    }
}

const WITHOUT_WAITING: i32 = OFlags::NONBLOCK.union(OFlags::NOCTTY).bits().cast_signed();

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

/// The later one of the times of content and inode: a rename, a copy with its times and a link change the inode.
pub(crate) fn changed_at(about: &Metadata) -> io::Result<SystemTime> {
    let seconds = u64::try_from(about.ctime()).unwrap_or_default();
    let nanos = u32::try_from(about.ctime_nsec()).unwrap_or_default();
    Ok(about.modified()?.max(UNIX_EPOCH + Duration::new(seconds, nanos)))
}

/// There is one form alone.
pub(crate) const fn usual_form(path: PathBuf) -> PathBuf {
    path
}

/// The free blocks of the file system that unprivileged users may write.
pub(crate) fn free_space(folder: &Path) -> io::Result<Option<u64>> {
    let disk = rustix::fs::statvfs(folder)?;
    // Without blocks it is no disk, or one in memory without a limit.
    Ok((disk.f_blocks > 0).then(|| disk.f_bavail.saturating_mul(disk.f_frsize)))
}
