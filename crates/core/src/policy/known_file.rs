//! What a file is, as the platform's file system says.

/// What a path names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KnownFile {
    /// A folder.
    Folder,
    /// A file that the user may execute.
    Program,
    /// Any other file.
    File,
}
