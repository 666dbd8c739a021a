//! Who may read a file.

/// Who may read a new file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Readers {
    /// The user alone.
    Owner,
    /// Whoever the user lets read new files.
    AsUsual,
}
