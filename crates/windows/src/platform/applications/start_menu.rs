//! The shortcuts of the Start menu.
#![expect(unsafe_code, reason = "calls Windows")]

use super::installed::Shortcut;
use crate::platform::native::{com::on_own_thread, text_of};
use std::{
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
};
use windows::Win32::{
    Storage::FileSystem::WIN32_FIND_DATAW,
    System::Com::{CLSCTX_INPROC_SERVER, CoCreateInstance, IPersistFile, STGM_READ},
    UI::Shell::{IShellLinkW, ShellLink},
};
use windows::core::{HSTRING, Interface, Result};

/// How many levels below a Start menu to search; links could make it endless.
const DEPTH: usize = 4;
/// The longest path or command line in a shortcut.
const UNITS: usize = 4096;

/// The shortcuts below these folders, those of an earlier folder first.
pub(crate) fn shortcuts(folders: Vec<PathBuf>) -> Vec<Shortcut> {
    let read = move || {
        let files = folders.iter().flat_map(|folder| files_below(folder, &[], DEPTH));
        files.filter_map(|(file, menu)| read(&file, menu).ok()).collect()
    };
    on_own_thread(read).unwrap_or_default()
}

/// The files of shortcuts, each with the folders of the menu that lead to it.
fn files_below(folder: &Path, menu: &[String], depth: usize) -> Vec<(PathBuf, Vec<String>)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.extension().is_some_and(|it| it.eq_ignore_ascii_case(OsStr::new("lnk"))) {
            found.push((path, menu.to_vec()));
        } else if depth > 0 && path.is_dir() {
            let name = entry.file_name().to_string_lossy().into_owned();
            found.extend(files_below(&path, &[menu, &[name]].concat(), depth - 1));
        }
    }
    found
}

/// What a shortcut says. Looks for nothing: its target may be gone.
fn read(file: &Path, menu: Vec<String>) -> Result<Shortcut> {
    let name = file.to_string_lossy().into_owned();
    // SAFETY: the thread has an apartment; the calls get the length of every buffer, which lives until they return.
    unsafe {
        let link: IShellLinkW = CoCreateInstance(&ShellLink, None, CLSCTX_INPROC_SERVER)?;
        link.cast::<IPersistFile>()?.Load(&HSTRING::from(&name), STGM_READ)?;
        let (mut target, mut arguments, mut folder) = (vec![0; UNITS], vec![0; UNITS], vec![0; UNITS]);
        let mut about = WIN32_FIND_DATAW::default();
        // One that only Windows can follow has no target.
        let _ = link.GetPath(&mut target, &raw mut about, 0);
        let _ = link.GetArguments(&mut arguments);
        let _ = link.GetWorkingDirectory(&mut folder);
        let [target, arguments, folder] = [target, arguments, folder].map(|units| text_of(&units));
        Ok(Shortcut { file: name, menu, target, arguments, folder })
    }
}
