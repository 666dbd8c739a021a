//! The user's preferred application for each type of document, from `mimeapps.list`.

use super::keyfile::{KeyFile, list};
use deskpilot_system::ReadLimit;
use std::path::{Path, PathBuf};

/// The largest list that is read.
const LARGEST: ReadLimit = ReadLimit::mib(1);

/// The lists of preferred applications, the most important first.
#[derive(Debug, Default)]
pub(super) struct Defaults {
    lists: Vec<KeyFile>,
}

impl Defaults {
    /// Reads `mimeapps.list` in these directories, desktop-specific lists before the general ones.
    pub(super) fn read(directories: &[PathBuf], desktops: &[&str]) -> Defaults {
        let names: Vec<String> = desktops
            .iter()
            .map(|desktop| format!("{}-mimeapps.list", desktop.to_lowercase()))
            .chain(["mimeapps.list".to_owned()])
            .collect();
        let files =
            directories.iter().flat_map(|directory| names.iter().map(move |name| directory.join(name)));
        Defaults { lists: files.filter_map(|file| read(&file)).collect() }
    }

    /// Identifiers of applications for the type, the preferred first; most systems list few or none.
    pub(super) fn of_type(&self, mime: &str) -> Vec<String> {
        let groups = ["Default Applications", "Added Associations"];
        let found =
            groups.iter().flat_map(|group| self.lists.iter().filter_map(|list| list.raw(group, mime)));
        found.flat_map(list).filter(|id| !self.is_removed(mime, id)).collect()
    }

    /// Whether the user removed the application for this type.
    pub(super) fn is_removed(&self, mime: &str, id: &str) -> bool {
        let removed = self.lists.iter().filter_map(|list| list.raw("Removed Associations", mime));
        removed.flat_map(list).any(|removed| removed == id)
    }
}

fn read(file: &Path) -> Option<KeyFile> {
    Some(KeyFile::parse(&LARGEST.read_text(file).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_default_goes_before_an_addition_and_removals_count() {
        let text = "[Added Associations]\ntext/plain=b.desktop;c.desktop;\n[Default Applications]\n\
                    text/plain=a.desktop\n[Removed Associations]\ntext/plain=c.desktop;\n";
        let defaults = Defaults { lists: vec![KeyFile::parse(text)] };
        assert_eq!(defaults.of_type("text/plain"), ["a.desktop", "b.desktop"]);
        assert!(defaults.is_removed("text/plain", "c.desktop"));
    }
}
