//! Reads and writes the texts of edits and other controls.

use super::{ask, ask_with_buffer, check_enabled};
use crate::deadline::Deadline;
use crate::error::Win32Error;
use crate::hwnd::Hwnd;
use crate::utf16::{terminated, text_of};
use crate::window_list::control_class_of;
use windows::Win32::UI::WindowsAndMessaging::{WM_GETTEXT, WM_GETTEXTLENGTH, WM_SETTEXT};

/// The longest text to read, in units of 16 bits.
const MOST_UNITS: usize = 1024 * 1024;

/// The text of a control. [`Win32Error::Secret`] for one that hides what is typed.
pub fn text(control: Hwnd, deadline: Deadline) -> Result<String, Win32Error> {
    if control_class_of(control)?.is_secret() {
        return Err(Win32Error::Secret);
    }
    let length = ask(control, WM_GETTEXTLENGTH, 0, 0, deadline)?;
    // One for the zero. What is typed in the meantime is cut off.
    let room = usize::try_from(length).unwrap_or_default().min(MOST_UNITS) + 1;
    let (_, units) = ask_with_buffer(control, WM_GETTEXT, room, vec![0; room], deadline)?;
    Ok(text_of(&units))
}

/// Replaces the text of a control. A line break becomes the two characters that Windows has for it.
pub fn set_text(control: Hwnd, text: &str, deadline: Deadline) -> Result<(), Win32Error> {
    check_enabled(control)?;
    if control_class_of(control)?.is_read_only() {
        return Err(Win32Error::Cannot("the control is read-only".into()));
    }
    let text = text.replace("\r\n", "\n").replace('\n', "\r\n");
    let (reply, _) = ask_with_buffer(control, WM_SETTEXT, 0, terminated(&text), deadline)?;
    // A list box replies with an error of its own, a negative number.
    if reply <= 0 {
        return Err(Win32Error::Cannot("the control does not take the text".into()));
    }
    Ok(())
}
