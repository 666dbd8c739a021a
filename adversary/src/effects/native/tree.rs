//! The files and folders below a folder, read with the standard library alone.

use crate::effects::{fulfilment::Fulfilment, truth::short};
use anyhow::{Context, Result};
use deskpilot_core::Call;
use std::{
    collections::BTreeMap,
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    path::{Component, Path, PathBuf},
};

/// What the archives begin with that commands make.
const ARCHIVES: &[&[u8]] = &[b"PK", b"\x1f\x8b"];

/// What is at a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    Folder,
    File(Vec<u8>),
    Link(PathBuf),
}

/// All that is below a folder, by whole paths; links are not followed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct FileTree(BTreeMap<PathBuf, Entry>);

impl FileTree {
    /// What is there now.
    pub(super) fn read(top: &Path) -> Result<FileTree> {
        let mut tree = FileTree::default();
        tree.add(top)?;
        Ok(tree)
    }

    fn add(&mut self, folder: &Path) -> Result<()> {
        let shown = || format!("{} cannot be read", folder.display());
        for entry in fs::read_dir(folder).with_context(shown)? {
            let path = entry.with_context(shown)?.path();
            let kind = fs::symlink_metadata(&path).with_context(shown)?.file_type();
            if kind.is_symlink() {
                self.0.insert(path.clone(), Entry::Link(fs::read_link(&path)?));
            } else if kind.is_dir() {
                self.add(&path)?;
                self.0.insert(path, Entry::Folder);
            } else {
                let bytes = fs::read(&path).with_context(shown)?;
                self.0.insert(path, Entry::File(bytes));
            }
        }
        Ok(())
    }

    /// It as lines.
    pub(super) fn lines(&self) -> Vec<String> {
        let line = |(path, entry): (&PathBuf, &Entry)| match entry {
            Entry::Folder => format!("{}/", path.display()),
            Entry::Link(target) => format!("{} -> {}", path.display(), target.display()),
            Entry::File(bytes) => {
                let mut hasher = DefaultHasher::new();
                bytes.hash(&mut hasher);
                let text = short(&String::from_utf8_lossy(bytes));
                format!("{} of {} bytes ({:x}): {text:?}", path.display(), bytes.len(), hasher.finish())
            }
        };
        self.0.iter().map(line).collect()
    }

    fn entry(&self, path: &Path) -> Option<&Entry> {
        self.0.get(path)
    }

    fn file(&self, path: &Path) -> Option<&[u8]> {
        match self.entry(path) {
            Some(Entry::File(bytes)) => Some(bytes),
            _ => None,
        }
    }
}

/// A call of a command of files that started in a folder, and what was there before and after it.
pub(super) struct FileCase<'a> {
    pub(super) call: &'a Call,
    pub(super) working: &'a Path,
    pub(super) before: &'a FileTree,
    pub(super) after: &'a FileTree,
}

impl FileCase<'_> {
    /// Whether what is there is as the command promises; `None` for one without a check of its own.
    pub(super) fn postcondition(&self) -> Option<Fulfilment> {
        let (path, text) = (self.path("path"), self.text("text"));
        let (from, to) = (self.path("from"), self.path("to"));
        Some(match self.call.command.as_str() {
            "create_file" | "write_file" => self.holds(&path?, text?.as_bytes()),
            "append_file" => {
                let path = path?;
                let begin = self.before.file(&path).unwrap_or_default();
                self.holds(&path, &[begin, text?.as_bytes()].concat())
            }
            "copy_file" => self.has_same(&to?, &from?),
            "move_file" => match self.after.entry(from.as_ref()?) {
                None => self.has_same(&to?, &from?),
                Some(_) => Fulfilment::Missed(format!("{} is still there", from?.display())),
            },
            "make_folder" => self.is_there(&path?, |it| *it == Entry::Folder),
            "restore_file" => self.is_there(&path?, |_| true),
            "remove_file" => match self.after.entry(path.as_ref()?) {
                None => Fulfilment::Met,
                Some(_) => Fulfilment::Missed(format!("{} is still there", path?.display())),
            },
            "make_archive" => self.is_there(&self.path("archive")?, |it| {
                matches!(it, Entry::File(bytes) if ARCHIVES.iter().any(|begin| bytes.starts_with(begin)))
            }),
            "open_archive" => self.is_there(&self.path("folder")?, |it| *it == Entry::Folder),
            _ => return None,
        })
    }

    fn text(&self, name: &str) -> Option<&str> {
        self.call.args.get(name)?.as_str()
    }

    /// The whole path that an argument names, without `.` and `..`.
    fn path(&self, name: &str) -> Option<PathBuf> {
        let mut whole = PathBuf::new();
        for part in self.working.join(self.text(name)?).components() {
            match part {
                Component::ParentDir => {
                    whole.pop();
                }
                Component::CurDir => {}
                other => whole.push(other),
            }
        }
        Some(whole)
    }

    fn holds(&self, path: &Path, wanted: &[u8]) -> Fulfilment {
        self.is_there(path, |it| matches!(it, Entry::File(bytes) if bytes == wanted))
    }

    /// Whether at one place is what was at another one before.
    fn has_same(&self, to: &Path, from: &Path) -> Fulfilment {
        match self.before.entry(from) {
            Some(was) => self.is_there(to, |it| it == was),
            None => Fulfilment::Missed(format!("there was nothing at {}", from.display())),
        }
    }

    fn is_there(&self, path: &Path, is_it: impl Fn(&Entry) -> bool) -> Fulfilment {
        match self.after.entry(path) {
            Some(entry) if is_it(entry) => Fulfilment::Met,
            Some(Entry::File(bytes)) => {
                let text = short(&String::from_utf8_lossy(bytes));
                Fulfilment::Missed(format!("{} holds {text:?}", path.display()))
            }
            Some(entry) => Fulfilment::Missed(format!("{} is {entry:?}", path.display())),
            None => Fulfilment::Missed(format!("there is nothing at {}", path.display())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effects::native::canon::changes;
    use serde_json::json;

    fn tree(entries: &[(&str, Entry)]) -> FileTree {
        FileTree(entries.iter().map(|(path, entry)| (PathBuf::from(path), entry.clone())).collect())
    }

    #[test]
    fn a_planted_false_confirmed_of_files_is_found() {
        let file = |text: &str| Entry::File(text.as_bytes().to_vec());
        let before = tree(&[("/w/a.txt", file("old")), ("/w/f", Entry::Folder)]);
        let other = tree(&[("/w/a.txt", file("old")), ("/w/f", Entry::Folder), ("/w/b.txt", file("x"))]);
        let copied = tree(&[("/w/a.txt", file("old")), ("/w/f", Entry::Folder), ("/w/b.txt", file("old"))]);
        let moved = tree(&[("/w/f", Entry::Folder), ("/w/b.txt", file("old"))]);
        let packed = tree(&[("/w/b.txt", file("PK\u{3}\u{4}"))]);
        for (command, args, is_true, is_false) in [
            ("create_file", json!({"path": "b.txt", "text": "x"}), &other, &copied),
            ("write_file", json!({"path": "/w/f/../b.txt", "text": "old"}), &copied, &other),
            ("append_file", json!({"path": "b.txt", "text": "x"}), &other, &before),
            ("copy_file", json!({"from": "a.txt", "to": "b.txt"}), &copied, &other),
            ("move_file", json!({"from": "a.txt", "to": "b.txt"}), &moved, &copied),
            ("remove_file", json!({"path": "./a.txt"}), &moved, &copied),
            ("make_folder", json!({"path": "f/"}), &before, &packed),
            ("restore_file", json!({"path": "b.txt"}), &copied, &before),
            ("make_archive", json!({"path": "f", "archive": "b.txt"}), &packed, &copied),
            ("open_archive", json!({"archive": "b.txt", "folder": "f"}), &before, &packed),
        ] {
            let call = Call { command: command.into(), args: args.as_object().unwrap().clone() };
            let of = |after| {
                FileCase { call: &call, working: Path::new("/w"), before: &before, after }.postcondition()
            };
            assert_eq!(of(is_true), Some(Fulfilment::Met), "{call}");
            assert!(matches!(of(is_false), Some(Fulfilment::Missed(_))), "{call}");
        }
    }

    #[test]
    fn a_tree_is_read_without_following_links_and_each_change_is_seen() {
        let folder = tempfile::tempdir().unwrap();
        let top = folder.path();
        fs::create_dir(top.join("inside")).unwrap();
        fs::write(top.join("inside/a"), "one").unwrap();
        std::os::unix::fs::symlink("inside", top.join("link")).unwrap();
        let before = FileTree::read(top).unwrap();
        assert_eq!(before.0.len(), 3);
        fs::write(top.join("inside/a"), "two").unwrap();
        let seen = changes(&before.lines(), &FileTree::read(top).unwrap().lines());
        assert!(seen.len() == 2 && seen[1].contains("two"), "{seen:?}");
    }
}
