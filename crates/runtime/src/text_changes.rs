//! What a session changed in text files, for who shows it to its person: each text before, and as it is now.

use crate::{Config, UsageError, Vault, task_places::TaskPlaces};
use deskpilot_core::{BlobRef, Entry, Event, FirstContent, Projection, fold::SessionFiles};
use deskpilot_desktop::SecretStore;
use deskpilot_log::Blobs;
use deskpilot_system::ReadLimit;
use std::{
    collections::{BTreeMap, BTreeSet},
    ffi::OsStr,
    path::Path,
    time::Duration,
};
use tokio::{task::spawn_blocking, time::timeout};

/// The largest text that is compared.
const LARGEST: ReadLimit = ReadLimit::kib(256);
/// The most changes of one call.
const MOST_FILES: usize = 64;
/// How long the disk may take.
const PATIENCE: Duration = Duration::from_secs(2);

/// A change of a text file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextChange {
    /// The file, by its absolute path.
    pub file: String,
    /// Its text when it was compared last, or else before the session first touched it. `None` if the session made it, or saved it in a
    /// dialog under a name that was there.
    pub before: Option<String>,
    /// Its text as it is now.
    pub after: String,
}

/// The texts of the files that a session names, as they were compared last: a fold of its log, and looks at the disk.
#[derive(Debug)]
pub struct TextChanges {
    places: TaskPlaces,
    /// Whether anything is compared. Where the user has secrets, nobody can say here that none is in a file.
    secrets: StoredSecrets,
    named: SessionFiles,
    known: BTreeMap<String, KnownText>,
}

/// Whether the user has secrets that tasks can type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StoredSecrets {
    None,
    Some,
}

/// The last known text of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
enum KnownText {
    /// The log keeps it as it was before the task.
    Kept(BlobRef),
    /// It was this when it was compared last.
    Compared(String),
    /// The log does not keep it, so nothing of it is shown.
    Hidden,
}

impl TextChanges {
    /// Those of a session that begins, with these settings and this folder of its log.
    ///
    /// # Errors
    /// The settings want a kept home, and the user has no data folder; or the file of the user's secrets is wrong.
    pub fn of(config: &Config, folder: &Path) -> Result<TextChanges, UsageError> {
        let secrets = match Vault::of(config)?.names().is_empty() {
            true => StoredSecrets::None,
            false => StoredSecrets::Some,
        };
        let places = TaskPlaces::of(config, folder)?;
        Ok(TextChanges { places, secrets, named: SessionFiles::default(), known: BTreeMap::new() })
    }

    /// Follows the log by one entry.
    pub fn apply(&mut self, entry: &Entry) {
        self.named.apply(entry);
        if let Event::Touched { file, content, .. } = &entry.event {
            let text = match content {
                FirstContent::Kept(blob) => KnownText::Kept(blob.clone()),
                _ => KnownText::Hidden,
            };
            self.known.entry(file.clone()).or_insert(text);
        }
    }

    /// What the session changed in the files that it wrote, since the last call; what is too much for one comes with the next. Of a file
    /// that is packed, large, guarded or gone, nothing is known, and of none if the disk does not answer in time.
    pub async fn take(&mut self, blobs: &Blobs) -> Vec<TextChange> {
        self.compare(blobs, MOST_FILES).await
    }

    /// Passes over all that changed up to now.
    pub async fn skip(&mut self, blobs: &Blobs) {
        self.compare(blobs, usize::MAX).await;
    }

    async fn compare(&mut self, blobs: &Blobs, most: usize) -> Vec<TextChange> {
        let (files, places, blobs) = (self.files(), self.places.clone(), blobs.clone());
        // Where a link leads is a question to the disk, too.
        let look = move || -> Vec<TextChange> {
            let open = files.into_iter().filter(|(file, _)| !places.is_guarded(file));
            open.filter_map(|(file, known)| change(file, known, &blobs)).take(most).collect()
        };
        let Ok(Ok(changes)) = timeout(PATIENCE, spawn_blocking(look)).await else { return Vec::new() };
        for TextChange { file, after, .. } in &changes {
            self.known.insert(file.clone(), KnownText::Compared(after.clone()));
        }
        changes
    }

    /// The files to compare, with their last known texts.
    fn files(&self) -> Vec<(String, Option<KnownText>)> {
        if self.secrets == StoredSecrets::Some {
            return Vec::new();
        }
        let with_known = |file: String| {
            let known = self.known.get(&file).cloned();
            (file, known)
        };
        let files = self.written().into_iter().map(with_known);
        files.filter(|(_, it)| *it != Some(KnownText::Hidden)).collect()
    }

    /// The paths of the files that the session wrote. What it only read may have been changed by somebody else.
    fn written(&self) -> BTreeSet<String> {
        let paths = self.places.paths();
        let (names, with_folder): (Vec<&String>, Vec<&String>) =
            self.named.written.iter().partition(|it| is_called(it, it));
        let promised = self.named.saved.iter();
        let mut written: BTreeSet<String> =
            promised.chain(with_folder).filter_map(|it| paths.resolve(it)).collect();
        let known: BTreeSet<&String> = written.iter().chain(self.known.keys()).collect();
        // An application that saves a file tells its name alone, which may be that of another file in the working folder.
        let only = |name: &String| {
            let mut called = known.iter().filter(|it| is_called(it, name));
            let first = called.next().filter(|_| called.next().is_none())?;
            Some((*first).clone())
        };
        let placed: Vec<String> = names.into_iter().filter_map(only).collect();
        written.extend(placed);
        written
    }
}

/// Whether a file has this name, without a folder.
fn is_called(file: &str, name: &str) -> bool {
    Path::new(file).file_name() == Some(OsStr::new(name))
}

/// The change of a file; `None` if there is none, or it cannot be computed.
fn change(file: String, known: Option<KnownText>, blobs: &Blobs) -> Option<TextChange> {
    let before = match known {
        None => None,
        Some(KnownText::Compared(text)) => Some(text),
        Some(KnownText::Kept(blob)) if blob.bytes <= LARGEST.in_bytes() => {
            Some(plain(String::from_utf8(blobs.read(&blob).ok()?).ok()?)?)
        }
        Some(KnownText::Kept(_) | KnownText::Hidden) => return None,
    };
    let after = plain(LARGEST.read_text(Path::new(&file)).ok()?)?;
    (before.as_ref() != Some(&after)).then_some(TextChange { file, before, after })
}

/// The text, unless it has bytes that no text has.
fn plain(text: String) -> Option<String> {
    (!text.contains('\0')).then_some(text)
}

#[cfg(test)]
mod tests;
