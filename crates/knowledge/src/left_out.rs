//! Why a file gives no document to the index.

use deskpilot_documents::UnreadFormat;
use std::fmt;

/// Why a file gives no document to the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeftOutReason {
    /// It is a link, which could lead out of the folder.
    Link,
    /// It is a pipe, a socket or a device.
    NotRegular,
    /// Its name is not UTF-8, and the index could not name it.
    Name,
    /// Its name has no ending of a format that is read.
    UnknownFormat,
    /// Its format is known and not read.
    NotReadHere(UnreadFormat),
    /// There is no text in it.
    NoText,
}

impl fmt::Display for LeftOutReason {
    /// A clause about the file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let clause = match self {
            LeftOutReason::Link => "it is a link, and links are not followed: name its target",
            LeftOutReason::NotRegular => "it is no regular file",
            LeftOutReason::Name => "its name is not UTF-8: rename it",
            LeftOutReason::UnknownFormat => "its name has no ending of a format that is read",
            LeftOutReason::NotReadHere(format) => return write!(f, "it is {format}"),
            LeftOutReason::NoText => "there is no text in it",
        };
        f.write_str(clause)
    }
}
