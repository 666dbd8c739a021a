//! Creates directories that only the current user can access.

use crate::LinuxError;
use rustix::process::getuid;
use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};

/// Creates a directory with mode 700.
pub(crate) fn make(path: &Path) -> io::Result<()> {
    DirBuilder::new().mode(0o700).create(path)
}

/// Creates the directory unless it exists. An existing one must belong to us with no access for others.
pub(crate) fn make_ours(path: PathBuf) -> Result<PathBuf, LinuxError> {
    match make(&path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
            Err(LinuxError::io(format!("create {}", path.display()), error))
        }
        _ => check(path),
    }
}

/// Anybody can create a directory of any name in `/tmp`, so its owner and mode are checked.
fn check(path: PathBuf) -> Result<PathBuf, LinuxError> {
    let uid = getuid().as_raw();
    // A link is not followed: somebody else could have it lead to any folder of ours.
    let about = fs::symlink_metadata(&path).map_err(|error| LinuxError::io("look at it", error))?;
    if about.is_dir() && about.uid() == uid && about.mode() & 0o077 == 0 && path.to_str().is_some() {
        return Ok(path);
    }
    let why = format!("{} must be a directory of user {uid} that nobody else can read", path.display());
    Err(LinuxError::UnsafeDirectory(why))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};

    #[test]
    fn a_directory_that_others_can_read_or_that_is_elsewhere_is_refused() {
        let base = std::env::temp_dir().join(format!("deskpilot-test-{}-folder", std::process::id()));
        make_ours(base.clone()).unwrap();
        assert!(make_ours(base.clone()).is_ok(), "it is there, and ours");
        symlink(&base, base.join("link")).unwrap();
        make(&base.join("open")).unwrap();
        fs::set_permissions(base.join("open"), fs::Permissions::from_mode(0o755)).unwrap();
        for name in ["open", "link"] {
            let refused = make_ours(base.join(name)).unwrap_err();
            assert!(matches!(refused, LinuxError::UnsafeDirectory(_)), "{refused}");
        }
        fs::remove_dir_all(base).unwrap();
    }
}
