//! Files and folders that only the user can read, and locks that let one process at a time work in a folder.

use crate::os;
use std::{
    fs::{DirBuilder, File, Metadata, OpenOptions},
    io,
    path::{Path, PathBuf},
    time::SystemTime,
};
use tempfile::TempDir;

/// Options to open a file. Only the user can read and change a file that they create, regardless of the
/// umask: on Unix by its mode from the first moment, on Windows by the permissions inherited from its folder,
/// which below the user's profile let only the user in.
pub fn private_file_options() -> OpenOptions {
    os::private_file_options()
}

/// Options to create a folder, which only the user can enter, in the same way.
pub fn private_folder_options() -> DirBuilder {
    os::private_folder_options()
}

/// Creates a folder with a new name that begins with this prefix, which only the user can enter from the
/// first moment, regardless of the umask. It is deleted when dropped.
///
/// # Errors
/// The folder cannot be created in this parent.
pub fn private_temporary_folder(parent: &Path, prefix: &str) -> io::Result<TempDir> {
    os::private_temporary_folder(parent, prefix)
}

/// When a file was changed last, came under its name, or got other permissions. A copy or a file that was moved keeps the time at
/// which its content was changed, so that alone does not show whether it is new here.
///
/// # Errors
/// The system does not report it.
pub fn changed_at(about: &Metadata) -> io::Result<SystemTime> {
    os::changed_at(about)
}

/// Locks a folder until the returned file is dropped. The lock is advisory on Unix: it stops only processes that lock the
/// folder too.
///
/// # Errors
/// `WouldBlock` if another process holds the lock; otherwise the folder cannot be opened or locked.
pub fn lock_folder(folder: &Path) -> io::Result<File> {
    os::lock_folder(folder)
}

/// Fails unless this is a folder of the user, and no link to one: in what another user put there, files may lead elsewhere.
///
/// # Errors
/// `PermissionDenied` if it is not the user's own folder; otherwise its metadata cannot be read.
pub fn check_own_folder(folder: &Path) -> io::Result<()> {
    os::check_own_folder(folder)
}

/// The path of what is there from the root on, with its links resolved, in the form that people and other programs use: that of
/// Windows' own functions begins with `\\\\?\\`, which many take for something else.
///
/// # Errors
/// It is not there, or its folders cannot be looked at.
pub fn canonical_path(path: &Path) -> io::Result<PathBuf> {
    Ok(os::usual_form(path.canonicalize()?))
}

/// The bytes that this user may still write to the disk of a folder; `None` where the system does not report them.
///
/// # Errors
/// The folder cannot be looked at.
pub fn free_space(folder: &Path) -> io::Result<Option<u64>> {
    os::free_space(folder)
}

/// Fsyncs a folder, so that a new name in it survives a power failure. Where folders cannot be opened, the system does this
/// itself.
pub fn sync_folder(folder: &Path) {
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use std::{
        fs,
        io::{ErrorKind, Write},
        os::unix::fs::{PermissionsExt, chown, symlink},
    };

    #[test]
    fn a_disk_has_free_space_and_what_is_no_disk_reports_none() {
        let folder = tempfile::tempdir().unwrap();
        assert!(free_space(folder.path()).unwrap().is_some_and(|it| it > 0));
        assert_eq!(free_space("/proc".as_ref()).unwrap(), None);
        free_space(&folder.path().join("none")).unwrap_err();
    }

    #[test]
    fn what_is_made_is_the_users_own() {
        let folder = tempfile::tempdir().unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let inner = folder.path().join("a/b");
        private_folder_options().recursive(true).create(&inner).unwrap();
        assert_eq!((mode(&inner), mode(&folder.path().join("a"))), (0o700, 0o700));
        let unfinished = private_temporary_folder(&inner, ".new-").unwrap();
        assert!(unfinished.path().starts_with(inner.join("")), "{unfinished:?}");
        assert_eq!(mode(unfinished.path()), 0o700);
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

    #[test]
    fn a_folder_of_another_user_and_a_link_are_not_the_users_own() {
        let base = tempfile::tempdir().unwrap();
        let (folder, link) = (base.path().join("folder"), base.path().join("link"));
        fs::create_dir(&folder).unwrap();
        symlink(&folder, &link).unwrap();
        fs::write(base.path().join("file"), "").unwrap();
        check_own_folder(&folder).unwrap();
        for other in [link, base.path().join("file")] {
            assert_eq!(
                check_own_folder(&other).unwrap_err().kind(),
                ErrorKind::PermissionDenied,
                "{other:?}"
            );
        }
        assert_eq!(check_own_folder(&base.path().join("none")).unwrap_err().kind(), ErrorKind::NotFound);
        // Only the administrator can give a folder away.
        if chown(&folder, Some(12_345), None).is_ok() {
            assert_eq!(check_own_folder(&folder).unwrap_err().kind(), ErrorKind::PermissionDenied);
        }
    }
}
