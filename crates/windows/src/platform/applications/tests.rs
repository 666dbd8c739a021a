//! Shortcuts as Windows makes them are read, and lead to applications.
#![expect(unsafe_code, reason = "calls Windows")]

use super::installed::StartKind;
use super::sources::of_menus;
use super::start_menu::shortcuts;
use crate::platform::native::com::on_own_thread;
use std::{env, fs, path::Path};
use windows::Win32::{
    System::Com::{CLSCTX_INPROC_SERVER, CoCreateInstance, IPersistFile},
    UI::Shell::{IShellLinkW, ShellLink},
};
use windows::core::{HSTRING, Interface, Result};

fn make_shortcut(file: &Path, target: &Path, arguments: &str) {
    let (file, target, arguments) = (HSTRING::from(file), HSTRING::from(target), HSTRING::from(arguments));
    let make = move || -> Result<()> {
        // SAFETY: the thread has an apartment, and the texts live until the calls return.
        unsafe {
            let link: IShellLinkW = CoCreateInstance(&ShellLink, None, CLSCTX_INPROC_SERVER)?;
            link.SetPath(&target)?;
            link.SetArguments(&arguments)?;
            link.cast::<IPersistFile>()?.Save(&file, true)
        }
    };
    on_own_thread(make).unwrap().unwrap();
}

#[test]
fn shortcuts_of_the_start_menu_are_applications_and_those_of_uninstallers_are_not() {
    let menu = env::temp_dir().join(format!("deskpilot-menu-{}", std::process::id()));
    fs::create_dir_all(menu.join("Tools")).unwrap();
    let program = env::current_exe().unwrap();
    make_shortcut(&menu.join("Tools/Fine Tool.lnk"), &program, "--mode \"two words\"");
    make_shortcut(&menu.join("Uninstall Fine Tool.lnk"), &program, "/remove");
    fs::write(menu.join("broken.lnk"), "no shortcut").unwrap();
    fs::write(menu.join("notes.txt"), "").unwrap();
    assert_eq!(shortcuts(vec![menu.clone()]).len(), 2);
    let catalog = of_menus(vec![menu.clone(), menu.join("not there")]);
    let found = catalog.find("fine tool").unwrap();
    assert_eq!(found.application.name, "Fine Tool");
    assert_eq!(found.application.keywords, ["Tools"]);
    let StartKind::Program { path, arguments, .. } = &found.start else { panic!("{found:?}") };
    assert!(path.eq_ignore_ascii_case(program.to_str().unwrap()), "{path}");
    assert_eq!(arguments, &["--mode", "two words"]);
    assert!(catalog.applications().iter().all(|it| !it.name.starts_with("Uninstall")));
    fs::remove_dir_all(menu).unwrap();
}
