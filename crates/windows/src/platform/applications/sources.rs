//! Where Windows says which applications are installed.

use super::{catalog::Catalog, installed::InstalledApplication, packages, start_menu};
use crate::platform::native::{
    known_folders::KnownFolder,
    registry::{RegistryKey, Root},
};
use std::path::PathBuf;

/// The key of programs that can be started by their name alone.
const APP_PATHS: &str = r"SOFTWARE\Microsoft\Windows\CurrentVersion\App Paths";
/// The programs of Windows itself that people name and that need not be in the Start menu, by their files.
const OWN: &[(&str, &str)] = &[
    ("Calculator", "calc.exe"),
    ("Character Map", "charmap.exe"),
    ("Command Prompt", "cmd.exe"),
    ("Control Panel", "control.exe"),
    ("File Explorer", "explorer.exe"),
    ("File Manager", "winefile.exe"),
    ("Notepad", "notepad.exe"),
    ("Paint", "mspaint.exe"),
    ("Registry Editor", "regedit.exe"),
    ("Task Manager", "taskmgr.exe"),
];

/// Reads all installed applications. Blocks for as long as the disk takes.
pub(crate) fn installed() -> Catalog {
    let menus = [KnownFolder::StartMenu, KnownFolder::CommonStartMenu];
    of_menus(menus.into_iter().filter_map(KnownFolder::path).collect())
}

/// The same with these Start menus.
pub(crate) fn of_menus(menus: Vec<PathBuf>) -> Catalog {
    let shortcuts = start_menu::shortcuts(menus);
    let of_menu = shortcuts.iter().filter_map(InstalledApplication::of_shortcut);
    let packages = packages::of_shell();
    let of_shell = packages.iter().filter_map(|(name, id)| InstalledApplication::of_package(name, id));
    Catalog::of(of_menu.chain(of_shell).chain(registered()).chain(of_windows()))
}

/// The programs with a registered path, those of the user first.
fn registered() -> Vec<InstalledApplication> {
    let keys = [Root::User, Root::Machine, Root::Machine32].into_iter();
    let keys = keys.filter_map(|root| RegistryKey::open(root, APP_PATHS));
    let of_key = |key: RegistryKey| {
        let names = key.keys().into_iter();
        let found = names.filter_map(|it| InstalledApplication::of_app_path(&it, &key.text(&it, "")?));
        found.filter(is_there).collect::<Vec<_>>()
    };
    keys.flat_map(of_key).collect()
}

/// Whether its program is: entries of removed programs stay in the registry.
fn is_there(application: &InstalledApplication) -> bool {
    application.program().is_some_and(|it| PathBuf::from(it).is_file())
}

fn of_windows() -> Vec<InstalledApplication> {
    let folders = [KnownFolder::System, KnownFolder::Windows].map(KnownFolder::path);
    let place = |file: &str| folders.iter().flatten().map(|it| it.join(file)).find(|it| it.is_file());
    let found = OWN
        .iter()
        .filter_map(|(name, file)| InstalledApplication::of_program(name, &place(file)?.to_string_lossy()));
    found.collect()
}
