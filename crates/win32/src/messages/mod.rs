//! Messages to the standard controls of other programs, each under a deadline.
#![expect(unsafe_code, reason = "calls Windows")]

mod buttons;
mod item;
mod items;
mod list_view;
mod menus;
mod remote_memory;
mod tabs;
mod texts;
mod tree_view;

pub use buttons::{CheckState, check_state, click_button, set_checked};
pub use item::{BranchState, Item, ShownItem};
pub use items::{close_list, is_list_open, items, open_list, select_item, shown_items};
pub use menus::{MenuItem, choose_menu_item, menu_items};
pub(crate) use texts::unprotected_text;
pub use texts::{positioned_text, replace_selection, select_text, set_text, text, text_selection};
pub use tree_view::set_branch;

use crate::deadline::Deadline;
use crate::error::Win32Error;
use crate::hwnd::Hwnd;
use crate::window_list::is_enabled;
use std::time::Duration;
use windows::Win32::Foundation::{ERROR_SUCCESS, GetLastError, LPARAM, SetLastError, WPARAM};
use windows::Win32::UI::WindowsAndMessaging::{
    GA_PARENT, GetAncestor, GetDlgCtrlID, IsHungAppWindow, SMTO_ABORTIFHUNG, SendMessageTimeoutW, WM_COMMAND,
    WM_NULL,
};

/// How long a program may take for an answer that needs no work.
const PING: Duration = Duration::from_millis(100);

/// What became of a message that makes a program do something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delivery {
    /// The program has done what it does for the message.
    Handled,
    /// The program has the message and is still at it when the time is up, but answers others: it shows a dialog, for example.
    Pending,
}

/// Checks that the program of a window answers messages.
pub fn answers(window: Hwnd, deadline: Deadline) -> Result<(), Win32Error> {
    ask(window, WM_NULL, 0, 0, deadline).map(|_| ())
}

/// Sends a message whose arguments are numbers, and returns the reply.
pub(crate) fn ask(
    to: Hwnd,
    message: u32,
    first: usize,
    second: isize,
    deadline: Deadline,
) -> Result<isize, Win32Error> {
    let mut reply = 0_usize;
    let millis = deadline.millis_left()?;
    // SAFETY: `reply` is a number of ours. The arguments are numbers, or the address of a buffer that the callers of
    // `ask_with_buffer` keep; the system copies it between processes.
    let sent = unsafe {
        SetLastError(ERROR_SUCCESS);
        SendMessageTimeoutW(
            to.native(),
            message,
            WPARAM(first),
            LPARAM(second),
            SMTO_ABORTIFHUNG,
            millis,
            Some(&raw mut reply),
        )
    };
    if sent.0 != 0 {
        return Ok(reply.cast_signed());
    }
    // SAFETY: reads the error of the call above.
    let code = unsafe { GetLastError() };
    // Some versions of Windows leave no error when the time is up.
    let code = if code == ERROR_SUCCESS { windows::Win32::Foundation::ERROR_TIMEOUT } else { code };
    match Win32Error::of_code("SendMessageTimeoutW", code.0) {
        // SAFETY: takes a number and reads what the system keeps.
        Win32Error::Hung if !unsafe { IsHungAppWindow(to.native()) }.as_bool() => Err(deadline.too_slow()),
        error => Err(error),
    }
}

/// Sends a message that makes the program do something. Nobody knows whether it will if the program answers nothing more:
/// [`Win32Error::TooSlow`].
pub(crate) fn tell(
    to: Hwnd,
    message: u32,
    first: usize,
    second: isize,
    deadline: Deadline,
) -> Result<Delivery, Win32Error> {
    // A deadline that has passed must not look like a message that was delivered.
    deadline.millis_left()?;
    delivery_of(to, ask(to, message, first, second, deadline).map(|_| ()))
}

/// What became of something that a program was to do.
pub(crate) fn delivery_of(window: Hwnd, done: Result<(), Win32Error>) -> Result<Delivery, Win32Error> {
    match done {
        Ok(()) => Ok(Delivery::Handled),
        // Messages arrive in order: a program that answers a later one has this one.
        Err(Win32Error::TooSlow { .. }) if answers(window, Deadline::within(PING)).is_ok() => {
            Ok(Delivery::Pending)
        }
        Err(error) => Err(error),
    }
}

/// Sends a message whose second argument is the address of this buffer; returns the reply and the buffer.
fn ask_with_buffer(
    to: Hwnd,
    message: u32,
    first: usize,
    mut buffer: Vec<u16>,
    deadline: Deadline,
) -> Result<(isize, Vec<u16>), Win32Error> {
    let address = buffer.as_mut_ptr().expose_provenance().cast_signed();
    match ask(to, message, first, address, deadline) {
        Ok(reply) => Ok((reply, buffer)),
        Err(error) => {
            // A window of our own process gets the address itself, and may use it after the time is up.
            std::mem::forget(buffer);
            Err(error)
        }
    }
}

/// Tells the parent of a control what happened in it, as the control does when a person does it.
fn notify_parent(control: Hwnd, notification: u16, deadline: Deadline) -> Result<Delivery, Win32Error> {
    // SAFETY: takes a number and returns one.
    let parent = Hwnd::of(unsafe { GetAncestor(control.native(), GA_PARENT) }).ok_or(Win32Error::Gone)?;
    // SAFETY: as above.
    let id = unsafe { GetDlgCtrlID(control.native()) }.cast_unsigned() & 0xffff;
    let what = (u32::from(notification) << 16 | id) as usize;
    tell(parent, WM_COMMAND, what, control.0, deadline)
}

fn check_enabled(control: Hwnd) -> Result<(), Win32Error> {
    is_enabled(control).then_some(()).ok_or_else(|| Win32Error::Cannot("the control is disabled".into()))
}
