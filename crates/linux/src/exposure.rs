//! Who besides the user and the administrator can change a file: by itself, or by a folder on its way.

use deskpilot_desktop::Exposure;
use rustix::process::{getegid, geteuid};
use std::{
    fs::{self, Metadata},
    io,
    os::unix::fs::MetadataExt,
    path::Path,
};

/// Who may write, in a file's mode.
const GROUP: u32 = 0o020;
const OTHERS: u32 = 0o002;
/// In a folder with this bit, only its owner and a file's own owner can rename or remove the file.
const STICKY: u32 = 0o1000;

/// The file itself or the nearest folder on its way that others can change. Links are followed, and the folders that they
/// stand in count too. Pipes and devices do not count: the reader of settings refuses them.
pub(crate) fn exposure(path: &Path) -> io::Result<Option<Exposure>> {
    let (real, written) = (path.canonicalize()?, std::path::absolute(path)?);
    // Without the written path itself: `metadata` follows a link, so that its file would be checked twice.
    for place in real.ancestors().chain(written.ancestors().skip(1)) {
        let about = fs::metadata(place)?;
        if let Some(remedy) = remedy(place, &about).filter(|_| about.is_file() || about.is_dir()) {
            return Ok(Some(Exposure { path: place.to_owned(), remedy }));
        }
    }
    Ok(None)
}

/// What to do about a file or folder that others can change; `None` if they cannot. A group of the user's own counts as the
/// user, because many systems give every user one and let it write.
fn remedy(path: &Path, about: &Metadata) -> Option<String> {
    let (user, group) = (geteuid().as_raw(), getegid().as_raw());
    let is_kept = about.is_dir() && about.mode() & STICKY != 0;
    let by_group = about.mode() & GROUP != 0 && about.gid() != group;
    match about.uid() {
        owner if owner != user && owner != 0 => {
            Some(format!("{} belongs to another user: keep it in a folder of your own", path.display()))
        }
        _ if !is_kept && (by_group || about.mode() & OTHERS != 0) => {
            Some(format!("others can change {}: run `chmod go-w {}`", path.display(), path.display()))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{
        fs::Permissions,
        os::unix::fs::{PermissionsExt, chown, symlink},
        path::PathBuf,
    };

    fn exposed(path: &Path) -> Option<PathBuf> {
        exposure(path).unwrap().map(|it| it.path)
    }

    #[test]
    fn a_file_is_as_safe_as_the_folders_on_its_way() {
        let base = tempfile::tempdir().unwrap();
        let base = base.path().canonicalize().unwrap();
        let (folder, file) = (base.join("folder"), base.join("folder/policy.toml"));
        fs::create_dir(&folder).unwrap();
        fs::write(&file, "").unwrap();
        for (folder_mode, file_mode, expected) in [
            (0o755, 0o644, None),
            (0o700, 0o600, None),
            (0o775, 0o664, None),
            (0o755, 0o646, Some(&file)),
            (0o777, 0o644, Some(&folder)),
            (0o1777, 0o644, None),
            (0o1777, 0o666, Some(&file)),
        ] {
            fs::set_permissions(&folder, Permissions::from_mode(folder_mode)).unwrap();
            fs::set_permissions(&file, Permissions::from_mode(file_mode)).unwrap();
            assert_eq!(exposed(&file).as_ref(), expected, "{folder_mode:o} {file_mode:o}");
        }
        assert_eq!(exposure(&base.join("none")).unwrap_err().kind(), io::ErrorKind::NotFound);
    }

    #[test]
    fn a_link_is_as_safe_as_the_folder_it_stands_in() {
        let base = tempfile::tempdir().unwrap();
        let base = base.path().canonicalize().unwrap();
        fs::create_dir(base.join("open")).unwrap();
        fs::write(base.join("file"), "").unwrap();
        symlink(base.join("file"), base.join("open/link")).unwrap();
        assert_eq!(exposed(&base.join("open/link")), None);
        fs::set_permissions(base.join("open"), Permissions::from_mode(0o777)).unwrap();
        assert_eq!(exposed(&base.join("open/link")), Some(base.join("open")));
        assert_eq!(exposed(&base.join("file")), None);
    }

    #[test]
    fn what_belongs_to_another_user_is_not_the_users_own() {
        let base = tempfile::tempdir().unwrap();
        let file = base.path().canonicalize().unwrap().join("file");
        fs::write(&file, "").unwrap();
        // Only the administrator can give a file away.
        if geteuid().is_root() {
            chown(&file, Some(12_345), None).unwrap();
            assert_eq!(exposed(&file), Some(file));
        }
        assert_eq!(exposed(Path::new("/etc/passwd")), None, "the administrator may change it");
        assert_eq!(exposed(Path::new("/dev/zero")), None, "a device is no file of settings");
    }
}
