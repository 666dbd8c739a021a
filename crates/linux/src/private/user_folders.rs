//! Tells applications which folder their dialogs begin in: that for documents and downloads, by the file of xdg-user-dirs.

use deskpilot_system::ReadLimit;
use std::{fs, io, path::Path};

/// The first line of a file of ours; one that a person wrote stays.
const OURS: &str = "# Written by Deskpilot for one task.";

/// More than such a file takes.
const LARGEST: ReadLimit = ReadLimit::kib(64);

/// Names this folder as the one for documents and downloads in these settings. Without a folder, a file of an earlier task is
/// removed, so that settings that last do not lead into its folder.
pub(super) fn write(settings: &Path, folder: Option<&Path>) -> io::Result<()> {
    let file = settings.join("user-dirs.dirs");
    if !is_ours(&file)? {
        return Ok(());
    }
    match folder {
        Some(folder) => fs::write(file, text(folder)),
        None => remove(&file),
    }
}

/// Whether the file is missing or was written by [`write`].
fn is_ours(file: &Path) -> io::Result<bool> {
    match LARGEST.read(file) {
        Ok(text) => Ok(text.starts_with(OURS.as_bytes())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(true),
        Err(error) => Err(error),
    }
}

fn remove(file: &Path) -> io::Result<()> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// The file reads like a shell's: these characters have a meaning within double quotes.
fn text(folder: &Path) -> String {
    let folder = folder.to_string_lossy().replace('\\', "\\\\").replace('"', "\\\"");
    let folder = folder.replace('$', "\\$").replace('`', "\\`");
    let rows = ["DOCUMENTS", "DOWNLOAD"].map(|it| format!("XDG_{it}_DIR=\"{folder}\"\n"));
    format!("{OURS}\n{}", rows.concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_named_and_forgotten_and_what_a_person_wrote_stays() {
        let settings = tempfile::tempdir().unwrap();
        let file = settings.path().join("user-dirs.dirs");
        write(settings.path(), None).unwrap();
        assert!(!file.exists());
        write(settings.path(), Some(Path::new("/a \"b\"/$c"))).unwrap();
        let row = "XDG_DOCUMENTS_DIR=\"/a \\\"b\\\"/\\$c\"\n";
        assert!(fs::read_to_string(&file).unwrap().contains(row));
        write(settings.path(), None).unwrap();
        assert!(!file.exists());
        fs::write(&file, "XDG_DOCUMENTS_DIR=\"$HOME/Papers\"\n").unwrap();
        write(settings.path(), Some(Path::new("/a"))).unwrap();
        write(settings.path(), None).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "XDG_DOCUMENTS_DIR=\"$HOME/Papers\"\n");
    }
}
