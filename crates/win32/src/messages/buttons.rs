//! Presses buttons, and reads and changes check boxes.

use super::{Delivery, ask, check_enabled, tell};
use crate::control_class::StandardControl;
use crate::deadline::Deadline;
use crate::error::Win32Error;
use crate::hwnd::Hwnd;
use crate::window_list::control_class_of;
use windows::Win32::UI::WindowsAndMessaging::{BM_CLICK, BM_GETCHECK};

/// How many clicks go through all states of a check box, of which some have three.
const MOST_CLICKS: usize = 2;

/// Whether a check box or a radio button is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckState {
    /// It is not.
    Unchecked,
    /// It is.
    Checked,
    /// It stands for several things of which some are.
    Mixed,
}

/// Presses a button. What it opens may stay open, and the press is pending then.
pub fn click_button(button: Hwnd, deadline: Deadline) -> Result<Delivery, Win32Error> {
    check_enabled(button)?;
    // Any other window would say yes and do nothing.
    if control_class_of(button)?.standard() != Some(StandardControl::Button) {
        return Err(Win32Error::Cannot("the control is no button that a message presses".into()));
    }
    tell(button, BM_CLICK, 0, 0, deadline)
}

/// Whether a check box or a radio button is checked.
pub fn check_state(button: Hwnd, deadline: Deadline) -> Result<CheckState, Win32Error> {
    match ask(button, BM_GETCHECK, 0, 0, deadline)? {
        0 => Ok(CheckState::Unchecked),
        1 => Ok(CheckState::Checked),
        _ => Ok(CheckState::Mixed),
    }
}

/// Brings a check box or a radio button to this state by clicks.
///
/// `BM_SETCHECK` would change the picture alone: the program gets no message of it and goes on as before.
pub fn set_checked(button: Hwnd, wanted: CheckState, deadline: Deadline) -> Result<Delivery, Win32Error> {
    for _ in 0..MOST_CLICKS {
        if check_state(button, deadline)? == wanted {
            return Ok(Delivery::Handled);
        }
        if click_button(button, deadline)? == Delivery::Pending {
            return Ok(Delivery::Pending);
        }
    }
    if check_state(button, deadline)? == wanted {
        return Ok(Delivery::Handled);
    }
    Err(Win32Error::Cannot("clicks do not bring the control to this state".into()))
}
