//! The input method of a window: it makes other characters of the keys that are pressed, and waits for more of them.

use crate::deadline::Deadline;
use crate::error::Win32Error;
use crate::hwnd::Hwnd;
use crate::messages::ask;
use windows::Win32::UI::Input::Ime::{IMC_SETOPENSTATUS, ImmGetDefaultIMEWnd};
use windows::Win32::UI::WindowsAndMessaging::WM_IME_CONTROL;

/// The question whether an input method is open, which the crate `windows` does not name.
const GET_OPEN_STATUS: usize = 5;

/// Whether an input method takes the keys of a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputMethodState {
    /// It takes them.
    Open,
    /// The window gets the keys as they are, or there is no input method.
    Closed,
}

/// Whether an input method takes the keys of a window now. Windows lets no other program see what was composed so far.
pub fn input_method(window: Hwnd, deadline: Deadline) -> Result<InputMethodState, Win32Error> {
    let Some(method) = window_of(window) else { return Ok(InputMethodState::Closed) };
    let is_open = ask(method, WM_IME_CONTROL, GET_OPEN_STATUS, 0, deadline)? != 0;
    Ok(if is_open { InputMethodState::Open } else { InputMethodState::Closed })
}

/// Opens or closes the input method of a window.
pub fn set_input_method(
    window: Hwnd,
    wanted: InputMethodState,
    deadline: Deadline,
) -> Result<(), Win32Error> {
    let Some(method) = window_of(window) else { return Ok(()) };
    let is_open = isize::from(wanted == InputMethodState::Open);
    ask(method, WM_IME_CONTROL, IMC_SETOPENSTATUS as usize, is_open, deadline).map(|_| ())
}

/// The window by which the input method of a window's thread is controlled.
#[expect(unsafe_code, reason = "calls Windows")]
fn window_of(window: Hwnd) -> Option<Hwnd> {
    // SAFETY: takes a number and returns one.
    Hwnd::of(unsafe { ImmGetDefaultIMEWnd(window.native()) })
}
