//! Reads and writes the texts of edits and other controls.

use super::{ask, ask_with_buffer, check_enabled};
use crate::control_class::StandardControl;
use crate::deadline::Deadline;
use crate::error::Win32Error;
use crate::hwnd::Hwnd;
use crate::utf16::{terminated, text_of};
use crate::window_list::control_class_of;
use std::ops::Range;
use windows::Win32::UI::Controls::{EM_GETSEL, EM_REPLACESEL, EM_SETSEL};
use windows::Win32::UI::WindowsAndMessaging::{CB_SETEDITSEL, WM_GETTEXT, WM_GETTEXTLENGTH, WM_SETTEXT};

/// The longest text to read, in units of 16 bits.
const MOST_UNITS: usize = 1024 * 1024;
/// The room for a text whose length is not asked for first.
const USUAL_UNITS: usize = 1024;

/// The text of a control. [`Win32Error::Secret`] for one that hides what is typed.
pub fn text(control: Hwnd, deadline: Deadline) -> Result<String, Win32Error> {
    if control_class_of(control)?.is_secret() {
        return Err(Win32Error::Secret);
    }
    unprotected_text(control, deadline)
}

/// The text of a control as its positions count it: a line break is one character where it is one position.
pub fn positioned_text(control: Hwnd, deadline: Deadline) -> Result<String, Win32Error> {
    let text = text(control, deadline)?;
    let is_once = control_class_of(control)?.counts_line_breaks_once();
    Ok(if is_once { text.replace("\r\n", "\r") } else { text })
}

/// The text of a control that is known not to hide it: one message for one of usual length.
pub(crate) fn unprotected_text(control: Hwnd, deadline: Deadline) -> Result<String, Win32Error> {
    let (copied, units) = ask_with_buffer(control, WM_GETTEXT, USUAL_UNITS, vec![0; USUAL_UNITS], deadline)?;
    if usize::try_from(copied).unwrap_or_default() + 1 < USUAL_UNITS {
        return Ok(text_of(&units));
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

/// Replaces what is selected in an edit by a text, as a paste does: the program hears of it, and the edit can undo it.
pub fn replace_selection(control: Hwnd, text: &str, deadline: Deadline) -> Result<(), Win32Error> {
    check_edit(control)?;
    check_enabled(control)?;
    let class = control_class_of(control)?;
    if class.is_read_only() {
        return Err(Win32Error::Cannot("the control is read-only".into()));
    }
    // The message puts in what no key does.
    if class.takes_only_digits() && !text.chars().all(|it| it.is_ascii_digit()) {
        return Err(Win32Error::Cannot("the control takes digits only".into()));
    }
    let text = text.replace("\r\n", "\n").replace('\n', "\r\n");
    ask_with_buffer(control, EM_REPLACESEL, 1, terminated(&text), deadline).map(|_| ())
}

/// Selects a part of the text of an edit or a combo box, in units of 16 bits; the whole text where there is none.
pub fn select_text(control: Hwnd, part: Option<Range<u16>>, deadline: Deadline) -> Result<(), Win32Error> {
    if control_class_of(control)?.standard() == Some(StandardControl::ComboBox) {
        return select_in_combo_box(control, part, deadline);
    }
    check_edit(control)?;
    let (from, to) = part.map_or((0, -1), |part| (part.start.into(), usize::from(part.end).cast_signed()));
    ask(control, EM_SETSEL, from, to, deadline).map(|_| ())
}

fn select_in_combo_box(
    control: Hwnd,
    part: Option<Range<u16>>,
    deadline: Deadline,
) -> Result<(), Win32Error> {
    // The end that no text has means the last character.
    let part = part.unwrap_or(0..u16::MAX);
    let both = usize::from(part.end) << 16 | usize::from(part.start);
    match ask(control, CB_SETEDITSEL, 0, both.cast_signed(), deadline)? {
        1 => Ok(()),
        _ => Err(Win32Error::Cannot("the combo box has no text that can be written".into())),
    }
}

/// The selected part of an edit's text, in units of 16 bits, empty where the caret is; `None` where the text is longer than the
/// numbers of this message.
pub fn text_selection(control: Hwnd, deadline: Deadline) -> Result<Option<Range<u16>>, Win32Error> {
    check_edit(control)?;
    // The smaller half is where it starts.
    let both = ask(control, EM_GETSEL, 0, 0, deadline)?;
    let (start, end) = (both as u16, (both >> 16) as u16);
    Ok((both != -1).then_some(start..end))
}

fn check_edit(control: Hwnd) -> Result<(), Win32Error> {
    let is_edit = control_class_of(control)?.standard() == Some(StandardControl::Edit);
    is_edit
        .then_some(())
        .ok_or_else(|| Win32Error::Cannot("the control is no edit that messages reach".into()))
}
