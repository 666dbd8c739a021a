//! What is wrong with a setting, or with its file.

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
        SettingsError::Wrong(format!("{error:#}"))
    }
}
