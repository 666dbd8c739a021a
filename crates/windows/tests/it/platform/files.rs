//! Folders of the user, and who may do what with files.

use deskpilot_desktop::{FileAccess, FilePermissions, Platform};
use deskpilot_windows::Windows;
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

/// A folder of this test, which is removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = env::temp_dir().join(format!("deskpilot-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Lets everybody do this with a file or folder.
fn let_everybody(right: &str, path: &Path) {
    let everybody = format!("*S-1-1-0:{right}");
    let status = Command::new("icacls").arg(path).arg("/grant").arg(everybody).status();
    assert!(status.unwrap().success());
}

#[test]
fn the_users_folders_are_those_that_windows_knows() {
    let variables: Vec<(String, String)> = env::vars().collect();
    for found in [Windows.folders(&variables), Windows.folders(&[])] {
        let home = found.home.unwrap();
        assert!(home.is_dir() && home.is_absolute(), "{home:?}");
        for ours in [found.settings, found.data, found.system_settings] {
            let ours = ours.unwrap();
            assert!(ours.is_absolute() && ours.ends_with("deskpilot"), "{ours:?}");
            assert!(ours.parent().unwrap().is_dir(), "{ours:?}");
        }
    }
}

#[test]
fn a_private_folder_is_closed_to_others_whether_it_is_there_or_not() {
    let folder = Folder::new("private");
    for _ in 0..2 {
        Windows.make_private(&folder.0).unwrap();
        assert_eq!(Windows.exposure(&folder.0).unwrap(), None);
        let file = folder.0.join("secrets.toml");
        fs::write(&file, "x").unwrap();
        assert_eq!(Windows.access(&fs::File::open(&file).unwrap()).unwrap(), FileAccess::Nothing);
    }
}
