//! What an entry is to Windows, and what is kept of it when it is copied or replaced: its attributes, times and access list.

use super::{
    access_list::AccessList,
    native::{self, ListedEntry},
};
use crate::disk::os::{FileKind, Identity};
use std::{
    fs::{File, FileTimes},
    io,
    os::windows::io::AsHandle,
    time::{Duration, SystemTime},
};
use windows::Win32::Storage::FileSystem::{
    FILE_ATTRIBUTE_ARCHIVE, FILE_ATTRIBUTE_DIRECTORY, FILE_ATTRIBUTE_HIDDEN, FILE_ATTRIBUTE_NORMAL,
    FILE_ATTRIBUTE_READONLY, FILE_ATTRIBUTE_REPARSE_POINT, FILE_ATTRIBUTE_SYSTEM,
};

/// What an entry is.
#[derive(Clone, Copy, Debug)]
pub(in crate::disk) struct Metadata {
    attributes: u32,
    /// What kind of link it is, if it is one.
    tag: u32,
    size: u64,
    /// When it was changed, in steps of 100 ns since 1601.
    changed: i64,
    identity: Identity,
}

/// Set in the tags of what leads to another place.
const NAME_SURROGATE: u32 = 0x2000_0000;
/// How many steps of time a second has.
const STEPS: i64 = 10_000_000;
/// The seconds from 1601 to 1970.
const EPOCH: i64 = 11_644_473_600;
/// The marks that users give, in words.
const MARKS: [(u32, &str); 3] = [
    (FILE_ATTRIBUTE_READONLY.0, "read-only"),
    (FILE_ATTRIBUTE_HIDDEN.0, "hidden"),
    (FILE_ATTRIBUTE_SYSTEM.0, "system"),
];

impl Metadata {
    /// What an open file or folder is.
    pub(in crate::disk) fn of(entry: &impl AsHandle) -> io::Result<Metadata> {
        let it = native::information(entry)?;
        let is_link = it.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT.0 != 0;
        let tag = if is_link { native::reparse_tag(entry)? } else { 0 };
        let long = |high: u32, low: u32| u64::from(high) << 32 | u64::from(low);
        let changed = long(it.ftLastWriteTime.dwHighDateTime, it.ftLastWriteTime.dwLowDateTime);
        let file = long(it.nFileIndexHigh, it.nFileIndexLow);
        Ok(Metadata {
            attributes: it.dwFileAttributes,
            tag,
            size: long(it.nFileSizeHigh, it.nFileSizeLow),
            changed: changed.cast_signed(),
            identity: Identity { disk: it.dwVolumeSerialNumber.into(), file },
        })
    }

    /// What the folder on this disk says of an entry.
    pub(super) const fn listed(it: &ListedEntry, disk: u64) -> Metadata {
        let identity = Identity { disk, file: it.number };
        Metadata { attributes: it.attributes, tag: it.tag, size: it.size, changed: it.changed, identity }
    }

    pub(in crate::disk) fn kind(&self) -> FileKind {
        let has = |attribute: u32| self.attributes & attribute != 0;
        match () {
            () if has(FILE_ATTRIBUTE_REPARSE_POINT.0) && self.tag & NAME_SURROGATE != 0 => FileKind::Link,
            () if has(FILE_ATTRIBUTE_REPARSE_POINT.0) => FileKind::Other("reparse point of another program"),
            () if has(FILE_ATTRIBUTE_DIRECTORY.0) => FileKind::Folder,
            () => FileKind::File,
        }
    }

    pub(in crate::disk) const fn size(&self) -> u64 {
        self.size
    }

    /// When it was changed, in seconds since 1970.
    pub(in crate::disk) const fn changed(&self) -> i64 {
        self.changed.div_euclid(STEPS) - EPOCH
    }

    pub(in crate::disk) const fn identity(&self) -> Identity {
        self.identity
    }

    /// Whether it is the same file as before, and nobody has changed it since.
    pub(in crate::disk) fn is_unchanged(&self, before: &Metadata) -> bool {
        let facts = |it: &Metadata| (it.identity, it.size, it.changed);
        facts(self) == facts(before)
    }

    /// Its times as a copy gets them: when it was changed.
    pub(in crate::disk) fn times(&self) -> FileTimes {
        let steps = self.changed.rem_euclid(STEPS).unsigned_abs();
        let seconds = Duration::from_secs(self.changed().unsigned_abs());
        let whole = match self.changed() {
            0.. => SystemTime::UNIX_EPOCH + seconds,
            _ => SystemTime::UNIX_EPOCH - seconds,
        };
        let time = whole + Duration::from_nanos(steps * 100);
        FileTimes::new().set_accessed(time).set_modified(time)
    }

    /// Whether its user may run it, which its name decides here.
    pub(in crate::disk) const fn is_executable(&self) -> bool {
        false
    }

    /// Whether it has the mark that forbids changes.
    pub(in crate::disk) const fn is_marked_read_only(&self) -> bool {
        self.attributes & FILE_ATTRIBUTE_READONLY.0 != 0
    }

    /// Its marks as a line for the user.
    pub(in crate::disk) fn permission_line(&self) -> String {
        let marks = MARKS.iter().filter(|(attribute, _)| self.attributes & attribute != 0);
        let words: Vec<&str> = marks.map(|(_, word)| *word).collect();
        format!("marks: {}", if words.is_empty() { "none".to_owned() } else { words.join(", ") })
    }
}

/// The marks of a file or a folder, and who may use it.
#[derive(Clone, Debug)]
pub(in crate::disk) struct Permissions {
    attributes: u32,
    /// `None` if its folder decides.
    access: Option<AccessList>,
}

impl Permissions {
    /// Those of what a command makes, for which its folder decides.
    pub(in crate::disk) const FILE: Permissions =
        Permissions { attributes: FILE_ATTRIBUTE_ARCHIVE.0, access: None };
    pub(in crate::disk) const EXECUTABLE: Permissions = Permissions::FILE;
    pub(in crate::disk) const FOLDER: Permissions =
        Permissions { attributes: FILE_ATTRIBUTE_NORMAL.0, access: None };
    pub(in crate::disk) const PRIVATE: Permissions = Permissions::FOLDER;

    /// Those that a copy of this gets: its marks.
    pub(in crate::disk) fn of(metadata: &Metadata) -> Permissions {
        let marks = MARKS.iter().fold(0, |sum, (attribute, _)| sum | metadata.attributes & attribute);
        let file = match metadata.kind() {
            FileKind::Folder => FILE_ATTRIBUTE_NORMAL.0,
            _ => FILE_ATTRIBUTE_ARCHIVE.0,
        };
        // The mark of an entry without marks goes with no other.
        let attributes = if marks == 0 { file } else { marks | file & !FILE_ATTRIBUTE_NORMAL.0 };
        Permissions { attributes, access: None }
    }

    /// Those of a file that is replaced, which the new one gets.
    pub(in crate::disk) fn of_replaced(file: &File) -> io::Result<Permissions> {
        let access = Some(AccessList::of(file)?);
        Ok(Permissions { access, ..Permissions::of(&Metadata::of(file)?) })
    }

    /// Gives them to an open file.
    pub(in crate::disk) fn set(&self, file: &File) -> io::Result<()> {
        if let Some(access) = &self.access {
            access.set(file)?;
        }
        self.set_attributes(file)
    }

    /// Gives the marks to an open file or folder.
    pub(super) fn set_attributes(&self, entry: &impl AsHandle) -> io::Result<()> {
        native::set_attributes(entry, self.attributes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use windows::Win32::System::SystemServices::{IO_REPARSE_TAG_MOUNT_POINT, IO_REPARSE_TAG_SYMLINK};

    #[test]
    fn a_link_of_any_kind_is_no_file_and_no_folder() {
        let (folder, link) = (FILE_ATTRIBUTE_DIRECTORY.0, FILE_ATTRIBUTE_REPARSE_POINT.0);
        let other = FileKind::Other("reparse point of another program");
        for (attributes, tag, expected) in [
            (folder | link, IO_REPARSE_TAG_MOUNT_POINT, FileKind::Link),
            (folder | link, IO_REPARSE_TAG_SYMLINK, FileKind::Link),
            (link, IO_REPARSE_TAG_SYMLINK, FileKind::Link),
            (link, 0x8000_0013, other),
            (folder, IO_REPARSE_TAG_SYMLINK, FileKind::Folder),
            (FILE_ATTRIBUTE_ARCHIVE.0, 0, FileKind::File),
        ] {
            let name = "x".into();
            let entry = ListedEntry { name, attributes, tag, size: 0, changed: 0, number: 0 };
            assert_eq!(Metadata::listed(&entry, 0).kind(), expected, "{attributes:x} {tag:x}");
        }
    }
}
