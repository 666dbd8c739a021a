//! The heads of the logs that this user's Deskpilot wrote, in a folder outside the logs.
//!
//! A log cannot prove where it comes from: somebody who writes one can also write hashes that fit. So the hash of each of its lines is
//! kept where no bundle and no copied folder brings anything, and is written there before the line: a log that ends in one of
//! them is this user's own up to there, however its process ended.

use deskpilot_core::LogOrigin;
use deskpilot_system::{ReadLimit, private_file_options, private_folder_options};
use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
};

/// The largest record that is read: more than a million lines.
const LARGEST: ReadLimit = ReadLimit::mib(64);

/// The folder of the heads.
#[derive(Clone, Debug)]
pub struct KnownHeads {
    folder: PathBuf,
}

/// The record of one log, opened for writing.
#[derive(Debug)]
pub(super) struct HeadRecord(File);

impl KnownHeads {
    /// The heads in this folder, which only the user may change. It need not exist.
    pub fn of(folder: PathBuf) -> KnownHeads {
        KnownHeads { folder }
    }

    /// Forgets the head of the log in this folder: what is put there next is not this user's own.
    ///
    /// # Errors
    /// The record is there and cannot be removed.
    pub fn forget(&self, log: &Path) -> io::Result<()> {
        match fs::remove_file(self.record(log)?) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            removed => removed,
        }
    }

    /// Where the log in this folder comes from, if this is its head.
    pub fn origin(&self, log: &Path, head: &str) -> LogOrigin {
        match self.record(log).and_then(|it| LARGEST.read_text(&it)).as_deref() {
            Err(_) | Ok("") => LogOrigin::Unknown,
            Ok(heads) if heads.lines().any(|it| it == head) => LogOrigin::Own,
            Ok(_) => LogOrigin::Changed,
        }
    }

    /// Opens the record of the log in this folder, which stays as it is until a head is added.
    pub(super) fn open(&self, log: &Path) -> io::Result<HeadRecord> {
        private_folder_options().recursive(true).create(&self.folder)?;
        let record = private_file_options().create(true).append(true).open(self.record(log)?);
        record.map(HeadRecord)
    }

    fn record(&self, log: &Path) -> io::Result<PathBuf> {
        let log = log.canonicalize()?;
        Ok(self.folder.join(blake3::hash(log.as_os_str().as_encoded_bytes()).to_hex().as_str()))
    }
}

impl HeadRecord {
    /// Forgets all heads: what the log had so far is not this user's own.
    pub(super) fn clear(&mut self) -> io::Result<()> {
        self.0.set_len(0)
    }

    /// Adds the head that the log has with its next line.
    pub(super) fn add(&mut self, next: &str) -> io::Result<()> {
        self.0.write_all(format!("{next}\n").as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_is_known_by_its_place_and_its_head() {
        let place = tempfile::tempdir().unwrap();
        let (log, other) = (place.path().join("log"), place.path().join("other"));
        [&log, &other].iter().for_each(|it| fs::create_dir(it).unwrap());
        let heads = KnownHeads::of(place.path().join("data/heads"));
        let [one, two, three] = ["1", "2", "3"].map(|it| it.repeat(64));
        assert_eq!(heads.origin(&log, &one), LogOrigin::Unknown, "there is no record");
        let mut record = heads.open(&log).unwrap();
        assert_eq!(heads.origin(&log, &one), LogOrigin::Unknown, "it is empty");
        record.add(&one).unwrap();
        record.add(&two).unwrap();
        for (head, origin) in [
            (&one, LogOrigin::Own),
            (&two, LogOrigin::Own),
            (&three, LogOrigin::Changed),
            (&String::new(), LogOrigin::Changed),
        ] {
            assert_eq!(heads.origin(&log, head), origin, "{head:?}");
        }
        record.clear().unwrap();
        record.add(&three).unwrap();
        assert_eq!(heads.origin(&log, &two), LogOrigin::Changed, "it was not this user's own");
        assert_eq!(heads.origin(&other, &three), LogOrigin::Unknown, "the same log in another place");
        heads.forget(&log).unwrap();
        heads.forget(&other).unwrap();
        assert_eq!(heads.origin(&log, &three), LogOrigin::Unknown);
    }
}
