//! Files that are the user's own, and folders that one process works in at a time.

use crate::here;
use std::{fs::File, io, path::Path};

/// Opens a file to append to it, and makes it where there is none. A new one is nobody else's to read: on Unix by its mode, on
/// Windows by what its folder passes on, which is the user alone below the user's profile.
///
/// # Errors
/// The file cannot be opened or made.
pub fn append_private(file: &Path) -> io::Result<File> {
    here::append_private(file)
}

/// Locks a folder against every other process that locks it, as long as the file lives. Whoever does not lock it is not
/// held up.
///
/// # Errors
/// `WouldBlock` where somebody else has it locked; otherwise the folder cannot be opened or locked.
pub fn lock_folder(folder: &Path) -> io::Result<File> {
    here::lock_folder(folder)
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
