//! Lists the folders that a request names and the folders in them, so that the HostAgent knows their files before it opens
//! anything.

use crate::{Halt, journal::Journal, policy_gate::PolicyGate, world::World};
use deskpilot_core::{FolderListing, Paths};
use std::{borrow::Cow, fs, path::Path, time::Duration};
use tokio::{task::spawn_blocking, time::timeout};

/// The most folders that are listed.
const FOLDERS: usize = 4;
/// The most files of a folder that are listed.
const FILES: usize = 40;
/// How many of the folders in a folder are listed, and the most files of each.
const FOLDERS_WITHIN: usize = 8;
const FILES_WITHIN: usize = 20;
/// How many files are read to sort them; a larger folder counts as having so many.
const READ: usize = 2_000;
/// How long reading may take: a folder may be on another machine.
const PATIENCE: Duration = Duration::from_secs(1);

/// The files of the folders that the request names, of the home of a private desktop, and of the folders in these, which come last.
/// Leaves out empty folders, and those whose files the policy keeps from agents.
pub(crate) async fn named_folders(
    world: &mut World,
    journal: &Journal,
    gate: &PolicyGate,
) -> Result<Vec<FolderListing>, Halt> {
    let (request, texts) = (journal.ledger().round.request.clone(), gate.own_paths());
    let own = gate.private_home().map(Cow::into_owned);
    let named = spawn_blocking(move || {
        let mut folders: Vec<String> = Vec::new();
        for folder in own.into_iter().chain(folders_in(&request, texts.paths())) {
            if folders.len() < FOLDERS && !folders.contains(&folder) && Path::new(&folder).is_dir() {
                folders.push(folder);
            }
        }
        let mut within: Vec<String> = folders.iter().flat_map(|it| folders_within(it)).collect();
        within.retain(|it| !folders.contains(it));
        let named = folders.iter().filter_map(|it| listing(it, FILES));
        named.chain(within.iter().filter_map(|it| listing(it, FILES_WITHIN))).collect::<Vec<_>>()
    });
    let read = world.wait_for(timeout(PATIENCE, named)).await?;
    let mut listed = read.ok().and_then(Result::ok).unwrap_or_default();
    listed.retain(|it| gate.may_tell(&it.folder, journal));
    for it in &mut listed {
        it.folder = world.without_secrets(&it.folder);
        for name in &mut it.files {
            *name = world.without_secrets(name);
        }
    }
    Ok(listed)
}

/// The paths in the request that may be folders: words and quoted parts that are paths, and names in the working folder.
fn folders_in(request: &str, paths: Paths<'_>) -> Vec<String> {
    // Every second part stands between two quotation marks.
    let quoted = request.split(['"', '“', '”', '`']).skip(1).step_by(2);
    let words = request.split_whitespace();
    let bare = |text: &str| -> String {
        let text = text.trim_matches(['"', '\'', '“', '”', '‘', '’', '`', '(', ')', ',', ';', ':', '!', '?']);
        text.trim_end_matches(['.', '/']).to_owned()
    };
    let resolved = quoted.chain(words).map(bare).filter(|it| !it.is_empty() && it != "~");
    resolved.filter_map(|it| paths.resolve(&it)).collect()
}

/// The first folders in a folder, without hidden ones. What a link leads to is elsewhere.
fn folders_within(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().take(READ);
    let path = |entry: fs::DirEntry| {
        let is_shown = !entry.file_name().to_string_lossy().starts_with('.');
        // Unlike `metadata`, this does not follow a link.
        let is_folder = entry.file_type().is_ok_and(|it| it.is_dir());
        if is_shown && is_folder { entry.path().into_os_string().into_string().ok() } else { None }
    };
    let mut folders: Vec<String> = entries.filter_map(path).collect();
    folders.sort_unstable();
    folders.truncate(FOLDERS_WITHIN);
    folders
}

/// The files of a folder, so many at most; `None` if it has none or cannot be read.
fn listing(folder: &str, most: usize) -> Option<FolderListing> {
    let entries = fs::read_dir(folder).ok()?.flatten().take(READ);
    let name = |entry: fs::DirEntry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        let mark = if entry.path().is_dir() { "/" } else { "" };
        (!name.starts_with('.')).then(|| format!("{name}{mark}"))
    };
    let mut files: Vec<String> = entries.filter_map(name).collect();
    files.sort_unstable();
    let left_out = files.len().saturating_sub(most);
    files.truncate(most);
    (!files.is_empty()).then(|| FolderListing { folder: folder.to_owned(), files, left_out })
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::PathStyle;

    #[test]
    fn paths_and_names_in_the_home_are_found_in_a_request() {
        let paths = Paths { style: PathStyle::Posix, home: "/home/u", working: "", own: &[] };
        for (request, expected) in [
            ("Sum the files of /tmp/a b.", "/tmp/a"),
            ("Open \"/tmp/two words\", then stop", "/tmp/two words"),
            ("Look into ~/invoices/.", "/home/u/invoices"),
            ("Look into the folder 'invoices'!", "/home/u/invoices"),
        ] {
            let found = folders_in(request, paths);
            assert!(found.iter().any(|it| it == expected), "{request}: {found:?}");
        }
    }

    #[test]
    fn a_folder_is_listed_sorted_and_without_hidden_files() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().to_str().unwrap();
        assert_eq!(listing(path, FILES), None);
        fs::create_dir(folder.path().join("old")).unwrap();
        for name in (0..FILES).map(|at| format!("n{at:03}.txt")).chain([".hidden".into(), "a.txt".into()]) {
            fs::write(folder.path().join(name), "").unwrap();
        }
        let listed = listing(path, FILES).unwrap();
        assert_eq!((listed.files.len(), listed.left_out), (FILES, 2));
        assert_eq!(listed.files[..2], ["a.txt", "n000.txt"]);
        assert_eq!(listing(&format!("{path}/missing"), FILES), None);
    }

    #[cfg(unix)]
    #[test]
    fn the_folders_in_a_folder_are_those_that_stand_in_it_and_are_shown() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().to_str().unwrap();
        for name in ["old", "new", ".hidden"] {
            fs::create_dir(folder.path().join(name)).unwrap();
        }
        fs::write(folder.path().join("a.txt"), "").unwrap();
        std::os::unix::fs::symlink("/", folder.path().join("link")).unwrap();
        assert_eq!(folders_within(path), [format!("{path}/new"), format!("{path}/old")]);
        for at in 0..FOLDERS_WITHIN {
            fs::create_dir(folder.path().join(format!("f{at}"))).unwrap();
        }
        assert_eq!(folders_within(path).len(), FOLDERS_WITHIN);
        assert_eq!(folders_within(&format!("{path}/missing")), Vec::<String>::new());
    }
}
