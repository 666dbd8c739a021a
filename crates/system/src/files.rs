//! Files and folders that only the user can read, and locks that let one process at a time work in a folder.

use crate::os;
use std::{
    fs::{DirBuilder, File, OpenOptions},
    io,
    path::Path,
};

/// Options to open a file. Only the user can read and change one that they create, whatever the umask: on Unix by its mode
/// from the first moment, on Windows by the permissions inherited from its folder, which below the user's profile let only
/// the user in.
pub fn private_file_options() -> OpenOptions {
    os::private_file_options()
}

/// Options to create a folder, which only the user can enter, in the same way.
pub fn private_folder_options() -> DirBuilder {
    os::private_folder_options()
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
    fn what_is_made_is_the_users_own() {
        let folder = tempfile::tempdir().unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let inner = folder.path().join("a/b");
        private_folder_options().recursive(true).create(&inner).unwrap();
        assert_eq!((mode(&inner), mode(&folder.path().join("a"))), (0o700, 0o700));
        let file = inner.join("answers");
        for word in ["one ", "two"] {
            let mut opened = private_file_options().create(true).append(true).open(&file).unwrap();
            opened.write_all(word.as_bytes()).unwrap();
        }
        assert_eq!((fs::read_to_string(&file).unwrap().as_str(), mode(&file)), ("one two", 0o600));
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
