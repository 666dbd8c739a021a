//! A window with the standard controls, which reports everything that happens to it.
#![expect(unsafe_code, reason = "calls Windows")]

use super::fixture_views::{add_views, notified};
use crate::hwnd::Hwnd;
use crate::utf16::{terminated, text_of};
use std::sync::{Arc, Condvar, Mutex};
use windows::Win32::Foundation::{COLORREF, HWND, LPARAM, LRESULT, WPARAM};
use windows::Win32::Graphics::Gdi::CreateSolidBrush;
use windows::Win32::System::Com::{COINIT_MULTITHREADED, CoInitializeEx};
use windows::Win32::System::DataExchange::{
    CloseClipboard, EmptyClipboard, OpenClipboard, RegisterClipboardFormatW, SetClipboardData,
};
use windows::Win32::System::Memory::{GMEM_MOVEABLE, GlobalAlloc, GlobalLock, GlobalUnlock};
use windows::Win32::UI::Accessibility::{CreateStdAccessibleObject, IAccessible, LresultFromObject};
use windows::Win32::UI::Input::KeyboardAndMouse::{GetKeyState, SetFocus, VK_CONTROL, VK_SHIFT};
use windows::Win32::UI::WindowsAndMessaging::*;
use windows::core::{Interface, PCWSTR, w};

pub(super) const BUTTON: i32 = 101;
/// A button that opens a message box.
pub(super) const ASK: i32 = 102;
pub(super) const CHECK: i32 = 103;
pub(super) const EDIT: i32 = 104;
pub(super) const LIST: i32 = 105;
pub(super) const COMBO: i32 = 106;
pub(super) const SECRET: i32 = 107;
/// A read-only edit of several lines.
pub(super) const AREA: i32 = 108;
pub(super) const DISABLED: i32 = 109;
/// A list of which several items can be selected.
pub(super) const MANY: i32 = 110;
pub(super) const MENU_SAVE: u32 = 902;
/// A message at which the window stops until it is released.
pub(super) const STOP: u32 = WM_APP;
/// A message at which the window gives itself the keyboard.
pub(super) const TAKE_KEYBOARD: u32 = WM_APP + 1;
/// A message at which the window copies a text as a password manager does (1), or as others do (0).
pub(super) const COPY: u32 = WM_APP + 2;
/// A message after which the window stops when its accessible object is asked for.
pub(super) const STOP_AT_READING: u32 = WM_APP + 3;
/// A message after which the control of this number describes itself, as if it were the edit.
pub(super) const DESCRIBE_ITSELF: u32 = WM_APP + 4;
/// Red, green and blue of the window's background.
pub(super) const BACKGROUND: [u8; 3] = [200, 30, 60];
/// Where the window has nothing but its background, in its client area.
pub(super) const EMPTY_PLACE: (i32, i32) = (500, 300);
/// Place and size of the window: beside the middle of the screen. Under Wine, the X server's pointer stays there, and a window that
/// opens below it moves the pointer of Windows to it at some time.
pub(super) const PLACE: (i32, i32, i32, i32) = (10, 10, 600, 420);
/// What it copies.
pub(super) const COPIED: &str = "copied";

/// What a window does with each thing that happens.
pub(super) type Report = Box<dyn FnMut(String) + Send>;
/// Opened to let a stopped window go on.
pub(super) type Gate = Arc<(Mutex<bool>, Condvar)>;

struct State {
    report: Report,
    gate: Gate,
    stops_at_reading: bool,
}

/// Opens the window, calls `opened` with it, and serves it until it is closed.
pub(super) fn serve(title: &str, report: Report, gate: Gate, opened: impl FnOnce(Hwnd)) {
    let mut state = Box::new(State { report, gate, stops_at_reading: false });
    let (class, title) = (w!("DeskpilotFixture"), terminated(title));
    let [red, green, blue] = BACKGROUND.map(u32::from);
    // SAFETY: every pointer is to something that lives until the window is gone, which is before this function ends.
    unsafe {
        let brush = CreateSolidBrush(COLORREF(red | green << 8 | blue << 16));
        let description = WNDCLASSW {
            style: CS_DBLCLKS,
            lpfnWndProc: Some(procedure),
            hbrBackground: brush,
            lpszClassName: class,
            ..WNDCLASSW::default()
        };
        // It fails for the second window, whose class is there.
        RegisterClassW(&raw const description);
        let (x, y, width, height) = PLACE;
        let (style, pointer) = (WS_OVERLAPPEDWINDOW, std::ptr::from_mut(&mut *state).cast());
        let title = PCWSTR(title.as_ptr());
        let window = CreateWindowExW(
            WINDOW_EX_STYLE::default(),
            class,
            title,
            style,
            x,
            y,
            width,
            height,
            None,
            Some(menu()),
            None,
            Some(pointer),
        );
        let window = window.unwrap();
        add_controls(window);
        add_views(window);
        // A test that sees the window finds all of its controls.
        let _ = ShowWindow(window, SW_SHOW);
        opened(Hwnd::of(window).unwrap());
        let mut message = MSG::default();
        while GetMessageW(&raw mut message, None, 0, 0).0 > 0 {
            let _ = TranslateMessage(&raw const message);
            DispatchMessageW(&raw const message);
        }
    }
}

fn menu() -> HMENU {
    // SAFETY: the menus are new, and the texts end with a zero.
    unsafe {
        let (bar, file) = (CreateMenu().unwrap(), CreatePopupMenu().unwrap());
        AppendMenuW(file, MF_STRING | MF_CHECKED, MENU_SAVE as usize, w!("&Save && go\tCtrl+S")).unwrap();
        AppendMenuW(file, MF_SEPARATOR, 0, PCWSTR::null()).unwrap();
        AppendMenuW(file, MF_STRING | MF_GRAYED, 903, w!("E&xit")).unwrap();
        AppendMenuW(bar, MF_POPUP, file.0 as usize, w!("&File")).unwrap();
        bar
    }
}

fn add_controls(window: HWND) {
    let check_box = BS_AUTOCHECKBOX.cast_unsigned();
    let area = (ES_MULTILINE | ES_READONLY).cast_unsigned();
    let notify = LBS_NOTIFY.cast_unsigned();
    let many = (LBS_NOTIFY | LBS_MULTIPLESEL).cast_unsigned();
    let combo = CBS_DROPDOWNLIST.cast_unsigned();
    for (class, text, style, id, [x, y, width, height]) in [
        (w!("STATIC"), w!("Name:"), 0, 1, [10, 12, 60, 20]),
        (w!("EDIT"), w!("initial"), 0, EDIT, [80, 10, 200, 24]),
        (w!("BUTTON"), w!("Save"), 0, BUTTON, [10, 50, 100, 28]),
        (w!("BUTTON"), w!("Ask"), 0, ASK, [120, 50, 100, 28]),
        (w!("BUTTON"), w!("Never"), WS_DISABLED.0, DISABLED, [230, 50, 100, 28]),
        (w!("BUTTON"), w!("Agree"), check_box, CHECK, [10, 90, 120, 24]),
        (w!("LISTBOX"), w!(""), notify, LIST, [10, 130, 120, 90]),
        (w!("LISTBOX"), w!(""), many, MANY, [140, 130, 120, 90]),
        (w!("COMBOBOX"), w!(""), combo, COMBO, [270, 130, 120, 200]),
        (w!("EDIT"), w!("hidden"), ES_PASSWORD.cast_unsigned(), SECRET, [10, 240, 120, 24]),
        (w!("EDIT"), w!("one\r\ntwo"), area, AREA, [140, 240, 120, 60]),
    ] {
        let style = WINDOW_STYLE(style) | WS_CHILD | WS_VISIBLE | WS_TABSTOP;
        let (none, id) = (WINDOW_EX_STYLE::default(), HMENU(std::ptr::without_provenance_mut(id as usize)));
        // SAFETY: the classes are the system's, and all texts end with a zero.
        unsafe {
            CreateWindowExW(none, class, text, style, x, y, width, height, Some(window), Some(id), None, None)
        }
        .unwrap();
    }
    for fruit in [w!("Apple"), w!("Bänäna"), w!("Cherry")] {
        let text = LPARAM(fruit.as_ptr().addr().cast_signed());
        // SAFETY: the windows are of this thread, and the texts end with a zero.
        unsafe {
            SendDlgItemMessageW(window, LIST, LB_ADDSTRING, WPARAM(0), text);
            SendDlgItemMessageW(window, MANY, LB_ADDSTRING, WPARAM(0), text);
            SendDlgItemMessageW(window, COMBO, CB_ADDSTRING, WPARAM(0), text);
        }
    }
}

/// The procedure of the window.
extern "system" fn procedure(window: HWND, message: u32, first: WPARAM, second: LPARAM) -> LRESULT {
    // SAFETY: the state's address comes with the first message, and `serve` keeps it longer than the window. Only this thread
    // uses it, and no reference is kept over a call that may come back here.
    unsafe {
        if message == WM_NCCREATE {
            let created: *const CREATESTRUCTW = std::ptr::with_exposed_provenance(second.0.cast_unsigned());
            let state = (*created).lpCreateParams.expose_provenance().cast_signed();
            SetWindowLongPtrW(window, GWLP_USERDATA, state);
        }
        let state = GetWindowLongPtrW(window, GWLP_USERDATA).cast_unsigned();
        let state: *mut State = std::ptr::with_exposed_provenance_mut(state);
        if state.is_null() {
            return DefWindowProcW(window, message, first, second);
        }
        let report = |what: String| ((*state).report)(what);
        match message {
            WM_COMMAND => command(window, first, second, &report),
            WM_NOTIFY => notified(second).into_iter().for_each(report),
            STOP => {
                report("stopped".into());
                wait_at(&(*state).gate);
            }
            DESCRIBE_ITSELF => describe_itself(window, first),
            STOP_AT_READING => (*state).stops_at_reading = true,
            WM_GETOBJECT if (*state).stops_at_reading => wait_at(&(*state).gate),
            TAKE_KEYBOARD => drop(SetFocus(Some(window))),
            COPY => copy(window, first.0 == 1),
            WM_CLOSE => {
                report("close".into());
                DestroyWindow(window).unwrap();
            }
            WM_DESTROY => PostQuitMessage(0),
            WM_KEYDOWN if first.0 > 0x12 => {
                let held = |key: u16, name| if GetKeyState(key.into()) < 0 { name } else { "" };
                let (control, shift) = (held(VK_CONTROL.0, "ctrl "), held(VK_SHIFT.0, "shift "));
                report(format!("key {control}{shift}{:x}", first.0));
            }
            WM_MOUSEWHEEL => report(format!("wheel {}", (first.0 >> 16) as i16)),
            WM_LBUTTONDOWN => report(format!("down {}", place(second))),
            WM_LBUTTONUP => report(format!("up {}", place(second))),
            WM_LBUTTONDBLCLK => report(format!("double {}", place(second))),
            WM_RBUTTONUP => report(format!("right {}", place(second))),
            WM_MBUTTONUP => report(format!("middle {}", place(second))),
            _ => return DefWindowProcW(window, message, first, second),
        }
    }
    LRESULT(0)
}

/// Puts a procedure of ours before that of a control.
fn describe_itself(window: HWND, id: WPARAM) {
    let ours: WNDPROC = Some(describing);
    // SAFETY: the control is of this thread, and its own procedure is kept with it, where `describing` finds it.
    unsafe {
        let control = GetDlgItem(Some(window), id.0 as i32).unwrap();
        SetWindowLongPtrW(control, GWLP_USERDATA, GetWindowLongPtrW(control, GWLP_WNDPROC));
        SetWindowLongPtrW(control, GWLP_WNDPROC, std::mem::transmute::<WNDPROC, isize>(ours));
    }
}

/// The procedure of a control that describes itself as the edit.
extern "system" fn describing(control: HWND, message: u32, first: WPARAM, second: LPARAM) -> LRESULT {
    // SAFETY: the number that is kept with the control is its own procedure. The object is a new reference, which `from_raw` owns.
    unsafe {
        if message == WM_GETOBJECT && second.0 as i32 == OBJID_CLIENT.0 {
            // It stays in this apartment to the end of its thread.
            let _ = CoInitializeEx(None, COINIT_MULTITHREADED);
            let edit = GetDlgItem(Some(GetParent(control).unwrap()), EDIT).unwrap();
            let mut object = std::ptr::null_mut();
            CreateStdAccessibleObject(edit, OBJID_CLIENT.0, &IAccessible::IID, &raw mut object).unwrap();
            return LresultFromObject(&IAccessible::IID, first, &IAccessible::from_raw(object));
        }
        let own = std::mem::transmute::<isize, WNDPROC>(GetWindowLongPtrW(control, GWLP_USERDATA));
        CallWindowProcW(own, control, message, first, second)
    }
}

fn wait_at(gate: &Gate) {
    let (is_open, opened) = &**gate;
    drop(opened.wait_while(is_open.lock().unwrap(), |it| !*it).unwrap());
}

fn command(window: HWND, first: WPARAM, second: LPARAM, report: &impl Fn(String)) {
    let (id, code) = ((first.0 & 0xffff) as i32, (first.0 >> 16) as u32);
    // SAFETY: the controls are windows of this thread.
    let ask = |message| unsafe { SendDlgItemMessageW(window, id, message, WPARAM(0), LPARAM(0)) }.0;
    match (id, code) {
        (_, 0) if second.0 == 0 => report(format!("menu {id}")),
        (BUTTON, BN_CLICKED) => report("button clicked".into()),
        (DISABLED, BN_CLICKED) => report("disabled clicked".into()),
        (CHECK, BN_CLICKED) => report(format!("check {}", ask(BM_GETCHECK))),
        (EDIT, EN_CHANGE) => report(format!("edit {}", text_in(window, EDIT))),
        (LIST, LBN_SELCHANGE) => report(format!("list {}", ask(LB_GETCURSEL))),
        (MANY, LBN_SELCHANGE) => report(format!("many {}", ask(LB_GETSELCOUNT))),
        (COMBO, CBN_SELCHANGE) => report(format!("combo {}", ask(CB_GETCURSEL))),
        (ASK, BN_CLICKED) => {
            report("asking".into());
            // SAFETY: the texts end with a zero.
            unsafe { MessageBoxW(Some(window), w!("Sure?"), w!("Question"), MB_OK) };
            report("answered".into());
        }
        _ => {}
    }
}

fn text_in(window: HWND, id: i32) -> String {
    let mut text = [0; 1024];
    // SAFETY: writes at most as many units as the buffer has.
    unsafe { GetDlgItemTextW(window, id, &mut text) };
    text_of(&text)
}

/// The point of a message about the pointer, in the client area.
fn place(second: LPARAM) -> String {
    format!("{},{}", second.0 as i16, (second.0 >> 16) as i16)
}

fn copy(window: HWND, is_secret: bool) {
    let units = terminated(COPIED);
    // SAFETY: the memory is new and as large as the units, and the clipboard owns it then.
    unsafe {
        let memory = GlobalAlloc(GMEM_MOVEABLE, size_of_val(&units[..])).unwrap();
        std::ptr::copy_nonoverlapping(units.as_ptr(), GlobalLock(memory).cast(), units.len());
        let _ = GlobalUnlock(memory);
        OpenClipboard(Some(window)).unwrap();
        EmptyClipboard().unwrap();
        SetClipboardData(13, Some(windows::Win32::Foundation::HANDLE(memory.0))).unwrap();
        if is_secret {
            let mark = RegisterClipboardFormatW(w!("ExcludeClipboardContentFromMonitorProcessing"));
            let memory = GlobalAlloc(GMEM_MOVEABLE, 1).unwrap();
            SetClipboardData(mark, Some(windows::Win32::Foundation::HANDLE(memory.0))).unwrap();
        }
        CloseClipboard().unwrap();
    }
}
