//! What is wrong with a setting, or with its file.

use deskpilot_system::reason;
use thiserror::Error;

/// An error of the settings.
#[derive(Debug, Error)]
pub enum SettingsError {
    /// A name, a value or a file of the user is wrong; the text says where and what to do.
    #[error("{0}")]
    Wrong(String),
    /// The file cannot be read or written; the text says which and why.
    #[error("{0}")]
    File(String),
}

impl SettingsError {
    /// What is wrong, with its causes.
    pub(crate) fn wrong(error: &anyhow::Error) -> SettingsError {
        SettingsError::Wrong(reasons(error))
    }

    /// What is wrong with the file, with its causes.
    pub(crate) fn file(error: &anyhow::Error) -> SettingsError {
        SettingsError::File(reasons(error))
    }
}

fn reasons(error: &anyhow::Error) -> String {
    error.chain().skip(1).fold(reason(&**error), |text, cause| text + ": " + &reason(cause))
}
