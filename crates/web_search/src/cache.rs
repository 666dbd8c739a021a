//! Passages of earlier searches, in a folder of the user. An entry is a file whose name is the hash of what was searched for and
//! where; neither the engine's address nor its key is in it. Whatever is wrong with an entry, it is only searched for again.

use crate::CacheSettings;
use deskpilot_core::Passage;
use deskpilot_system::{AtomicWrite, ReadLimit, check_own_folder, private_folder_options};
use serde::{Deserialize, Serialize};
use std::{
    fs, io,
    path::{Path, PathBuf},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

/// The largest entry.
const LARGEST: ReadLimit = ReadLimit::kib(256);
/// The most bytes of all entries.
const MAX_BYTES: u64 = 16 << 20;
/// How long somebody may write one entry.
const LONGEST_WRITE: Duration = Duration::from_secs(60);
/// The version of the format; others are searched for again.
const VERSION: u32 = 1;

/// Keeps passages in a folder.
#[derive(Clone, Debug)]
pub(crate) struct PassageCache {
    settings: CacheSettings,
    max_bytes: u64,
}

/// What passages are kept under.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CacheKey(String);

/// A file.
#[derive(Serialize, Deserialize)]
struct CacheEntry {
    version: u32,
    /// The key, which is also the file's name.
    key: String,
    /// When it was written, in seconds since 1970.
    saved: u64,
    passages: Vec<Passage>,
}

impl CacheKey {
    /// The key of a search: the hash of everything that decides on its passages.
    pub(crate) fn of(parts: &[&str]) -> CacheKey {
        let mut hash = blake3::Hasher::new();
        for part in parts {
            hash.update(&(part.len() as u64).to_le_bytes());
            hash.update(part.as_bytes());
        }
        CacheKey(hash.finalize().to_hex().to_string())
    }
}

impl PassageCache {
    pub(crate) const fn new(settings: CacheSettings) -> PassageCache {
        PassageCache { settings, max_bytes: MAX_BYTES }
    }

    /// The passages of a search that was done not too long ago.
    pub(crate) fn read(&self, key: &CacheKey) -> Option<Vec<Passage>> {
        check_own_folder(&self.settings.folder).ok()?;
        let text = LARGEST.read_text(&self.file(key)).ok()?;
        let entry: CacheEntry = serde_json::from_str(&text).ok()?;
        let age = seconds(SystemTime::now()).checked_sub(entry.saved)?;
        let is_fresh = age < self.settings.max_age.as_secs();
        (entry.version == VERSION && entry.key == key.0 && is_fresh).then_some(entry.passages)
    }

    /// Keeps the passages, and removes the oldest entries if there are too many.
    ///
    /// # Errors
    /// The folder cannot be written, or is not the user's own.
    pub(crate) fn write(&self, key: &CacheKey, passages: &[Passage]) -> io::Result<()> {
        let folder = &self.settings.folder;
        private_folder_options().recursive(true).create(folder)?;
        check_own_folder(folder)?;
        let entry = CacheEntry {
            version: VERSION,
            key: key.0.clone(),
            saved: seconds(SystemTime::now()),
            passages: passages.to_vec(),
        };
        AtomicWrite::FAST.write(&self.file(key), &serde_json::to_vec(&entry)?)?;
        self.prune()
    }

    fn file(&self, key: &CacheKey) -> PathBuf {
        self.settings.folder.join(format!("{}.json", key.0))
    }

    /// Removes entries that are too old, and the oldest ones until the rest fits. Another process may remove the same ones.
    fn prune(&self) -> io::Result<()> {
        let mut entries: Vec<(SystemTime, u64, PathBuf)> =
            fs::read_dir(&self.settings.folder)?.flatten().filter_map(|it| of_entry(&it)).collect();
        entries.sort_by(|(one, ..), (other, ..)| other.cmp(one));
        let (now, mut total) = (SystemTime::now(), 0);
        for (modified, size, path) in entries {
            let age = now.duration_since(modified).unwrap_or(Duration::ZERO);
            if is_unfinished(&path) && age < LONGEST_WRITE {
                continue;
            }
            total += size;
            if age >= self.settings.max_age || total > self.max_bytes {
                remove(&path)?;
            }
        }
        Ok(())
    }
}

/// Whether a file is no entry yet: somebody writes it, or was killed while they did.
fn is_unfinished(path: &Path) -> bool {
    path.extension().is_some_and(|it| it == "new")
}

/// When a file was modified, its size and its path, if it is an entry, or what a process that was killed left of one.
fn of_entry(entry: &fs::DirEntry) -> Option<(SystemTime, u64, PathBuf)> {
    let path = entry.path();
    let is_ours = is_unfinished(&path) || path.extension().is_some_and(|it| it == "json");
    let metadata = entry.metadata().ok().filter(|it| it.is_file() && is_ours)?;
    Some((metadata.modified().ok()?, metadata.len(), path))
}

fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

fn seconds(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH).map_or(0, |it| it.as_secs())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{fs::File, thread};

    const DAY: Duration = Duration::from_secs(24 * 3600);

    fn cache(folder: &Path) -> PassageCache {
        PassageCache::new(CacheSettings { folder: folder.join("web"), max_age: DAY * 7 })
    }

    fn passage(text: &str) -> Passage {
        let [source, title, place] = ["web", "t", "https://a.example/"].map(str::to_owned);
        Passage { source, title, place, text: text.into(), score: 0.5 }
    }

    #[test]
    fn what_was_kept_is_found_until_it_is_too_old() {
        let folder = tempfile::tempdir().unwrap();
        let (cache, key) = (cache(folder.path()), CacheKey::of(&["brave", "a"]));
        assert_eq!(cache.read(&key), None);
        cache.write(&key, &[passage("kept")]).unwrap();
        assert_eq!(cache.read(&key).unwrap(), [passage("kept")]);
        assert_eq!(cache.read(&CacheKey::of(&["brav", "ea"])), None);
        let text = fs::read_to_string(cache.file(&key)).unwrap();
        for (days, is_found) in [(0, true), (6, true), (7, false), (-1, false)] {
            let saved = seconds(SystemTime::now()).wrapping_add_signed(-days * 24 * 3600);
            let mut entry: CacheEntry = serde_json::from_str(&text).unwrap();
            entry.saved = saved;
            fs::write(cache.file(&key), serde_json::to_string(&entry).unwrap()).unwrap();
            assert_eq!(cache.read(&key).is_some(), is_found, "{days}");
        }
    }

    #[test]
    fn a_damaged_entry_is_not_found_and_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let (cache, key) = (cache(folder.path()), CacheKey::of(&["a"]));
        cache.write(&key, &[passage("kept")]).unwrap();
        let whole = fs::read(cache.file(&key)).unwrap();
        let other = String::from_utf8(whole.clone()).unwrap().replace(&key.0, &CacheKey::of(&["b"]).0);
        let next = String::from_utf8(whole.clone()).unwrap().replace("\"version\":1", "\"version\":2");
        let large = [whole.as_slice(), &b" ".repeat(300 << 10)].concat();
        for damaged in
            [&whole[..whole.len() / 2], b"", b"\xff", b"[]", other.as_bytes(), next.as_bytes(), &large]
        {
            fs::write(cache.file(&key), damaged).unwrap();
            assert_eq!(cache.read(&key), None);
        }
        cache.write(&key, &[passage("again")]).unwrap();
        assert_eq!(cache.read(&key).unwrap(), [passage("again")]);
    }

    #[test]
    fn the_oldest_entries_go_where_there_are_too_many_and_nothing_else_does() {
        let folder = tempfile::tempdir().unwrap();
        let cache = cache(folder.path());
        let keys: Vec<CacheKey> = (0..5).map(|it| CacheKey::of(&[&it.to_string()])).collect();
        for (age, key) in keys.iter().enumerate() {
            cache.write(key, &[passage(&"x".repeat(150))]).unwrap();
            let written = File::options().write(true).open(cache.file(key)).unwrap();
            written.set_modified(SystemTime::now() - Duration::from_secs(age as u64 * 60)).unwrap();
        }
        fs::write(cache.settings.folder.join("notes.txt"), "x".repeat(2000)).unwrap();
        let small = PassageCache { max_bytes: 1000, ..cache.clone() };
        small.write(&keys[0], &[passage(&"x".repeat(150))]).unwrap();
        let found: Vec<bool> = keys.iter().map(|it| cache.read(it).is_some()).collect();
        assert_eq!(found, [true, true, false, false, false]);
        assert!(cache.settings.folder.join("notes.txt").exists());
    }

    #[test]
    fn entries_that_are_too_old_go() {
        let folder = tempfile::tempdir().unwrap();
        let cache = cache(folder.path());
        let [old, kept, fresh] = ["old", "kept", "fresh"].map(|it| CacheKey::of(&[it]));
        for (key, days) in [(&old, 8), (&kept, 6)] {
            cache.write(key, &[passage("x")]).unwrap();
            let written = File::options().write(true).open(cache.file(key)).unwrap();
            written.set_modified(SystemTime::now() - DAY * days).unwrap();
        }
        cache.write(&fresh, &[passage("x")]).unwrap();
        assert_eq!([old, kept, fresh].map(|it| cache.file(&it).exists()), [false, true, true]);
    }

    #[test]
    fn an_entry_that_somebody_still_writes_stays_and_what_a_killed_process_left_goes() {
        let folder = tempfile::tempdir().unwrap();
        let cache = PassageCache { max_bytes: 1, ..cache(folder.path()) };
        let key = CacheKey::of(&["a"]);
        cache.write(&key, &[passage("x")]).unwrap();
        let [written, left] = ["written", "left"].map(|it| cache.settings.folder.join(format!(".{it}.new")));
        for it in [&written, &left] {
            fs::write(it, "half of it").unwrap();
        }
        let minutes_ago = SystemTime::now() - LONGEST_WRITE * 2;
        File::options().write(true).open(&left).unwrap().set_modified(minutes_ago).unwrap();
        cache.write(&key, &[passage("x")]).unwrap();
        assert!(written.exists() && !left.exists());
    }

    #[test]
    fn a_folder_that_is_not_the_users_own_is_not_used() {
        let folder = tempfile::tempdir().unwrap();
        let (cache, key) = (cache(folder.path()), CacheKey::of(&["a"]));
        let elsewhere = folder.path().join("elsewhere");
        fs::create_dir(&elsewhere).unwrap();
        std::os::unix::fs::symlink(&elsewhere, &cache.settings.folder).unwrap();
        cache.write(&key, &[passage("x")]).unwrap_err();
        assert_eq!(cache.read(&key), None);
        assert_eq!(fs::read_dir(&elsewhere).unwrap().count(), 0);
        let theirs = PassageCache::new(CacheSettings { folder: elsewhere, max_age: DAY });
        theirs.write(&key, &[passage("x")]).unwrap();
        assert!(theirs.read(&key).is_some());
        assert_eq!(cache.read(&key), None, "what is behind a link is not found either");
    }

    #[test]
    fn several_at_once_do_not_disturb_each_other() {
        let folder = tempfile::tempdir().unwrap();
        let cache = PassageCache { max_bytes: 2000, ..cache(folder.path()) };
        let work = |worker: usize| {
            for round in 0..50 {
                let key = CacheKey::of(&[&(round % 7).to_string()]);
                cache.write(&key, &[passage(&format!("{worker} {round}"))]).unwrap();
                if let Some(found) = cache.read(&key) {
                    assert_eq!(found.len(), 1);
                }
            }
        };
        thread::scope(|scope| (0..4).for_each(|worker| drop(scope.spawn(move || work(worker)))));
    }
}
