//! Translates AT-SPI and X11 errors to [`DesktopError`].

use deskpilot_atspi::CallError;
use deskpilot_desktop::DesktopError;
use deskpilot_x11::{Client, XError};
use tokio::time::Instant;

/// The error of an accessibility call about this window, made at this time.
pub(super) fn of_call_error(error: CallError, client: &Client, started: Instant) -> DesktopError {
    match error {
        CallError::Late => {
            let millis = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
            DesktopError::Hung { application: client.application.clone(), millis }
        }
        CallError::Gone => DesktopError::WindowGone(client.title.clone()),
        CallError::Unknown(why) => DesktopError::NotPossible { what: format!("{:?}", client.title), why },
        CallError::Lost(_) => without_controls(client, &error),
    }
}

/// The accessibility bus is gone, and the desktop is not: windows, pictures, keys and points work without it.
fn without_controls(client: &Client, error: &CallError) -> DesktopError {
    DesktopError::NotPossible {
        what: format!("{:?}", client.title),
        why: format!("{error}; use the picture, places and keys"),
    }
}

/// The error of a request to the X server that is about no window in particular.
pub(super) fn of_desktop_request(error: XError) -> DesktopError {
    let why = "a window closed at the same moment; look again".into();
    of_x_error(error, DesktopError::NotPossible { what: "the desktop".into(), why })
}

/// The error of a request to the X server; `gone` stands for a window that no longer exists.
pub(super) fn of_x_error(error: XError, gone: DesktopError) -> DesktopError {
    match error {
        XError::Gone => gone,
        XError::Lost(_) => DesktopError::Lost(error.to_string()),
        // A new connection that fails proves nothing about the desktop.
        XError::Unreachable { .. } => {
            DesktopError::NotPossible { what: "the desktop".into(), why: error.to_string() }
        }
        XError::NotActive(by) => DesktopError::Obscured { what: "the keyboard".into(), by },
        XError::Cannot(why) => DesktopError::NotPossible { what: "the desktop".into(), why },
    }
}
