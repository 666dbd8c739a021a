//! Which window takes what the pointer and the keyboard do now.
#![expect(unsafe_code, reason = "calls Windows")]

use crate::error::Win32Error;
use crate::hwnd::Hwnd;
use crate::monitors::frame;
use crate::window_list::{all_toplevels, is_enabled, is_visible, rect_of, thread_and_process_of, title_of};
use deskpilot_core::Point;
use windows::Win32::Foundation::POINT;
use windows::Win32::Graphics::Gdi::ScreenToClient;
use windows::Win32::UI::WindowsAndMessaging::{
    CWP_SKIPDISABLED, CWP_SKIPINVISIBLE, ChildWindowFromPointEx, GA_ROOT, GUI_INMENUMODE, GUI_POPUPMENUMODE,
    GUI_SYSTEMMENUMODE, GUITHREADINFO, GetAncestor, GetDesktopWindow, GetForegroundWindow, GetGUIThreadInfo,
    WindowFromPoint,
};

/// How many windows are inside of one another at most.
const MOST_LEVELS: usize = 64;

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
    // SAFETY: takes a point and returns a handle; the other function takes nothing.
    let (found, desktop) =
        unsafe { (Hwnd::of(WindowFromPoint(POINT { x, y })), Hwnd::of(GetDesktopWindow())) };
    // Where it names no window of a program, the list may.
    found.filter(|it| Some(*it) != desktop).or_else(|| listed_at(point)).or(found)
}

/// The same window as the list of windows says it. On a private desktop, the system may not say it.
pub(crate) fn listed_at(point: Point) -> Option<Hwnd> {
    let Point { x, y } = frame().on_screen(point);
    let is_around = |it: &Hwnd| {
        is_visible(*it)
            && is_enabled(*it)
            && rect_of(*it)
                .is_some_and(|it| (it.left..it.right).contains(&x) && (it.top..it.bottom).contains(&y))
    };
    let mut found = all_toplevels().ok()?.into_iter().find(is_around)?;
    // Windows that change meanwhile could lead around in a circle.
    for _ in 0..MOST_LEVELS {
        let mut inside = POINT { x, y };
        // SAFETY: the pointer is to a point of ours; the other function takes numbers and returns a handle.
        let inner = unsafe {
            ScreenToClient(found.native(), &raw mut inside).as_bool().then_some(())?;
            ChildWindowFromPointEx(found.native(), inside, CWP_SKIPINVISIBLE | CWP_SKIPDISABLED)
        };
        match Hwnd::of(inner).filter(|it| *it != found) {
            Some(inner) => found = inner,
            None => break,
        }
    }
    Some(found)
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
