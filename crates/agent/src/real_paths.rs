//! Resolves links in the paths that an operation names.

use deskpilot_core::{
    CommandSpec, Operation, Paths,
    policy::{named_files, unresolved_files},
};
use std::path::{Component, Path, PathBuf};

/// The resolved paths of the files that an operation names, where they differ from the paths as written. `table` is the
/// specification of a native command. Links are followed before `..` is removed, because the part before `..` may be a link.
pub(crate) fn linked_places(
    operation: &Operation,
    table: Option<&CommandSpec>,
    paths: Paths<'_>,
) -> Vec<String> {
    let plain = named_files(operation, table, paths);
    let written = unresolved_files(operation, table, paths);
    let real = written.iter().map(|it| real(Path::new(it), LINKS).to_string_lossy().into_owned());
    real.filter(|it| !plain.contains(it)).collect()
}

/// How many dangling links are followed in one path.
const LINKS: usize = 8;

/// The path without links. A file that does not exist yet is placed in its resolved folder; a dangling link resolves to
/// where its target would be.
fn real(path: &Path, links: usize) -> PathBuf {
    if let Ok(found) = path.canonicalize() {
        return found;
    }
    let (Some(folder), Some(name)) = (path.parent(), path.components().next_back()) else {
        return path.to_owned();
    };
    let folder = real(folder, links);
    match path.read_link() {
        Ok(target) if links > 0 => real(&folder.join(target), links - 1),
        _ if name == Component::ParentDir => folder.parent().map_or_else(|| folder.clone(), Path::to_owned),
        _ => folder.join(name),
    }
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
}
