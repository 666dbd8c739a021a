//! Folders of the user, and who may do what with files.

use deskpilot_desktop::{FileAccess, FilePermissions, Platform};
use deskpilot_windows::Windows;
use std::{
    env, fs, io,
    os::windows::fs::OpenOptionsExt,
    path::{Path, PathBuf},
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

/// A folder, open for a look at who may do what with it.
fn opened(folder: &Path) -> fs::File {
    let backup_semantics = 0x0200_0000;
    fs::OpenOptions::new().read(true).custom_flags(backup_semantics).open(folder).unwrap()
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
    let (folder, open) = (Folder::new("private"), Folder::new("open"));
    fs::create_dir(&open.0).unwrap();
    for path in [&folder.0, &folder.0, &open.0] {
        Windows.make_private(path).unwrap();
        assert_eq!(Windows.access(&opened(path)).unwrap(), FileAccess::Nothing);
        assert_eq!(Windows.exposure(path).unwrap(), None);
        let file = path.join("secrets.toml");
        fs::write(&file, "x").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"x", "its user may do everything");
    }
    let missing = Windows.make_private(&folder.0.join("a").join("b"));
    assert_eq!(missing.unwrap_err().kind(), io::ErrorKind::NotFound);
    assert_eq!(Windows.exposure(&folder.0.join("a")).unwrap_err().kind(), io::ErrorKind::NotFound);
}
