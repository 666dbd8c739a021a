//! Files with inherited permissions, and folder locks by share mode.

use std::{
    fs::{DirBuilder, File, FileType, Metadata, OpenOptions},
    io,
    os::windows::fs::OpenOptionsExt,
    path::{Path, PathBuf, absolute},
    time::SystemTime,
};
use tempfile::{Builder, TempDir};

/// Lets `open` open a folder.
const FILE_FLAG_BACKUP_SEMANTICS: u32 = 0x0200_0000;
/// Others may open it only for reading.
const FILE_SHARE_READ: u32 = 1;
/// The beginning of a path of which Windows changes nothing.
const VERBATIM: &str = r"\\?\";
/// The longest path that begins at a drive, with its end.
const MAX_PATH: usize = 260;
/// Another process has it open in a way that excludes this one.
const ERROR_SHARING_VIOLATION: i32 = 32;

/// A new file inherits the permissions of its folder.
pub(crate) fn private_file_options() -> OpenOptions {
    OpenOptions::new()
}

/// Opens a file for reading. For a device, the query for its kind fails.
pub(crate) fn open_without_waiting(path: &Path) -> io::Result<File> {
    File::open(path)
}

/// What a file is that is neither a regular file nor a folder.
pub(crate) fn special_file(_: FileType) -> &'static str {
    "a device"
}

/// A new folder inherits the permissions of the one above it.
pub(crate) fn private_folder_options() -> DirBuilder {
    DirBuilder::new()
}

/// A new folder inherits the permissions of the one above it.
pub(crate) fn private_temporary_folder(parent: &Path, prefix: &str) -> io::Result<TempDir> {
    Builder::new().prefix(prefix).tempdir_in(parent)
}

/// Opens the folder for writing and shares it only for reading, so that the next `open` like this fails.
pub(crate) fn lock_folder(folder: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).share_mode(FILE_SHARE_READ).custom_flags(FILE_FLAG_BACKUP_SEMANTICS);
    options.open(folder).map_err(|error| match error.raw_os_error() {
        Some(ERROR_SHARING_VIOLATION) => io::ErrorKind::WouldBlock.into(),
        _ => error,
    })
}

/// The later of the times of modification and creation: a copy keeps the first and gets a new second one.
pub(crate) fn changed_at(about: &Metadata) -> io::Result<SystemTime> {
    Ok(about.modified()?.max(about.created()?))
}

/// The path without `\\?\`, where Windows takes every letter of it as it is in that form too: no device, no dot at an end.
pub(crate) fn usual_form(path: PathBuf) -> PathBuf {
    let Some(usual) = path.to_str().and_then(|it| it.strip_prefix(VERBATIM)).map(PathBuf::from) else {
        return path;
    };
    let is_same = absolute(&usual).is_ok_and(|it| it.as_os_str() == usual.as_os_str());
    let is_on_drive = usual.is_absolute() && usual.as_os_str().len() < MAX_PATH;
    if is_same && is_on_drive { usual } else { path }
}

/// Does not know owners; a folder below the user's profile lets only the user in.
pub(crate) fn check_own_folder(folder: &Path) -> io::Result<()> {
    match folder.symlink_metadata()?.is_dir() {
        true => Ok(()),
        false => Err(io::ErrorKind::PermissionDenied.into()),
    }
}

/// Always unknown: the Windows API for it needs unsafe code.
pub(crate) fn free_space(_folder: &Path) -> io::Result<Option<u64>> {
    Ok(None)
}

#[cfg(test)]
#[expect(unsafe_code, reason = "asks Windows for a short name")]
mod tests {
    use crate::{canonical_path, lock_folder, path_without_links};
    use std::{
        fs,
        io::ErrorKind,
        os::windows::ffi::OsStringExt,
        path::{Path, PathBuf},
    };
    use windows::{Win32::Storage::FileSystem::GetShortPathNameW, core::HSTRING};

    /// The path by the short names that Windows gives to files.
    fn short(path: &Path) -> PathBuf {
        let mut units = [0; 1024];
        // SAFETY: the name lives until the call returns, and the buffer has as many units as the call is told.
        let length = unsafe { GetShortPathNameW(&HSTRING::from(path), Some(&mut units)) };
        std::ffi::OsString::from_wide(&units[..usize::try_from(length).unwrap()]).into()
    }

    #[test]
    fn a_short_name_and_a_verbatim_path_are_those_of_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let real = canonical_path(folder.path()).unwrap();
        assert!(!real.to_str().unwrap().starts_with(r"\\"), "{real:?}");
        let file = real.join("a folder with a long name").join("a file with a long name.text");
        fs::create_dir(file.parent().unwrap()).unwrap();
        fs::write(&file, "").unwrap();
        let by_short_names = short(&file);
        assert_ne!(by_short_names, file);
        assert!(by_short_names.is_file(), "{by_short_names:?}");
        let new = |it: &Path| it.parent().unwrap().join("new file");
        let verbatim = fs::canonicalize(&file).unwrap();
        assert!(verbatim.to_str().unwrap().starts_with(r"\\?\"), "{verbatim:?}");
        for written in [&file, &by_short_names, &verbatim] {
            assert_eq!(path_without_links(written), file, "{written:?}");
            assert_eq!(path_without_links(&new(written)), new(&file), "{written:?}");
        }
    }

    #[test]
    fn what_is_no_usual_name_stays_verbatim() {
        for (path, expected) in [
            (r"\\?\C:\a\b.txt", r"C:\a\b.txt"),
            (r"\\?\C:\a\con", r"\\?\C:\a\con"),
            (r"\\?\C:\a.\b.", r"\\?\C:\a.\b."),
            (r"\\?\UNC\server\share\a", r"\\?\UNC\server\share\a"),
            (r"C:\a", r"C:\a"),
        ] {
            assert_eq!(super::usual_form(path.into()), Path::new(expected), "{path}");
        }
    }

    #[test]
    fn a_folder_has_one_lock() {
        let folder = tempfile::tempdir().unwrap();
        let held = lock_folder(folder.path()).unwrap();
        assert_eq!(lock_folder(folder.path()).unwrap_err().kind(), ErrorKind::WouldBlock);
        drop(held);
        lock_folder(folder.path()).unwrap();
        assert_eq!(lock_folder(&folder.path().join("none")).unwrap_err().kind(), ErrorKind::NotFound);
    }
}
