//! The heads of the logs that this user's Deskpilot wrote, in a folder apart from the logs.
//!
//! A log cannot prove where it comes from: whoever writes one can also write fitting hashes. So its head is kept where no
//! bundle and no copied folder brings anything. The record of a log has two heads, the last and the next: it is written before
//! the next line is, so that it fits however the process ends.

use deskpilot_core::LogOrigin;
use deskpilot_system::append_private;
use std::{
    fs::{self, File, OpenOptions},
    io::{self, Seek, Write},
    path::{Path, PathBuf},
};

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
        match self.record(log).and_then(fs::read_to_string).as_deref().map(str::trim_end) {
            Err(_) | Ok("") => LogOrigin::Unknown,
            Ok(heads) if heads.split(' ').any(|it| it == padded(head)) => LogOrigin::Own,
            Ok(_) => LogOrigin::Changed,
        }
    }

    /// Opens the record of the log in this folder, which stays as it is until the first head is written.
    pub(super) fn open(&self, log: &Path) -> io::Result<HeadRecord> {
        fs::create_dir_all(&self.folder)?;
        let record = self.record(log)?;
        drop(append_private(&record)?);
        Ok(HeadRecord(OpenOptions::new().write(true).open(record)?))
    }

    fn record(&self, log: &Path) -> io::Result<PathBuf> {
        let log = log.canonicalize()?;
        Ok(self.folder.join(blake3::hash(log.as_os_str().as_encoded_bytes()).to_hex().as_str()))
    }
}

impl HeadRecord {
    /// Records the head of the log and that of its next line. Always as long as before, so that no old text is left.
    pub(super) fn write(&mut self, head: &str, next: &str) -> io::Result<()> {
        self.0.rewind()?;
        self.0.write_all(format!("{} {}\n", padded(head), padded(next)).as_bytes())
    }
}

/// The head in as many characters as a hash has; an empty log has none.
fn padded(head: &str) -> String {
    format!("{head:->64}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_is_known_by_its_place_and_its_last_or_next_head() {
        let place = tempfile::tempdir().unwrap();
        let (log, other) = (place.path().join("log"), place.path().join("other"));
        [&log, &other].iter().for_each(|it| fs::create_dir(it).unwrap());
        let heads = KnownHeads::of(place.path().join("data/heads"));
        let [one, two, three] = ["1", "2", "3"].map(|it| it.repeat(64));
        assert_eq!(heads.origin(&log, &one), LogOrigin::Unknown, "there is no record");
        let mut record = heads.open(&log).unwrap();
        assert_eq!(heads.origin(&log, ""), LogOrigin::Unknown, "it is empty");
        record.write("", &one).unwrap();
        record.write(&one, &two).unwrap();
        for (head, origin) in [
            (&one, LogOrigin::Own),
            (&two, LogOrigin::Own),
            (&three, LogOrigin::Changed),
            (&String::new(), LogOrigin::Changed),
        ] {
            assert_eq!(heads.origin(&log, head), origin, "{head:?}");
        }
        assert_eq!(heads.origin(&other, &two), LogOrigin::Unknown, "the same log in another place");
        heads.forget(&log).unwrap();
        heads.forget(&other).unwrap();
        assert_eq!(heads.origin(&log, &two), LogOrigin::Unknown);
    }
}
