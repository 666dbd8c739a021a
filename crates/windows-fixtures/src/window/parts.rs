//! The controls of a fixture: created from a table, and read as the program itself reads them.
#![expect(unsafe_code, reason = "calls Windows")]

use super::{terminated, text_of};
use crate::CheckMark;
use windows::Win32::{
    Foundation::{HWND, LPARAM, LRESULT, WPARAM},
    Graphics::Gdi::{DEFAULT_GUI_FONT, GetStockObject},
    UI::Shell::{DefSubclassProc, SetWindowSubclass},
    UI::WindowsAndMessaging::{
        BM_GETCHECK, CB_GETCURSEL, CB_GETLBTEXT, CB_GETLBTEXTLEN, CreateWindowExW, EN_CHANGE, GetDlgCtrlID,
        GetDlgItem, GetParent, GetWindowTextLengthW, GetWindowTextW, HMENU, LB_GETCOUNT, LB_GETSEL,
        LB_GETTEXT, LB_GETTEXTLEN, SendMessageW, SetWindowTextW, WINDOW_EX_STYLE, WINDOW_STYLE, WM_COMMAND,
        WM_SETFONT, WM_SETTEXT, WS_CHILD, WS_VISIBLE,
    },
};
use windows::core::{PCWSTR, Result};

/// One control.
pub(crate) struct Part<'a> {
    /// Its class.
    pub(crate) class: &'a str,
    /// The text on it, or in it.
    pub(crate) text: &'a str,
    /// Its style, besides that it is visible and a child.
    pub(crate) style: u32,
    /// Its number in the window; 0 for what nobody asks for.
    pub(crate) id: u16,
    /// Its left and top edge, its width and its height.
    pub(crate) place: [i32; 4],
}

/// Creates a control in a window.
pub(crate) fn add(window: HWND, part: &Part<'_>) -> Result<HWND> {
    let (class, text) = (terminated(part.class), terminated(part.text));
    let [x, y, width, height] = part.place;
    // SAFETY: the texts end with a zero and live until the call returns; the number of a control is given in the place of a menu.
    unsafe {
        let control = CreateWindowExW(
            WINDOW_EX_STYLE::default(),
            PCWSTR(class.as_ptr()),
            PCWSTR(text.as_ptr()),
            WS_CHILD | WS_VISIBLE | WINDOW_STYLE(part.style),
            x,
            y,
            width,
            height,
            Some(window),
            Some(HMENU(std::ptr::without_provenance_mut(part.id.into()))),
            None,
            None,
        )?;
        let font = WPARAM(GetStockObject(DEFAULT_GUI_FONT).0.addr());
        SendMessageW(control, WM_SETFONT, Some(font), None);
        Ok(control)
    }
}

/// The control of this number.
pub(crate) fn control(window: HWND, id: u16) -> HWND {
    // SAFETY: takes numbers and returns one.
    unsafe { GetDlgItem(Some(window), id.into()) }.unwrap_or_default()
}

/// Adds texts to a list or a combo box by its message for that.
pub(crate) fn add_texts(control: HWND, message: u32, texts: &[&str]) {
    for text in texts {
        let text = terminated(text);
        // SAFETY: the text ends with a zero and lives until the call returns.
        unsafe { SendMessageW(control, message, None, Some(address(text.as_ptr()))) };
    }
}

/// The text of a control of this process.
pub(crate) fn text(control: HWND) -> String {
    // SAFETY: the function gets the length of the buffer.
    unsafe {
        let length = usize::try_from(GetWindowTextLengthW(control)).unwrap_or_default();
        let mut units = vec![0; length + 1];
        GetWindowTextW(control, &mut units);
        text_of(&units)
    }
}

/// Lets an edit of several lines tell its window when a program sets its text, as other edits do by themselves.
pub(crate) fn tell_of_each_text(edit: HWND) {
    // SAFETY: the procedure needs nothing but its arguments.
    let _ = unsafe { SetWindowSubclass(edit, Some(telling), 0, 0) };
}

unsafe extern "system" fn telling(
    edit: HWND,
    message: u32,
    first: WPARAM,
    second: LPARAM,
    _: usize,
    _: usize,
) -> LRESULT {
    // SAFETY: Windows calls this with messages as it documents them, and the edit tells its window what it tells of typed letters.
    unsafe {
        let result = DefSubclassProc(edit, message, first, second);
        if let WM_SETTEXT = message
            && let Ok(window) = GetParent(edit)
        {
            let id = usize::try_from(GetDlgCtrlID(edit)).unwrap_or_default();
            let changed = WPARAM(id | (EN_CHANGE as usize) << 16);
            SendMessageW(window, WM_COMMAND, Some(changed), Some(LPARAM(edit.0.addr().cast_signed())));
        }
        result
    }
}

/// Shows a text in a control.
pub(crate) fn show(control: HWND, text: &str) {
    let text = terminated(text);
    // SAFETY: the text ends with a zero. It fails for a window that is gone.
    let _ = unsafe { SetWindowTextW(control, PCWSTR(text.as_ptr())) };
}

/// The mark of a check box.
pub(crate) fn mark(control: HWND) -> CheckMark {
    match ask(control, BM_GETCHECK, 0) {
        0 => CheckMark::Unchecked,
        1 => CheckMark::Checked,
        _ => CheckMark::Mixed,
    }
}

/// The selected items of a list box.
pub(crate) fn selected_in_list(list: HWND) -> Vec<String> {
    let count = usize::try_from(ask(list, LB_GETCOUNT, 0)).unwrap_or_default();
    let selected = (0..count).filter(|index| ask(list, LB_GETSEL, *index) > 0);
    selected.map(|index| item(list, LB_GETTEXTLEN, LB_GETTEXT, index)).collect()
}

/// The selected item of a combo box; nothing where a text was typed.
pub(crate) fn selected_in_combo(combo: HWND) -> Vec<String> {
    let index = usize::try_from(ask(combo, CB_GETCURSEL, 0)).ok();
    index.map(|index| item(combo, CB_GETLBTEXTLEN, CB_GETLBTEXT, index)).into_iter().collect()
}

fn item(control: HWND, length: u32, text: u32, index: usize) -> String {
    let mut units = vec![0_u16; usize::try_from(ask(control, length, index)).unwrap_or_default() + 1];
    // SAFETY: the buffer has as many units as the control says, and a zero.
    unsafe { SendMessageW(control, text, Some(WPARAM(index)), Some(address(units.as_mut_ptr()))) };
    text_of(&units)
}

/// The answer to a message that takes a number.
pub(crate) fn ask(control: HWND, message: u32, number: usize) -> isize {
    // SAFETY: the callers give messages whose one argument is a number.
    unsafe { SendMessageW(control, message, Some(WPARAM(number)), None) }.0
}

/// The address of something, as an argument of a message.
pub(crate) fn address<T>(place: *const T) -> LPARAM {
    LPARAM(place.expose_provenance().cast_signed())
}
