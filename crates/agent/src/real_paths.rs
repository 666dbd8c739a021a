//! Where the files that an operation names really are.

use deskpilot_core::{
    CommandSpec, Operation, Paths,
    policy::{named_files, unresolved_files},
};
use std::path::{Component, Path, PathBuf};

/// The real places of the files that an operation names, which may be a native one with this table, where links lead elsewhere. Links are followed in the path as it was
/// written, because what stands before a `..` may be one.
pub(crate) fn real_places(
    operation: &Operation,
    table: Option<&CommandSpec>,
    paths: Paths<'_>,
) -> Vec<String> {
    let plain = named_files(operation, table, paths);
    let written = unresolved_files(operation, table, paths);
    let real = written.iter().map(|it| real(Path::new(it), LINKS).to_string_lossy().into_owned());
    real.filter(|it| !plain.contains(it)).collect()
}

/// How many links that lead nowhere are followed in one place.
const LINKS: usize = 8;

/// Where a path really leads. A file that does not exist yet is taken to be in its real folder, and a link that leads nowhere
/// is followed to where its target would be.
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
