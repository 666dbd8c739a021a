//! The entries of archives: names that are trusted to stay inside, and limits that no archive may exceed.

use crate::{
    disk::os::{Permissions, name_of_bytes},
    error::FileError,
    roots::is_plain_name,
    work::Work,
};
use std::{
    ffi::OsString,
    fmt,
    io::{self, Read},
};

/// What is done with each entry and its content.
pub(super) type Visit<'a> = &'a mut dyn FnMut(&Entry, &mut dyn Read) -> Result<(), FileError>;

/// What an entry is, before its name is checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// Its name as the archive has it.
    pub(super) name: Vec<u8>,
    pub(super) kind: EntryKind,
    /// Whether the user may execute it.
    pub(super) mode: EntryMode,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EntryKind {
    File,
    Folder,
    /// What is not unpacked, in words.
    Other(&'static str),
}

/// The permissions that an archive may give to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EntryMode {
    Plain,
    Executable,
}

impl EntryMode {
    pub(super) const fn of(mode: u32) -> EntryMode {
        if mode & 0o100 == 0 { EntryMode::Plain } else { EntryMode::Executable }
    }

    /// Those of the file when it is unpacked.
    pub(super) const fn permissions(self) -> Permissions {
        match self {
            EntryMode::Plain => Permissions::FILE,
            EntryMode::Executable => Permissions::EXECUTABLE,
        }
    }

    pub(super) const fn bits(self) -> u32 {
        match self {
            EntryMode::Plain => 0o644,
            EntryMode::Executable => 0o755,
        }
    }
}

/// The most that an archive may hold.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub(super) entries: u64,
    pub(super) bytes: u64,
    /// How many times its own size.
    pub(super) ratio: u64,
    /// The deepest folder.
    pub(super) depth: usize,
}

impl Limits {
    pub(super) const USUAL: Limits = Limits { entries: 50_000, bytes: 2 << 30, ratio: 200, depth: 64 };
    /// The unpacked size that every archive may have, even a tiny one, in bytes.
    const FREE: u64 = 1 << 20;

    /// The most bytes that an archive of this size may hold.
    pub(super) fn bytes_of(self, size: u64) -> u64 {
        self.bytes.min(size.saturating_mul(self.ratio).saturating_add(Limits::FREE))
    }
}

/// How much an archive holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Totals {
    pub(super) files: u64,
    pub(super) folders: u64,
    pub(super) bytes: u64,
}

impl Totals {
    /// Counts an entry, and reads its content.
    pub(super) fn count(
        &mut self,
        entry: &Entry,
        content: &mut dyn Read,
        work: &Work,
    ) -> Result<(), FileError> {
        match entry.kind {
            EntryKind::File => self.files += 1,
            EntryKind::Folder | EntryKind::Other(_) => self.folders += 1,
        }
        let mut piece = vec![0; super::super::PIECE];
        loop {
            work.check()?;
            match content.read(&mut piece) {
                Ok(0) => return Ok(()),
                Ok(read) => self.bytes += read as u64,
                Err(error) => return Err(broken(&error)),
            }
        }
    }
}

impl fmt::Display for Totals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use super::counted;
        let (files, folders) = (counted(self.files, "file"), counted(self.folders, "folder"));
        write!(f, "{files} and {folders}, {} bytes", self.bytes)
    }
}

/// That an archive cannot be read.
pub(super) fn broken(error: &io::Error) -> FileError {
    FileError::NotPossible(format!("the archive cannot be read: {error}"))
}

/// The names on the way to an entry from the top of its archive; empty for the top itself.
///
/// # Errors
/// The name leads out of the folder, or programs read it differently.
pub(super) fn safe_names(name: &[u8], depth: usize) -> Result<Vec<OsString>, FileError> {
    let refuse = |why: &str| {
        let name = String::from_utf8_lossy(name);
        FileError::NotPossible(format!("the archive has an entry {name:?}, which {why}: nothing is unpacked"))
    };
    if name.starts_with(b"/") {
        return Err(refuse("is an absolute name"));
    }
    if name.contains(&b'\\') || name.contains(&0) || name.get(1) == Some(&b':') {
        return Err(refuse("other systems read as a path elsewhere"));
    }
    let parts = name.split(|it| *it == b'/').filter(|it| !it.is_empty() && *it != b".");
    let names: Vec<OsString> =
        parts.map(name_of_bytes).collect::<Option<_>>().ok_or_else(|| refuse("is no Unicode"))?;
    if names.iter().any(|it| it == "..") {
        return Err(refuse("leads out of the folder"));
    }
    if !names.iter().all(|it| is_plain_name(it)) {
        return Err(refuse("this system reads as another name"));
    }
    if names.len() > depth {
        return Err(refuse("is too deep in its folders"));
    }
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_in_the_folder() {
        for (name, expected) in [
            (&b"a/b.txt"[..], Some(vec!["a", "b.txt"])),
            (b"./a//b/", Some(vec!["a", "b"])),
            (b"./", Some(vec![])),
            (b"a/..b", Some(vec!["a", "..b"])),
            (b"/etc/passwd", None),
            (b"../x", None),
            (b"a/../../x", None),
            (b"a/..", None),
            (b"a\\..\\x", None),
            (b"C:x", None),
            (b"a\0b", None),
            (b"1/2/3/4/5", None),
        ] {
            let names = safe_names(name, 4).ok();
            let expected = expected.map(|it| it.into_iter().map(OsString::from).collect::<Vec<_>>());
            assert_eq!(names, expected, "{:?}", String::from_utf8_lossy(name));
        }
    }

    #[test]
    fn a_small_archive_holds_little() {
        let limits = Limits { entries: 1, bytes: 10 << 20, ratio: 10, depth: 1 };
        assert_eq!(limits.bytes_of(100), 1000 + (1 << 20));
        assert_eq!(limits.bytes_of(1 << 30), 10 << 20);
        assert_eq!(limits.bytes_of(u64::MAX), 10 << 20);
    }
}
