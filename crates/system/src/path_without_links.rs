//! Where a path leads.

use crate::canonical_path;
use std::{
    ffi::OsString,
    path::{Component, Path, PathBuf},
};

/// How many dangling links are followed in one path: they may lead to each other in a circle.
const LINKS: usize = 8;

/// The most names in a path whose links are followed; Linux itself takes paths of 4096 bytes.
const NAMES: usize = 4096;

/// The path without links, in the form that people and other programs use. A file that does not exist yet is placed in its resolved folder; a dangling link resolves to
/// where its target would be. A path that no machine could open stays as it is.
pub fn path_without_links(path: &Path) -> PathBuf {
    if let Ok(found) = canonical_path(path) {
        return found;
    }
    let (mut left, mut links) = (names_of(path), LINKS);
    if left.len() > NAMES {
        return path.to_owned();
    }
    let mut found = root_of(path);
    while let Some(name) = left.pop() {
        let next = found.join(&name);
        match next.read_link() {
            // No link is left in what was found, so its parent is what `..` means.
            _ if name == ".." => drop(found.pop()),
            Ok(target) if links > 0 => {
                links -= 1;
                if target.is_absolute() {
                    found = root_of(&target);
                }
                left.extend(names_of(&target));
            }
            // Windows may know it by a short name, which is none of a link.
            _ => found = canonical_path(&next).unwrap_or(next),
        }
    }
    found
}

/// Where an absolute path begins: at the root, of a drive where there are such.
fn root_of(path: &Path) -> PathBuf {
    path.components().take_while(|it| matches!(it, Component::Prefix(_) | Component::RootDir)).collect()
}

/// The names of a path, the last one first.
fn names_of(path: &Path) -> Vec<OsString> {
    let name = |it: Component<'_>| match it {
        Component::Normal(name) => Some(name.to_owned()),
        Component::ParentDir => Some("..".into()),
        Component::RootDir | Component::CurDir | Component::Prefix(_) => None,
    };
    path.components().rev().filter_map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_path_that_is_not_there_yet_is_in_its_real_folder() {
        let folder = tempfile::tempdir().unwrap();
        let real = canonical_path(folder.path()).unwrap();
        fs::create_dir(real.join("in")).unwrap();
        fs::write(real.join("in").join("file"), "").unwrap();
        for (written, expected) in [
            (&["in", "file"][..], &["in", "file"][..]),
            (&["in", "..", "in", "file"], &["in", "file"]),
            (&["in", "new", "file"], &["in", "new", "file"]),
            (&["in", "new", "..", "file"], &["in", "file"]),
            (&["..", "..", "new"], &["..", "..", "new"]),
        ] {
            let joined = |names: &[&str]| names.iter().fold(real.clone(), |path, name| path.join(name));
            let mut wanted = joined(expected);
            if expected[0] == ".." {
                wanted = real.parent().unwrap().parent().unwrap().join("new");
            }
            assert_eq!(path_without_links(&joined(written)), wanted, "{written:?}");
        }
    }
}
