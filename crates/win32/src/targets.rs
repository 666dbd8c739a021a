//! Which window takes what the pointer and the keyboard do now.
#![expect(unsafe_code, reason = "calls Windows")]

use crate::error::Win32Error;
use crate::hwnd::Hwnd;
use crate::monitors::frame;
use crate::window_list::{thread_and_process_of, title_of};
use deskpilot_core::Point;
use windows::Win32::Foundation::POINT;
use windows::Win32::UI::WindowsAndMessaging::{
    GA_ROOT, GUI_INMENUMODE, GUI_POPUPMENUMODE, GUI_SYSTEMMENUMODE, GUITHREADINFO, GetAncestor,
    GetForegroundWindow, GetGUIThreadInfo, WindowFromPoint,
};

/// The window that has the keyboard.
pub fn foreground() -> Option<Hwnd> {
    // SAFETY: reads a handle that the system keeps.
    Hwnd::of(unsafe { GetForegroundWindow() })
}

/// The control that has the keyboard: the window inside of the foreground window that takes the next key, or that window.
pub fn focused_control() -> Option<Hwnd> {
    let window = foreground()?;
    focus_beside(window).or(Some(window))
}

/// The window that has the keyboard, or will have it once its top-level window is in front, among those of the thread that made this
/// one.
pub(crate) fn focus_beside(window: Hwnd) -> Option<Hwnd> {
    Hwnd::of(state_of_thread(window)?.hwndFocus)
}

/// Whether a menu beside this window is open, or its menu bar waits for a key: it takes every key then.
pub fn has_open_menu(window: Hwnd) -> bool {
    let open = GUI_INMENUMODE.0 | GUI_POPUPMENUMODE.0 | GUI_SYSTEMMENUMODE.0;
    state_of_thread(window).is_some_and(|it| it.flags.0 & open != 0)
}

/// What the thread that made this window does with the keyboard.
fn state_of_thread(window: Hwnd) -> Option<GUITHREADINFO> {
    let (thread, _) = thread_and_process_of(window)?;
    let size = u32::try_from(size_of::<GUITHREADINFO>()).ok()?;
    let mut state = GUITHREADINFO { cbSize: size, ..GUITHREADINFO::default() };
    // SAFETY: the pointer is to a structure of ours, whose size is given.
    unsafe { GetGUIThreadInfo(thread, &raw mut state) }.ok()?;
    Some(state)
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

/// Checks that a click at this point would go to one of these top-level windows or to a window inside of one.
pub(crate) fn check_target(point: Point, windows: &[Hwnd]) -> Result<(), Win32Error> {
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
