//! Raises, moves and closes windows.
#![expect(unsafe_code, reason = "calls Windows")]

use crate::abandonable::abandonable;
use crate::deadline::Deadline;
use crate::error::Win32Error;
use crate::hwnd::Hwnd;
use crate::input::send_nothing;
use crate::messages::{Delivery, answers, tell};
use crate::monitors::frame;
use crate::targets::foreground;
use crate::window_list::{exists, state_of, thread_and_process_of};
use deskpilot_core::{Rect, WindowState};
use windows::Win32::System::Threading::{AttachThreadInput, GetCurrentThreadId};
use windows::Win32::UI::Input::KeyboardAndMouse::SetFocus;
use windows::Win32::UI::WindowsAndMessaging::{
    HWND_TOP, SW_MAXIMIZE, SW_MINIMIZE, SW_RESTORE, SWP_ASYNCWINDOWPOS, SWP_NOACTIVATE, SWP_NOMOVE,
    SWP_NOSIZE, SWP_NOZORDER, SetForegroundWindow, SetWindowPos, ShowWindowAsync, WM_CLOSE,
};

/// Restores a minimised window, raises a window above others, and gives it the keyboard. Does not wait for the effect.
pub fn activate(window: Hwnd) -> Result<(), Win32Error> {
    if !exists(window) {
        return Err(Win32Error::Gone);
    }
    if state_of(window) == WindowState::Minimized {
        set_state(window, WindowState::Normal)?;
    }
    if foreground() != Some(window) && !try_to_activate(window) {
        // Windows lets only the program to which the last input belongs choose the foreground window.
        send_nothing()?;
        if !try_to_activate(window) {
            return Err(Win32Error::Cannot("Windows does not let the window come to the front".into()));
        }
    }
    raise(window)
}

/// Brings a window above the others: what has the keyboard may still be below them, and to give it that raises nothing for certain.
fn raise(window: Hwnd) -> Result<(), Win32Error> {
    let flags = SWP_NOMOVE | SWP_NOSIZE | SWP_NOACTIVATE | SWP_ASYNCWINDOWPOS;
    // SAFETY: takes numbers; a window that is gone is refused.
    unsafe { SetWindowPos(window.native(), Some(HWND_TOP), 0, 0, 0, 0, flags) }
        .map_err(|error| Win32Error::of_result("SetWindowPos", &error))
}

fn try_to_activate(window: Hwnd) -> bool {
    // SAFETY: takes a number; a window that is gone is refused.
    unsafe { SetForegroundWindow(window.native()) }.as_bool()
}

/// Gives a control the keyboard, within its window. The window gets it only by [`activate`].
pub fn give_keyboard(control: Hwnd, deadline: Deadline) -> Result<(), Win32Error> {
    // A thread that hangs would keep ours as long as both share their input.
    answers(control, deadline)?;
    abandonable(deadline, move || {
        let (theirs, _) = thread_and_process_of(control).ok_or(Win32Error::Gone)?;
        // SAFETY: all three take and return numbers, and what is attached is detached on the same thread.
        unsafe {
            let ours = GetCurrentThreadId();
            // It fails where both threads are one.
            let is_attached = ours != theirs && AttachThreadInput(ours, theirs, true).as_bool();
            let given = SetFocus(Some(control.native()));
            if is_attached {
                let _ = AttachThreadInput(ours, theirs, false);
            }
            given.map(|_| ()).map_err(|error| Win32Error::of_result("SetFocus", &error))
        }
    })
}

/// Asks a window to close, as its close button does. It may ask whether to save, and is pending then.
pub fn ask_to_close(window: Hwnd, deadline: Deadline) -> Result<Delivery, Win32Error> {
    tell(window, WM_CLOSE, 0, 0, deadline)
}

/// Moves a window and gives it a size, of what the system counts to it. Does not wait for the effect.
pub fn move_window(window: Hwnd, to: Rect) -> Result<(), Win32Error> {
    let corner = frame().on_screen(to.origin());
    let side = |length: u32| i32::try_from(length).unwrap_or(i32::MAX);
    // Without waiting for the program's thread, which may hang.
    let flags = SWP_NOZORDER | SWP_NOACTIVATE | SWP_ASYNCWINDOWPOS;
    // SAFETY: takes numbers; a window that is gone is refused.
    unsafe { SetWindowPos(window.native(), None, corner.x, corner.y, side(to.width), side(to.height), flags) }
        .map_err(|error| Win32Error::of_result("SetWindowPos", &error))
}

/// Minimises, maximises or restores a window. Does not wait for the effect.
pub fn set_state(window: Hwnd, state: WindowState) -> Result<(), Win32Error> {
    let command = match state {
        WindowState::Normal => SW_RESTORE,
        WindowState::Minimized => SW_MINIMIZE,
        WindowState::Maximized => SW_MAXIMIZE,
        WindowState::Closed => return Err(Win32Error::Cannot("a window closes when it is asked to".into())),
    };
    if !exists(window) {
        return Err(Win32Error::Gone);
    }
    // SAFETY: takes numbers. The result is whether the window was visible.
    let _ = unsafe { ShowWindowAsync(window.native(), command) };
    Ok(())
}
