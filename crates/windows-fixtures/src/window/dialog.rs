//! Dialogs in front of a window: one that asks for a text, and message boxes.
#![expect(unsafe_code, reason = "calls Windows")]

use super::parts::{control, text};
use super::template::{CANCEL, OK, TEXT, asks_for_text};
use super::terminated;
use windows::Win32::{
    Foundation::{HWND, LPARAM, WPARAM},
    UI::WindowsAndMessaging::{
        DLGTEMPLATE, DialogBoxIndirectParamW, EndDialog, GWLP_USERDATA, GetWindowLongPtrW, IDNO, IDYES,
        MESSAGEBOX_STYLE, MessageBoxW, SetWindowLongPtrW, WM_CLOSE, WM_COMMAND, WM_INITDIALOG,
    },
};
use windows::core::PCWSTR;

/// How a dialog was closed.
pub(crate) struct Answer {
    /// The text of the button.
    pub(crate) button: &'static str,
    /// What was in its edit.
    pub(crate) text: Option<String>,
}

/// Shows a message box until it is answered.
pub(crate) fn ask(owner: HWND, title: &str, question: &str, buttons: MESSAGEBOX_STYLE) -> Answer {
    let (title, question) = (terminated(title), terminated(question));
    // SAFETY: the texts end with a zero and live until the box is closed.
    let pressed =
        unsafe { MessageBoxW(Some(owner), PCWSTR(question.as_ptr()), PCWSTR(title.as_ptr()), buttons) };
    let button = match pressed {
        IDYES => "Yes",
        IDNO => "No",
        other if other.0 == i32::from(CANCEL) => "Cancel",
        _ => "OK",
    };
    Answer { button, text: None }
}

/// Shows a dialog with an edit until it is closed.
pub(crate) fn ask_for_text(owner: HWND, title: &str, label: &str) -> Answer {
    let template = asks_for_text(title, label);
    let template: *const DLGTEMPLATE = template.as_ptr().cast();
    let mut typed = String::new();
    let place = super::parts::address(&raw mut typed);
    // SAFETY: the template is one, aligned, and lives until the dialog is closed, as does the text that the procedure writes.
    let pressed = unsafe { DialogBoxIndirectParamW(None, template, Some(owner), Some(procedure), place) };
    let button = if pressed == isize::try_from(OK).unwrap_or_default() { "OK" } else { "Cancel" };
    Answer { button, text: Some(typed) }
}

unsafe extern "system" fn procedure(dialog: HWND, message: u32, first: WPARAM, second: LPARAM) -> isize {
    let pressed = match message {
        WM_INITDIALOG => {
            // SAFETY: keeps a number with the dialog.
            unsafe { SetWindowLongPtrW(dialog, GWLP_USERDATA, second.0) };
            // Windows gives the keyboard to the first control that takes it.
            return 1;
        }
        WM_COMMAND => u16::try_from(first.0 & 0xffff).unwrap_or_default(),
        WM_CLOSE => CANCEL,
        _ => return 0,
    };
    if pressed != OK && pressed != CANCEL {
        return 0;
    }
    // SAFETY: the number is the address of the text that `ask_for_text` keeps until the dialog is closed.
    unsafe {
        let typed = GetWindowLongPtrW(dialog, GWLP_USERDATA).cast_unsigned();
        let typed: *mut String = std::ptr::with_exposed_provenance_mut(typed);
        if let Some(typed) = typed.as_mut() {
            *typed = text(control(dialog, TEXT));
        }
        let _ = EndDialog(dialog, pressed.cast_signed().into());
    }
    1
}
