//! Lock files of LibreOffice from private desktops that ended without any cleaning up, such as at a loss of power.

use super::directory::{is_dead, runtime_of};
use crate::office_lock::OfficeLock;
use crate::process::stray_processes;
use rustix::process::getuid;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// Removes the lock files in a folder that dead private desktops of this user left.
pub(super) fn remove_in(folder: &Path) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter(|it| OfficeLock::is_name(&it.file_name())).for_each(|it| remove(&it.path()));
}

/// Removes the lock file of a document that is about to be opened, if a dead private desktop of this user left it.
pub(crate) fn remove_of(document: &Path) {
    if let Some(lock) = OfficeLock::path_of(document) {
        remove(&lock);
    }
}

fn remove(lock: &Path) {
    let is_own = |about: fs::Metadata| about.is_file() && about.uid() == getuid().as_raw();
    if !fs::symlink_metadata(lock).is_ok_and(is_own) {
        return;
    }
    let desktop = OfficeLock::read(lock).and_then(|it| desktop_of(&it));
    // A program of a desktop whose directory this process cannot see, as with a /tmp of its own, is seen among the processes.
    if desktop.is_some_and(|it| is_dead(&it) && stray_processes::find(&runtime_of(&it)).is_empty()) {
        // Nobody misses it where it is gone meanwhile.
        let _ = fs::remove_file(lock);
    }
}

/// The directory of the private desktop whose LibreOffice wrote a lock file on this machine.
fn desktop_of(lock: &OfficeLock) -> Option<PathBuf> {
    if !lock.is_of_this_machine {
        return None;
    }
    let base = format!("deskpilot-{}", getuid().as_raw());
    let ends_base = |path: &&Path| path.parent().is_some_and(|it| it.ends_with(&base));
    let desktop = lock.profile.ancestors().find(ends_base)?;
    let is_home = lock.profile.strip_prefix(desktop).is_ok_and(|rest| rest.starts_with("home"));
    is_home.then(|| desktop.to_owned())
}

#[cfg(test)]
mod tests {
    use super::super::directory::Directory;
    use super::*;
    use rustix::system::uname;

    fn lock_of(host: &str, profile: &Path) -> String {
        format!(",ann,{host},28.11.2026 01:51,file://{}/.config/libreoffice/4;", profile.display())
    }

    #[test]
    fn only_lock_files_of_dead_desktops_on_this_machine_are_removed() {
        let base = tempfile::tempdir().unwrap();
        let desktops = base.path().join(format!("deskpilot-{}", getuid().as_raw()));
        fs::create_dir(&desktops).unwrap();
        let alive = Directory::create(&desktops).unwrap();
        let name = uname();
        let host = name.nodename().to_str().unwrap().split('.').next().unwrap();
        let dead = desktops.join("1-1/home");
        let letter = base.path().join("my letter.odt");
        let lock = base.path().join(".~lock.my letter.odt#");
        for (text, stays) in [
            (lock_of(host, &dead), false),
            (lock_of("elsewhere", &dead), true),
            (lock_of(host, &alive.home()), true),
            (lock_of(host, Path::new("/home/ann")), true),
            (lock_of(host, &base.path().join("deskpilot-1/1-1/home")), true),
            (String::new(), true),
        ] {
            fs::write(&lock, &text).unwrap();
            remove_of(&letter);
            assert_eq!(lock.exists(), stays, "opened: {text}");
            fs::write(&lock, &text).unwrap();
            remove_in(base.path());
            assert_eq!(lock.exists(), stays, "in the folder: {text}");
        }
    }
}
