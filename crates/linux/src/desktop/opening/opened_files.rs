//! The files that were opened here, to see whether an application has written one.

use deskpilot_desktop::verdict::SavedFile;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// How many files to remember.
const MOST: usize = 64;

/// The files that applications were given, the last one last.
#[derive(Debug, Default)]
pub(in crate::desktop) struct OpenedFiles(Vec<PathBuf>);

/// A file, and when it was last written.
#[derive(Clone, Debug)]
pub(in crate::desktop) struct OpenedFile {
    path: PathBuf,
    written: Option<(SystemTime, u64)>,
}

impl OpenedFiles {
    /// Remembers a file.
    pub(in crate::desktop) fn remember(&mut self, path: &Path) {
        self.0.retain(|it| it != path);
        if self.0.len() >= MOST {
            self.0.remove(0);
        }
        self.0.push(path.to_owned());
    }

    /// The file that a window with this title shows; `None` where none of them, or more than one, has its name.
    pub(in crate::desktop) fn shown_by(&self, title: &str) -> Option<OpenedFile> {
        let mut named = self.0.iter().filter(|it| is_named(title, it));
        let path = named.next().filter(|_| named.next().is_none())?;
        Some(OpenedFile { path: path.clone(), written: last_written(path) })
    }
}

impl OpenedFile {
    /// Whether nothing was written to it for so long.
    pub(in crate::desktop) fn stands_for(&self, pause: Duration) -> bool {
        let age = last_written(&self.path).and_then(|(written, _)| written.elapsed().ok());
        age.is_some_and(|age| age >= pause)
    }

    /// What became of it since.
    pub(in crate::desktop) fn saved(&self) -> SavedFile {
        let now = last_written(&self.path);
        match self.path.file_name() {
            // The length too: the clock of a file system may be too coarse for two writes that follow each
            // other.
            Some(name) if now.is_some() && now != self.written => {
                SavedFile::Written(name.to_string_lossy().into_owned())
            }
            _ => SavedFile::Unwritten,
        }
    }
}

/// Whether the name of the file is in the title as a word of its own.
pub(super) fn is_named(title: &str, path: &Path) -> bool {
    let Some(name) = path.file_name().and_then(|it| it.to_str()) else { return false };
    title.match_indices(name).any(|(at, _)| {
        // A file `a.txt` is not named by a title with `data.txt` or `a.txt.bak` in it.
        let ends =
            |it: Option<char>| it.is_none_or(|it| !it.is_alphanumeric() && !matches!(it, '.' | '_' | '-'));
        ends(title[..at].chars().next_back()) && ends(title[at + name.len()..].chars().next())
    })
}

fn last_written(path: &Path) -> Option<(SystemTime, u64)> {
    let file = path.metadata().ok()?;
    Some((file.modified().ok()?, file.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_file_is_known_by_its_name_in_the_title_and_as_written_once_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let mut opened = OpenedFiles::default();
        for name in ["note.txt", "my note.txt", "a/total.ods", "b/total.ods"] {
            opened.remember(&path(name));
        }
        for (title, is_known) in [
            ("*note.txt - Editor", true),
            ("note.txt", true),
            ("footnote.txt - Editor", false),
            ("note.txt.bak - Editor", false),
            ("total.ods - Calc", false),
            ("Untitled", false),
        ] {
            assert_eq!(opened.shown_by(title).is_some(), is_known, "{title}");
        }
        let shown = opened.shown_by("note.txt").unwrap();
        assert_eq!(shown.saved(), SavedFile::Unwritten);
        fs::write(path("note.txt"), "saved").unwrap();
        assert_eq!(shown.saved(), SavedFile::Written("note.txt".into()));
        assert_eq!(opened.shown_by("note.txt").unwrap().saved(), SavedFile::Unwritten);
    }
}
