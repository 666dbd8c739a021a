//! The files with which a recorded task began: a replay finds them again, in a folder of its own.

use anyhow::{Context, Result};
use deskpilot_core::{Entry, Event, FirstContent, PathStyle, Paths, Prompt};
use deskpilot_log::Blobs;
use deskpilot_system::{AtomicWrite, private_folder_options};
use serde_json::Value;
use std::path::{Component, Path, PathBuf};

/// The files with which a recorded task began, and where its replay has them.
#[derive(Default)]
pub(super) struct Beginning {
    files: Vec<(PathBuf, Vec<u8>)>,
    /// Paths of the recording, longest first, and those that take their places.
    moved: Vec<(String, String)>,
    /// What the person should know of it.
    pub(super) notes: Vec<String>,
}

/// The home of a replay, and how its platform reads paths.
#[derive(Clone, Copy)]
pub(super) struct ReplayHome<'a> {
    pub(super) folder: &'a Path,
    pub(super) style: PathStyle,
}

impl ReplayHome<'_> {
    /// Whether a file of the home controls programs or is secret. The program keeps none in a log, so a log that has one was written by
    /// somebody else.
    fn is_guarded(&self, path: &Path) -> bool {
        let home = self.folder.to_string_lossy();
        let paths = Paths { style: self.style, home: &home, ..Paths::default() };
        paths.resolve(&path.to_string_lossy()).is_none_or(|it| paths.is_guarded(&it))
    }
}

impl Beginning {
    /// The files that the log of these entries keeps, for a replay with this home. Writes nothing yet.
    ///
    /// # Errors
    /// A file of the log is missing or damaged.
    pub(super) fn of(entries: &[Entry], blobs: &Blobs, home: ReplayHome<'_>) -> Result<Beginning> {
        let mut beginning = Beginning::default();
        for entry in entries {
            let Event::Touched { file, below, content } = &entry.event else { continue };
            match content {
                FirstContent::Kept(blob) => {
                    let bytes = blobs.read(blob).with_context(|| format!("{file} cannot be put back"))?;
                    beginning.add(file, below.as_deref(), bytes, home);
                }
                without => {
                    let now = match below {
                        Some(_) => "a name without a folder does not find it in the replay",
                        None => "the replay finds what is there now",
                    };
                    beginning.notes.push(format!("{file} is not put back: {without}; {now}"));
                    // It stays where it is, also where its folder moves.
                    beginning.moved.push((file.clone(), file.clone()));
                }
            }
        }
        beginning.moved.sort_by_key(|(from, _)| std::cmp::Reverse(from.len()));
        beginning.moved.dedup();
        Ok(beginning)
    }

    /// Adds a file. Where the same file was touched before, that was how the task found it.
    fn add(&mut self, file: &str, below: Option<&str>, bytes: Vec<u8>, home: ReplayHome<'_>) {
        if self.moved.iter().any(|(from, _)| from == file) {
            return;
        }
        // A log from elsewhere may name any path: nothing is written outside of the home.
        let below = below.filter(|it| is_plain(Path::new(it)));
        let Some(name) = below.map(Path::new).or_else(|| Path::new(file).file_name().map(Path::new)) else {
            return self.notes.push(format!("{file} is not put back: it is no name of a file"));
        };
        let is_free = |it: &PathBuf| self.files.iter().all(|(known, _)| known != it);
        let numbered = (1..).map(|number: u32| home.folder.join(number.to_string()).join(name));
        let Some(path) = std::iter::once(home.folder.join(name)).chain(numbered).find(is_free) else {
            return;
        };
        if home.is_guarded(&path) {
            let why = "a replay writes no file that controls programs or holds keys";
            self.notes.push(format!("{file} is not put back: {why}"));
            return self.moved.push((file.to_owned(), file.to_owned()));
        }
        if let Some(folder) = below.and_then(|it| file.strip_suffix(it)) {
            let folder = folder.trim_end_matches(home.style.separators());
            if !folder.is_empty() {
                self.moved.push((folder.to_owned(), home.folder.to_string_lossy().into_owned()));
            }
        }
        self.notes.push(format!("{file} is put back as the task found it: {}", path.display()));
        self.moved.push((file.to_owned(), path.to_string_lossy().into_owned()));
        self.files.push((path, bytes));
    }

    /// Whether the log keeps no file.
    pub(super) fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Writes the files.
    ///
    /// # Errors
    /// One cannot be written.
    pub(super) fn put_back(&self) -> Result<()> {
        for (path, bytes) in &self.files {
            let folder = path.parent().unwrap_or(path);
            let made = private_folder_options().recursive(true).create(folder);
            let put = made.and_then(|()| AtomicWrite::FAST.write(path, bytes));
            put.with_context(|| format!("{} cannot be written", path.display()))?;
        }
        Ok(())
    }

    /// The entries of the recording, with the paths of the replay.
    ///
    /// # Errors
    /// They are no entries any more.
    pub(super) fn moved_entries(&self, entries: &[Entry]) -> Result<Vec<Entry>> {
        let mut value = serde_json::to_value(entries)?;
        self.move_texts(&mut value);
        Ok(serde_json::from_value(value)?)
    }

    /// A prompt of the recording, with the paths of the replay.
    ///
    /// # Errors
    /// It is no prompt any more.
    pub(super) fn moved_prompt(&self, prompt: &Prompt) -> Result<Prompt> {
        let mut value = serde_json::to_value(prompt)?;
        self.move_texts(&mut value);
        Ok(serde_json::from_value(value)?)
    }

    fn move_texts(&self, value: &mut Value) {
        match value {
            Value::String(text) => *text = self.moved_text(text),
            Value::Array(items) => items.iter_mut().for_each(|it| self.move_texts(it)),
            Value::Object(keys) => keys.values_mut().for_each(|it| self.move_texts(it)),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    /// A text with the paths of the replay. One pass, because a new path may hold an old one.
    fn moved_text(&self, text: &str) -> String {
        let (mut moved, mut rest) = (String::new(), text);
        while let Some(letter) = rest.chars().next() {
            let is_start = !moved.ends_with(char::is_alphanumeric);
            let found = self.moved.iter().filter(|_| is_start).find_map(|(from, to)| {
                let after = rest.strip_prefix(from.as_str())?;
                ends_path(after).then_some((to, after))
            });
            match found {
                Some((to, after)) => {
                    moved.push_str(to);
                    rest = after;
                }
                None => {
                    moved.push(letter);
                    rest = &rest[letter.len_utf8()..];
                }
            }
        }
        moved
    }
}

/// Whether a path has ended before this text; the full stop of a sentence ends one, too.
fn ends_path(after: &str) -> bool {
    let is_part = |it: char| it.is_alphanumeric() || matches!(it, '-' | '_');
    let after = after.strip_prefix('.').unwrap_or(after);
    !after.starts_with(is_part)
}

/// Whether a path consists of names alone.
fn is_plain(path: &Path) -> bool {
    let mut parts = path.components();
    parts.clone().next().is_some() && parts.all(|it| matches!(it, Component::Normal(_)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{BlobKind, BlobRef, Timestamp};
    use deskpilot_log::{FileLog, SessionLog};

    fn posix(folder: &Path) -> ReplayHome<'_> {
        ReplayHome { folder, style: PathStyle::Posix }
    }

    fn touched(seq: u64, file: &str, below: Option<&str>, content: FirstContent) -> Entry {
        let event = Event::Touched { file: file.into(), below: below.map(str::to_owned), content };
        Entry { seq, at: Timestamp(0), event }
    }

    #[test]
    fn files_are_put_back_into_the_home_and_paths_follow_them() {
        let folder = tempfile::tempdir().unwrap();
        let mut log = FileLog::create(folder.path(), "t").unwrap();
        let mut kept = |text: &str| FirstContent::Kept(log.keep(BlobKind::File, text.as_bytes()).unwrap());
        let entries = [
            touched(0, "/work/a/list.txt", Some("a/list.txt"), kept("list")),
            touched(1, "/work/a/list.txt", Some("a/list.txt"), kept("later")),
            touched(2, "/docs/letter.txt", None, kept("letter")),
            touched(3, "/other/letter.txt", None, kept("other")),
            touched(4, "/evil/x.txt", Some("../../x.txt"), kept("evil")),
            touched(5, "/work/film.mkv", Some("film.mkv"), FirstContent::TooLarge(99_999_999)),
            touched(
                6,
                "/work/.config/autostart/x.desktop",
                Some(".config/autostart/x.desktop"),
                kept("evil"),
            ),
        ];
        let home = folder.path().join("home");
        let beginning = Beginning::of(&entries, &Blobs::of(log.folder()), posix(&home)).unwrap();
        assert!(!home.exists(), "nothing is written yet");
        beginning.put_back().unwrap();
        for (file, text) in
            [("a/list.txt", "list"), ("letter.txt", "letter"), ("1/letter.txt", "other"), ("x.txt", "evil")]
        {
            assert_eq!(std::fs::read_to_string(home.join(file)).unwrap(), text, "{file}");
        }
        assert!(!home.join(".config").exists(), "what controls programs is not put back");
        assert!(beginning.notes.iter().any(|it| it.contains("x.desktop is not put back")));
        let not_kept = beginning.notes.iter().find(|it| it.contains("film.mkv")).unwrap();
        assert!(not_kept.contains("is not put back: it had 99999999 bytes"), "{not_kept}");
        let at = |file: &str| home.join(file).display().to_string();
        for (text, expected) in [
            ("/work/film.mkv", "/work/film.mkv".to_owned()),
            ("Open /docs/letter.txt.", format!("Open {}.", at("letter.txt"))),
            ("/other/letter.txt", at("1/letter.txt")),
            ("/work/out.pdf and /workshop", format!("{} and /workshop", at("out.pdf"))),
            ("/mnt/work/a", "/mnt/work/a".to_owned()),
            ("/docs/letter.txt.bak", "/docs/letter.txt.bak".to_owned()),
        ] {
            assert_eq!(beginning.moved_text(text), expected, "{text}");
        }
    }

    #[test]
    fn what_is_guarded_is_read_as_the_platform_reads_it() {
        let startup = r"AppData\Roaming\Microsoft\Windows\Start Menu\Programs\Startup\x.cmd";
        let (home, file) =
            (r"\\?\C:\Users\u\logs\t\home", |name: &str| format!(r"\\?\C:\Users\u\logs\t\home\{name}"));
        for (name, guarded) in [(startup, true), (r".SSH\config", true), ("a.txt", false)] {
            let home = ReplayHome { folder: Path::new(home), style: PathStyle::Windows };
            assert_eq!(home.is_guarded(Path::new(&file(name))), guarded, "{name}");
        }
    }

    #[test]
    fn without_files_nothing_is_moved_and_a_lost_one_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let beginning = Beginning::of(&[], &Blobs::of(folder.path()), posix(folder.path())).unwrap();
        let entries = [Entry { seq: 3, at: Timestamp(5), event: Event::HandedBack }];
        assert!(beginning.is_empty());
        assert_eq!(beginning.moved_entries(&entries).unwrap(), entries);
        let blob = BlobRef { hash: "a".repeat(64), kind: BlobKind::File, bytes: 1 };
        let lost = [touched(0, "/a.txt", None, FirstContent::Kept(blob))];
        let error = Beginning::of(&lost, &Blobs::of(folder.path()), posix(folder.path())).err().unwrap();
        assert_eq!(error.to_string(), "/a.txt cannot be put back");
    }
}
