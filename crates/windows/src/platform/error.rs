//! The errors of the platform, with what a person can do about them.

use deskpilot_desktop::{DesktopError, PlatformError};
use std::io;

/// Why a desktop cannot be opened or watched.
#[derive(Debug, thiserror::Error)]
pub(crate) enum WindowsError {
    /// Windows makes no private desktop.
    #[error("there is no private desktop: {0}")]
    PrivateDesktop(String),
    /// Neither the variables nor Windows say where the user's files are.
    #[error("it is not known where the files of this user are")]
    NoHome,
    /// The desktop does not answer.
    #[error("{0}")]
    Desktop(DesktopError),
    /// The devices cannot be watched.
    #[error("a person at the desktop cannot be noticed: {0}")]
    PersonWatch(io::Error),
    /// A demonstration cannot be recorded.
    #[error("input cannot be recorded: {0}")]
    InputWatch(io::Error),
}

impl WindowsError {
    /// Advice for a person; `None` where there is none.
    fn hint(&self) -> Option<String> {
        Some(match self {
            WindowsError::PrivateDesktop(_) => "work on your own desktop (`--desktop current`)".into(),
            WindowsError::NoHome => "start Deskpilot as a user who has logged in".into(),
            WindowsError::Desktop(_) => {
                "start Deskpilot where you have logged in, with the screen unlocked".into()
            }
            WindowsError::PersonWatch(_) => {
                "pause the agent yourself before you use the pointer or the keyboard".into()
            }
            WindowsError::InputWatch(_) => return None,
        })
    }
}

impl From<WindowsError> for PlatformError {
    fn from(error: WindowsError) -> PlatformError {
        let hint = error.hint();
        PlatformError::new(error, hint)
    }
}
