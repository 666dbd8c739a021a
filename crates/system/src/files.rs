//! Files that only the user can read, and locks that let one process at a time work in a folder.

use crate::{os, read_limit::must_be_regular};
use std::{fs::File, io, path::Path};

/// Opens a file for appending, and creates it if needed. Only the user can read a new file: on Unix by its mode, on Windows
/// by the permissions inherited from its folder, which below the user's profile let only the user in.
///
/// # Errors
/// The file cannot be opened or created, or it is no regular file.
pub fn append_private(file: &Path) -> io::Result<File> {
    let file = os::append_private(file)?;
    must_be_regular(file.metadata()?.file_type())?;
    Ok(file)
}

/// Locks a folder until the returned file is dropped. The lock is advisory on Unix: it stops only processes that lock the
/// folder too.
///
/// # Errors
/// `WouldBlock` if another process holds the lock; otherwise the folder cannot be opened or locked.
pub fn lock_folder(folder: &Path) -> io::Result<File> {
    os::lock_folder(folder)
}

/// Fsyncs a folder, so that a new name in it survives a power failure. Where folders cannot be opened, the system does this
/// itself.
pub fn sync_folder(folder: &Path) {
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{
        fs,
        io::{ErrorKind, Write},
        os::unix::fs::PermissionsExt,
    };

    #[test]
    fn what_is_appended_stays_and_is_the_users_own() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("answers");
        for word in ["one ", "two"] {
            append_private(&file).unwrap().write_all(word.as_bytes()).unwrap();
        }
        assert_eq!(fs::read_to_string(&file).unwrap(), "one two");
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    }

    #[test]
    fn a_folder_has_one_lock() {
        let folder = tempfile::tempdir().unwrap();
        let held = lock_folder(folder.path()).unwrap();
        assert_eq!(lock_folder(folder.path()).unwrap_err().kind(), ErrorKind::WouldBlock);
        fs::write(folder.path().join("file"), "x").unwrap();
        drop(held);
        lock_folder(folder.path()).unwrap();
        assert_eq!(lock_folder(&folder.path().join("none")).unwrap_err().kind(), ErrorKind::NotFound);
    }
}
