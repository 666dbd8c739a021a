//! What errors of the two protocols mean for a desktop.

use deskpilot_atspi::NoAnswer;
use deskpilot_desktop::DesktopError;
use deskpilot_x11::{Client, XError};
use tokio::time::Instant;

/// The error of a question about this window to its application, asked at that time.
pub(super) fn of_no_answer(error: NoAnswer, client: &Client, started: Instant) -> DesktopError {
    match error {
        NoAnswer::Late => {
            let millis = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
            DesktopError::Hung { application: client.application.clone(), millis }
        }
        NoAnswer::Gone => DesktopError::WindowGone(client.title.clone()),
        NoAnswer::Unknown(why) => DesktopError::NotPossible { what: format!("{:?}", client.title), why },
        NoAnswer::Lost(why) => DesktopError::Lost(why),
    }
}

/// The error of a request to the X server, where a window that is gone means this.
pub(super) fn of_x_error(error: XError, gone: DesktopError) -> DesktopError {
    match error {
        XError::Gone => gone,
        XError::Lost(_) | XError::Unreachable { .. } => DesktopError::Lost(error.to_string()),
        XError::NotActive(by) => DesktopError::Obscured { what: "the keyboard".into(), by },
        XError::Cannot(why) => DesktopError::NotPossible { what: "the desktop".into(), why },
    }
}
