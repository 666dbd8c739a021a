//! Resolves links in the paths that an operation names.

use deskpilot_core::{
    CommandSpec, Operation, Paths,
    policy::{named_files, unresolved_files},
};
use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};

/// The resolved paths of the files that an operation names and of those that its window shows, where they differ from the paths
/// as written. `table` is the specification of a native command. Links are followed before `..` is removed, because the part
/// before `..` may be a link.
pub fn linked_places(
    operation: &Operation,
    table: Option<&CommandSpec>,
    shown: &[String],
    paths: Paths<'_>,
) -> Vec<String> {
    let resolved = shown.iter().filter_map(|it| paths.resolve(it));
    let plain: Vec<String> = named_files(operation, table, paths).into_iter().chain(resolved).collect();
    let written = unresolved_files(operation, table, paths);
    let real =
        written.iter().chain(shown).map(|it| real(Path::new(it), LINKS).to_string_lossy().into_owned());
    real.filter(|it| !plain.contains(it)).collect()
}

/// How many dangling links are followed in one path.
const LINKS: usize = 8;

/// The most names in a path whose links are followed; Linux itself takes paths of 4096 bytes.
const NAMES: usize = 4096;

/// The path without links. A file that does not exist yet is placed in its resolved folder; a dangling link resolves to
/// where its target would be. A path that no machine could open stays as it is.
fn real(path: &Path, mut links: usize) -> PathBuf {
    if let Ok(found) = path.canonicalize() {
        return found;
    }
    let mut left: Vec<OsString> = names_of(path);
    if left.len() > NAMES {
        return path.to_owned();
    }
    let mut found = PathBuf::from("/");
    while let Some(name) = left.pop() {
        let next = found.join(&name);
        match next.read_link() {
            _ if name == ".." => drop(found.pop()),
            Ok(target) if links > 0 => {
                links -= 1;
                if target.is_absolute() {
                    found = PathBuf::from("/");
                }
                left.extend(names_of(&target));
            }
            _ => found = next,
        }
    }
    found
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
    use std::os::unix::fs::symlink;

    #[test]
    fn links_are_followed_wherever_they_stand() {
        let home = tempfile::tempdir().unwrap();
        let home = home.path().canonicalize().unwrap();
        std::fs::create_dir_all(home.join("work")).unwrap();
        std::fs::create_dir_all(home.join("other/deep")).unwrap();
        for (link, target) in
            [("work/l", "../other/deep"), ("work/dangling", "../other/new"), ("work/round", "round")]
        {
            symlink(target, home.join(link)).unwrap();
        }
        for (named, found) in [
            ("work/a", "work/a"),
            ("work/l", "other/deep"),
            ("work/l/new/sub.txt", "other/deep/new/sub.txt"),
            ("work/l/../n", "other/n"),
            ("work/dangling", "other/new"),
            ("work/dangling/x", "other/new/x"),
            ("work/none/../../b", "b"),
            ("work/round", "work/round"),
        ] {
            assert_eq!(real(&home.join(named), LINKS), home.join(found), "{named}");
        }
    }

    #[test]
    fn a_path_of_very_many_names_ends_nothing() {
        let path = PathBuf::from("/none/..".repeat(20_000));
        assert!(real(&path, LINKS).is_absolute());
        let path = PathBuf::from("/none".repeat(20_000));
        assert_eq!(real(&path, LINKS), path);
    }
}
