//! Who may read a new file.

/// Who may read a new file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReadAccess {
    /// Only the user.
    Owner,
    /// What the umask allows, or on Windows the folder.
    Default,
}
