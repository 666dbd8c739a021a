//! Looks through folders of help. Links that lead out of them are not followed.

use crate::Format;
use std::{
    fs,
    path::{Path, PathBuf},
};

/// How deep folders are looked through.
const DEEPEST: usize = 4;
/// The most documents of one folder.
const MOST_DOCUMENTS: usize = 10_000;
/// The maximum number of entries examined in all folders together.
const MOST_ENTRIES: usize = 100_000;

/// The documents in a folder and those in it whose format is wanted, in the order of their names.
pub(super) fn documents(folder: &Path, root: &Path, wanted: impl Fn(Format) -> bool) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut entries_left = MOST_ENTRIES;
    let mut folders = vec![(folder.to_owned(), 0)];
    while let Some((folder, depth)) = folders.pop() {
        let Some(folder) = folder.canonicalize().ok().filter(|it| is_below(it, root)) else { continue };
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for entry in entries.flatten().take(entries_left) {
            entries_left -= 1;
            let (path, Ok(kind)) = (entry.path(), entry.file_type()) else { continue };
            if kind.is_dir() && depth < DEEPEST {
                folders.push((path, depth + 1));
            } else if Format::of_name(&path).is_some_and(&wanted) {
                found.extend(inside(&path, root));
            }
        }
    }
    found.sort();
    found.truncate(MOST_DOCUMENTS);
    found
}

/// The regular file at a path, without links, if it is below this folder.
pub(super) fn inside(path: &Path, root: &Path) -> Option<PathBuf> {
    let path = path.canonicalize().ok()?;
    (is_below(&path, root) && path.metadata().ok()?.is_file()).then_some(path)
}

/// The names of what is in a folder, in their order.
pub(super) fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().take(MOST_ENTRIES);
    let mut names: Vec<String> = entries.filter_map(|it| it.file_name().into_string().ok()).collect();
    names.sort();
    names
}

fn is_below(path: &Path, root: &Path) -> bool {
    root.canonicalize().is_ok_and(|root| path.starts_with(root))
}
