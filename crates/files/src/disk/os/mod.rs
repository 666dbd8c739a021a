//! What differs between systems: folders and files by handles, what an entry is, its permissions, its name as bytes. The modules of
//! all systems have the same functions; what the commands do with them is the same everywhere.

#[cfg(target_os = "linux")]
mod linux;
#[cfg(windows)]
mod windows;

#[cfg(target_os = "linux")]
pub(super) use linux::{
    FolderHandle, Metadata, Permissions, append, bytes_of_name, name_of_bytes, other_streams,
};
#[cfg(windows)]
pub(super) use windows::{
    FolderHandle, Metadata, Permissions, append, bytes_of_name, name_of_bytes, other_streams,
};

/// What kind of entry of a folder it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FileKind {
    File,
    Folder,
    /// A link to another place, also a junction or a mounted disk of Windows.
    Link,
    /// What is neither read nor written, in a word.
    Other(&'static str),
}

impl FileKind {
    /// The kind in a word.
    pub(super) const fn word(self) -> &'static str {
        match self {
            FileKind::File => "file",
            FileKind::Folder => "folder",
            FileKind::Link => "link",
            FileKind::Other(word) => word,
        }
    }
}

/// Which file it is, whatever its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Identity {
    /// The number of its disk.
    pub(super) disk: u64,
    /// Its number there.
    pub(super) file: u64,
}

/// What a file is opened for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    Read,
    /// To [`append`] to it, and to cut off what was appended.
    Append,
}
