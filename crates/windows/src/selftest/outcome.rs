//! What a trial found, without a word of the user's.

use deskpilot_desktop::DesktopError;
use deskpilot_uia::CallError;
use deskpilot_win32::Win32Error;
use std::{fmt::Debug, io};

/// What a trial gives to the next ones, and what was seen; or why there is nothing.
pub(super) type Found<T> = Result<(T, String), Unmet>;

/// Why a trial has not passed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Unmet {
    /// Something else was seen.
    Failed(String),
    /// What it needs is not there.
    Absent(String),
}

impl Unmet {
    /// Something else was seen.
    pub(super) fn failed(seen: impl Into<String>) -> Unmet {
        Unmet::Failed(seen.into())
    }
}

impl From<DesktopError> for Unmet {
    fn from(error: DesktopError) -> Unmet {
        match error {
            DesktopError::NoSuchApplication { .. } => Unmet::Absent("it is not installed".into()),
            error => Unmet::Failed(kind_of(&error)),
        }
    }
}

impl From<CallError> for Unmet {
    fn from(error: CallError) -> Unmet {
        Unmet::Failed(error.to_string())
    }
}

impl From<Win32Error> for Unmet {
    fn from(error: Win32Error) -> Unmet {
        Unmet::Failed(match error {
            // These quote windows of others.
            Win32Error::NotActive(_)
            | Win32Error::Obscured(_)
            | Win32Error::ClipboardBusy(_)
            | Win32Error::Cannot(_) => kind_of(&error),
            error => error.to_string(),
        })
    }
}

impl From<io::Error> for Unmet {
    fn from(error: io::Error) -> Unmet {
        Unmet::Failed(error.kind().to_string())
    }
}

/// The name of a value's variant, without what is in it.
pub(super) fn kind_of(value: &impl Debug) -> String {
    let text = format!("{value:?}");
    text.split(|it: char| !it.is_alphanumeric()).next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_of_an_error_quotes_nothing() {
        let title = "Letter to Ada";
        let errors: [Unmet; 4] = [
            DesktopError::WindowGone(title.into()).into(),
            DesktopError::NotStarted { name: title.into(), why: title.into() }.into(),
            Win32Error::Obscured(title.into()).into(),
            io::Error::other(title).into(),
        ];
        let words = errors.map(|it| match it {
            Unmet::Failed(words) | Unmet::Absent(words) => words,
        });
        assert_eq!(words, ["WindowGone", "NotStarted", "Obscured", "other error"]);
    }
}
