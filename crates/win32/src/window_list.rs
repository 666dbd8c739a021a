//! Lists the top-level windows and the windows inside of them.
#![expect(unsafe_code, reason = "calls Windows")]

use crate::control_class::ControlClass;
use crate::error::Win32Error;
use crate::frame::Frame;
use crate::hwnd::Hwnd;
use crate::monitors::frame;
use crate::process_identity::ProcessIdentity;
use crate::processes::program_of;
use crate::toplevel::{Toplevel, WindowKind, WindowTraits};
use crate::utf16::text_of;
use deskpilot_core::{Rect, WindowState};
use std::collections::HashMap;
use windows::Win32::Foundation::{HWND, LPARAM, POINT, RECT};
use windows::Win32::Graphics::Dwm::{DWMWA_CLOAKED, DWMWA_EXTENDED_FRAME_BOUNDS, DwmGetWindowAttribute};
use windows::Win32::Graphics::Gdi::ClientToScreen;
use windows::Win32::UI::Input::KeyboardAndMouse::IsWindowEnabled;
use windows::Win32::UI::WindowsAndMessaging::{
    EnumChildWindows, EnumWindows, GCW_ATOM, GW_HWNDPREV, GW_OWNER, GWL_EXSTYLE, GWL_STYLE, GetClassLongPtrW,
    GetClassNameW, GetClientRect, GetForegroundWindow, GetWindow, GetWindowLongPtrW, GetWindowRect,
    GetWindowThreadProcessId, InternalGetWindowText, IsHungAppWindow, IsIconic, IsWindow, IsWindowVisible,
    IsZoomed,
};
use windows::core::BOOL;

/// The longest class name, with its zero.
const CLASS_UNITS: usize = 257;
/// The longest title to read.
const TITLE_UNITS: usize = 1024;
/// How many windows in one window are looked through.
const MOST_SIBLINGS: usize = 5000;
/// The class of the frame around a packaged application, which runs in another process than its frame.
const APPLICATION_FRAME: &str = "ApplicationFrameWindow";

/// Every top-level window that people work in, the topmost first.
///
/// Asks no program anything, so that none that hangs delays it.
pub fn windows() -> Result<Vec<Toplevel>, Win32Error> {
    Ok(all()?.into_iter().filter(|it| it.kind == WindowKind::Window).collect())
}

/// The same, together with the open menus and other popups of the program that made the window `of`, the topmost last.
pub fn windows_and_popups(of: Hwnd) -> Result<(Vec<Toplevel>, Vec<Toplevel>), Win32Error> {
    let all = all()?;
    let process = all.iter().find(|it| it.hwnd == of).and_then(|it| it.process).or_else(|| process_of(of));
    let popups = all.iter().rev().filter(|it| it.kind == WindowKind::Popup && it.process == process);
    let popups = popups.cloned().collect();
    Ok((all.into_iter().filter(|it| it.kind == WindowKind::Window).collect(), popups))
}

/// One top-level window; [`Win32Error::Gone`] where it does not exist.
pub fn toplevel(window: Hwnd) -> Result<Toplevel, Win32Error> {
    Reading::start().toplevel(window).ok_or(Win32Error::Gone)
}

/// The windows inside of a window at every depth, each before those inside of it.
pub fn descendants(window: Hwnd) -> Vec<Hwnd> {
    let mut handles = Vec::new();
    for_each_descendant(window, |it| handles.push(it));
    handles
}

/// Calls with each window inside of a window, as soon as the system has named it.
pub(crate) fn for_each_descendant(window: Hwnd, mut call: impl FnMut(Hwnd)) {
    let mut call: &mut dyn FnMut(Hwnd) = &mut call;
    let address = LPARAM((&raw mut call).expose_provenance().cast_signed());
    // SAFETY: the callback runs only during this call, on this thread, and `call` outlives it. The result means nothing.
    let _ = unsafe { EnumChildWindows(Some(window.native()), Some(pass_on), address) };
}

/// Calls what the second argument points to with a window.
unsafe extern "system" fn pass_on(window: HWND, call: LPARAM) -> BOOL {
    let call: *mut &mut dyn FnMut(Hwnd) = std::ptr::with_exposed_provenance_mut(call.0.cast_unsigned());
    if let Some(window) = Hwnd::of(window) {
        // SAFETY: `for_each_descendant` gave the address, and nobody else uses what is there until the enumeration ends.
        unsafe { (*call)(window) };
    }
    true.into()
}

/// The nearest window before this one in the same window that is as wanted.
pub(crate) fn previous_sibling(window: Hwnd, is_wanted: impl Fn(Hwnd) -> bool) -> Option<Hwnd> {
    // SAFETY: takes numbers and returns one.
    let before = |it: Hwnd| unsafe { GetWindow(it.native(), GW_HWNDPREV) }.ok().and_then(Hwnd::of);
    // Windows that change their order meanwhile could come again and again.
    std::iter::successors(before(window), |it| before(*it)).take(MOST_SIBLINGS).find(|it| is_wanted(*it))
}

/// Every top-level window that is shown, the topmost first.
fn all() -> Result<Vec<Toplevel>, Win32Error> {
    let mut reading = Reading::start();
    // Without those that were closed in the meantime.
    Ok(all_toplevels()?
        .into_iter()
        .filter(|it| is_visible(*it))
        .filter_map(|it| reading.toplevel(it))
        .collect())
}

/// Every top-level window, hidden ones too, the topmost first.
pub(crate) fn all_toplevels() -> Result<Vec<Hwnd>, Win32Error> {
    let mut handles = Vec::new();
    // SAFETY: as in `for_each_descendant`.
    unsafe { EnumWindows(Some(collect), address_of(&mut handles)) }
        .map_err(|error| Win32Error::of_result("EnumWindows", &error))?;
    Ok(handles)
}

fn address_of(list: &mut Vec<Hwnd>) -> LPARAM {
    LPARAM(std::ptr::from_mut(list).expose_provenance().cast_signed())
}

/// Adds a window to the list that the second argument points to.
unsafe extern "system" fn collect(window: HWND, list: LPARAM) -> BOOL {
    let list: *mut Vec<Hwnd> = std::ptr::with_exposed_provenance_mut(list.0.cast_unsigned());
    // SAFETY: the caller of the enumeration gave the address of its list, which nobody else uses until the enumeration ends.
    unsafe { (*list).extend(Hwnd::of(window)) };
    true.into()
}

/// What the windows of one list have in common.
struct Reading {
    frame: Frame,
    foreground: Option<Hwnd>,
    /// The name of each program, and which process it is.
    programs: HashMap<u32, (String, Option<ProcessIdentity>)>,
}

impl Reading {
    fn start() -> Reading {
        // SAFETY: reads a handle that the system keeps.
        let foreground = Hwnd::of(unsafe { GetForegroundWindow() });
        Reading { frame: frame(), foreground, programs: HashMap::new() }
    }

    fn toplevel(&mut self, hwnd: Hwnd) -> Option<Toplevel> {
        let class = class_of(hwnd)?;
        let rect = self.visible_rect(hwnd)?;
        let state = state_of(hwnd);
        let traits = WindowTraits {
            class: &class,
            style: style_of(hwnd),
            extended_style: long_of(hwnd, GWL_EXSTYLE),
            is_shown: is_visible(hwnd) && !is_cloaked(hwnd),
            rect,
            state,
        };
        let kind = traits.kind();
        // SAFETY: takes a number and reads what the system keeps; so does `IsHungAppWindow`.
        let owner = unsafe { GetWindow(hwnd.native(), GW_OWNER) }.ok().and_then(Hwnd::of);
        let process = if class == APPLICATION_FRAME { process_inside(hwnd) } else { process_of(hwnd) };
        let (application, identity) = process.map(|it| self.program(it)).unwrap_or_default();
        Some(Toplevel {
            hwnd,
            title: title_of(hwnd),
            class,
            application,
            process,
            identity,
            rect,
            state,
            active: self.foreground == Some(hwnd),
            owner,
            modal: owner.is_some_and(|owner| !is_enabled(owner)),
            // SAFETY: as above.
            hung: unsafe { IsHungAppWindow(hwnd.native()) }.as_bool(),
            kind,
        })
    }

    /// What a person sees of a window: Windows counts invisible borders to it, beside which it is resized.
    fn visible_rect(&self, window: Hwnd) -> Option<Rect> {
        let mut rect = RECT::default();
        let bytes = u32::try_from(size_of::<RECT>()).ok()?;
        let place: *mut RECT = &raw mut rect;
        // SAFETY: the pointer is to a rectangle of ours, whose size is given.
        let bounds = unsafe {
            DwmGetWindowAttribute(window.native(), DWMWA_EXTENDED_FRAME_BOUNDS, place.cast(), bytes)
        };
        if bounds.is_err() {
            rect = rect_of(window)?;
        }
        Some(self.frame.rect_on_desktop(rect.left, rect.top, rect.right, rect.bottom))
    }

    /// The name of a program, from its file (`notepad` for `C:\Windows\notepad.exe`), and which process it is.
    fn program(&mut self, process: u32) -> (String, Option<ProcessIdentity>) {
        let read = || {
            let (path, identity) = program_of(process);
            let name = path.and_then(|it| Some(it.file_stem()?.to_string_lossy().into_owned()));
            (name.unwrap_or_default(), identity)
        };
        self.programs.entry(process).or_insert_with(read).clone()
    }
}

/// The process of the packaged application in this frame.
fn process_inside(frame: Hwnd) -> Option<u32> {
    let own = process_of(frame);
    descendants(frame).into_iter().map(process_of).find(|it| *it != own).unwrap_or(own)
}

/// The process that made a window.
pub(crate) fn process_of(window: Hwnd) -> Option<u32> {
    thread_and_process_of(window).map(|(_, process)| process)
}

/// The thread and the process that made a window.
pub(crate) fn thread_and_process_of(window: Hwnd) -> Option<(u32, u32)> {
    let mut process = 0;
    // SAFETY: the pointer is to a number of ours.
    let thread = unsafe { GetWindowThreadProcessId(window.native(), Some(&raw mut process)) };
    (thread != 0 && process != 0).then_some((thread, process))
}

/// What its program named the class of a window; `None` for a window that is gone.
pub(crate) fn class_of(window: Hwnd) -> Option<String> {
    let mut name = [0; CLASS_UNITS];
    // SAFETY: writes at most as many units as the buffer has.
    let length = unsafe { GetClassNameW(window.native(), &mut name) };
    (length > 0).then(|| text_of(&name))
}

/// The names of classes by their numbers: most windows of a program are of a few classes.
#[derive(Debug, Default)]
pub(crate) struct ClassNames {
    known: HashMap<usize, String>,
}

impl ClassNames {
    /// What the class of a window is named; `None` for a window that is gone.
    pub(crate) fn of(&mut self, window: Hwnd) -> Option<String> {
        // SAFETY: takes numbers and returns one; zero for a window that is gone.
        let number = unsafe { GetClassLongPtrW(window.native(), GCW_ATOM) };
        if number == 0 {
            return class_of(window);
        }
        if let Some(name) = self.known.get(&number) {
            return Some(name.clone());
        }
        let name = class_of(window)?;
        self.known.insert(number, name.clone());
        Some(name)
    }
}

/// A window as a control.
pub(crate) fn control_class_of(window: Hwnd) -> Result<ControlClass, Win32Error> {
    let class = class_of(window).ok_or(Win32Error::Gone)?;
    Ok(ControlClass::new(&class, style_of(window)))
}

/// The title as the system has it: unlike `GetWindowText`, this never waits for a program.
pub(crate) fn title_of(window: Hwnd) -> String {
    let mut title = [0; TITLE_UNITS];
    // SAFETY: writes at most as many units as the buffer has.
    unsafe { InternalGetWindowText(window.native(), &mut title) };
    text_of(&title)
}

pub(crate) fn style_of(window: Hwnd) -> u32 {
    long_of(window, GWL_STYLE)
}

fn long_of(window: Hwnd, which: windows::Win32::UI::WindowsAndMessaging::WINDOW_LONG_PTR_INDEX) -> u32 {
    // SAFETY: takes numbers and returns one. Styles have 32 bits.
    (unsafe { GetWindowLongPtrW(window.native(), which) }) as u32
}

pub(crate) fn is_visible(window: Hwnd) -> bool {
    // SAFETY: takes a number and reads what the system keeps.
    unsafe { IsWindowVisible(window.native()) }.as_bool()
}

pub(crate) fn is_enabled(window: Hwnd) -> bool {
    // SAFETY: as in `is_visible`.
    unsafe { IsWindowEnabled(window.native()) }.as_bool()
}

pub(crate) fn exists(window: Hwnd) -> bool {
    // SAFETY: as in `is_visible`.
    unsafe { IsWindow(Some(window.native())) }.as_bool()
}

pub(crate) fn state_of(window: Hwnd) -> WindowState {
    // SAFETY: as in `is_visible`.
    let (is_minimized, is_maximized) = unsafe { (IsIconic(window.native()), IsZoomed(window.native())) };
    match (is_minimized.as_bool(), is_maximized.as_bool()) {
        (true, _) => WindowState::Minimized,
        (_, true) => WindowState::Maximized,
        _ => WindowState::Normal,
    }
}

/// The rectangle that Windows counts to a window, on the screen; `None` for one that is gone.
pub(crate) fn rect_of(window: Hwnd) -> Option<RECT> {
    let mut rect = RECT::default();
    // SAFETY: the pointer is to a rectangle of ours.
    unsafe { GetWindowRect(window.native(), &raw mut rect) }.ok().map(|()| rect)
}

/// The client area of a window, on the screen; `None` for one that is gone.
pub(crate) fn client_rect_of(window: Hwnd) -> Option<RECT> {
    let (mut rect, mut corner) = (RECT::default(), POINT::default());
    // SAFETY: the pointers are to a rectangle and a point of ours.
    unsafe {
        GetClientRect(window.native(), &raw mut rect).ok()?;
        ClientToScreen(window.native(), &raw mut corner).as_bool().then_some(())?;
    }
    let (right, bottom) = (corner.x.saturating_add(rect.right), corner.y.saturating_add(rect.bottom));
    Some(RECT { left: corner.x, top: corner.y, right, bottom })
}

/// Whether the shell hides the window, as it does with those of suspended applications and of other virtual desktops.
fn is_cloaked(window: Hwnd) -> bool {
    let mut reasons = 0_u32;
    let place: *mut u32 = &raw mut reasons;
    // SAFETY: the pointer is to a number of ours, whose size is given.
    let read = unsafe { DwmGetWindowAttribute(window.native(), DWMWA_CLOAKED, place.cast(), 4) };
    read.is_ok() && reasons != 0
}
