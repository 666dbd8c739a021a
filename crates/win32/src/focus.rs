//! Raises, moves and closes windows, and says which one is where.
#![expect(unsafe_code, reason = "calls Windows")]

use crate::deadline::Deadline;
use crate::error::Win32Error;
use crate::hwnd::Hwnd;
use crate::input::send_nothing;
use crate::messages::{Delivery, tell};
use crate::monitors::frame;
use crate::window_list::{exists, state_of, thread_and_process_of, title_of};
use deskpilot_core::{Point, Rect, WindowState};
use windows::Win32::Foundation::POINT;
use windows::Win32::UI::WindowsAndMessaging::{
    GA_ROOT, GUITHREADINFO, GetAncestor, GetForegroundWindow, GetGUIThreadInfo, SW_MAXIMIZE, SW_MINIMIZE,
    SW_RESTORE, SWP_ASYNCWINDOWPOS, SWP_NOACTIVATE, SWP_NOZORDER, SetForegroundWindow, SetWindowPos,
    ShowWindowAsync, WM_CLOSE, WindowFromPoint,
};

/// Restores a minimised window and gives a window the keyboard. Does not wait for the effect.
pub fn activate(window: Hwnd) -> Result<(), Win32Error> {
    if !exists(window) {
        return Err(Win32Error::Gone);
    }
    if state_of(window) == WindowState::Minimized {
        set_state(window, WindowState::Normal)?;
    }
    if try_to_activate(window) {
        return Ok(());
    }
    // Windows lets only the program to which the last input belongs choose the foreground window.
    send_nothing()?;
    if try_to_activate(window) {
        return Ok(());
    }
    Err(Win32Error::Cannot("Windows does not let the window come to the front".into()))
}

fn try_to_activate(window: Hwnd) -> bool {
    // SAFETY: takes a number; a window that is gone is refused.
    unsafe { SetForegroundWindow(window.native()) }.as_bool()
}

/// The window that has the keyboard.
pub fn foreground() -> Option<Hwnd> {
    // SAFETY: reads a handle that the system keeps.
    Hwnd::of(unsafe { GetForegroundWindow() })
}

/// The control that has the keyboard: the window inside of the foreground window that takes the next key, or that window.
pub fn focused_control() -> Option<Hwnd> {
    let window = foreground()?;
    let (thread, _) = thread_and_process_of(window)?;
    let size = u32::try_from(size_of::<GUITHREADINFO>()).ok()?;
    let mut state = GUITHREADINFO { cbSize: size, ..GUITHREADINFO::default() };
    // SAFETY: the pointer is to a structure of ours, whose size is given.
    unsafe { GetGUIThreadInfo(thread, &raw mut state) }.ok()?;
    Hwnd::of(state.hwndFocus).or(Some(window))
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

/// The window that would receive a click at this point: the innermost one, such as a button.
pub fn control_at(point: Point) -> Option<Hwnd> {
    let Point { x, y } = frame().on_screen(point);
    // SAFETY: takes a point and returns a handle.
    Hwnd::of(unsafe { WindowFromPoint(POINT { x, y }) })
}

/// The top-level window that would receive a click at this point.
pub fn toplevel_at(point: Point) -> Option<Hwnd> {
    // SAFETY: takes a number and returns one.
    Hwnd::of(unsafe { GetAncestor(control_at(point)?.native(), GA_ROOT) })
}

/// Checks that a click at this point would go to one of these top-level windows or to a window inside of one. Called after the
/// pointer is there and right before the button is pressed: the pointer's arrival may have opened something.
pub fn check_target(point: Point, windows: &[Hwnd]) -> Result<(), Win32Error> {
    match toplevel_at(point) {
        Some(found) if windows.contains(&found) => Ok(()),
        Some(found) => Err(Win32Error::Obscured(named(found))),
        None => Err(Win32Error::Obscured("no window".into())),
    }
}

/// Checks that keys would go to one of these top-level windows.
pub(crate) fn check_keyboard(windows: &[Hwnd]) -> Result<(), Win32Error> {
    match foreground() {
        Some(found) if windows.contains(&found) => Ok(()),
        Some(found) => Err(Win32Error::NotActive(named(found))),
        None => Err(Win32Error::NotActive("no window".into())),
    }
}

fn named(window: Hwnd) -> String {
    format!("{:?}", title_of(window))
}
