//! Translates the errors of Win32 and of UI Automation to [`DesktopError`].

use deskpilot_desktop::DesktopError;
use deskpilot_uia::CallError;
use deskpilot_win32::{Toplevel, Win32Error};
use tokio::task::spawn_blocking;

/// Why nothing is sent to a program that runs with more rights, and what to do instead.
const ELEVATED: &str = "it runs with more rights than Deskpilot, and Windows keeps other programs from reading and controlling \
    it; ask the user to do this step, or to start the program without administrator rights";

/// Makes calls of Win32, which block, beside the asynchronous ones.
pub(super) async fn blocking<T: Send + 'static>(
    call: impl FnOnce() -> T + Send + 'static,
) -> Result<T, DesktopError> {
    spawn_blocking(call).await.map_err(|error| DesktopError::Unusable(format!("a call of Windows: {error}")))
}

/// The refusal of a window whose program runs with more rights.
pub(super) fn elevated(window: &Toplevel) -> DesktopError {
    DesktopError::NotPossible { what: format!("{:?}", window.title), why: ELEVATED.to_owned() }
}

/// The error of a call about this window.
pub(super) fn of_window(error: Win32Error, window: &Toplevel) -> DesktopError {
    match error {
        Win32Error::Gone => DesktopError::WindowGone(window.title.clone()),
        Win32Error::Hung => DesktopError::Hung { application: window.application.clone(), millis: 0 },
        Win32Error::TooSlow { millis } => {
            DesktopError::Hung { application: window.application.clone(), millis }
        }
        Win32Error::HigherIntegrity => elevated(window),
        error => of_thing(error, format!("{:?}", window.title)),
    }
}

/// The error of a call about this control, the desktop or the clipboard.
pub(super) fn of_thing(error: Win32Error, what: String) -> DesktopError {
    match error {
        Win32Error::Gone => DesktopError::ControlGone(what),
        Win32Error::Obscured(by) => DesktopError::Obscured { what, by },
        Win32Error::NotActive(by) => DesktopError::Obscured { what: "the keyboard".into(), by },
        Win32Error::HigherIntegrity => DesktopError::NotPossible { what, why: ELEVATED.to_owned() },
        error => DesktopError::NotPossible { what, why: error.to_string() },
    }
}

/// The error of a call of UI Automation about a control of this window.
pub(super) fn of_call(error: CallError, what: String, window: &Toplevel, millis: u64) -> DesktopError {
    match error {
        CallError::Late | CallError::Busy => {
            DesktopError::Hung { application: window.application.clone(), millis }
        }
        CallError::Gone => DesktopError::ControlGone(what),
        CallError::ApplicationGone => DesktopError::WindowGone(window.title.clone()),
        CallError::NotEnabled => DesktopError::NotEnabled(what),
        CallError::Denied => elevated(window),
        error => DesktopError::NotPossible { what, why: error.to_string() },
    }
}
