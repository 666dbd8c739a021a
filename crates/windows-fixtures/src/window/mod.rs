//! A window of a fixture: its class, its messages, and the loop that serves it.
#![expect(unsafe_code, reason = "calls Windows")]

pub(crate) mod dialog;
pub(crate) mod items;
pub(crate) mod parts;
mod template;
mod texts;

pub(crate) use texts::{terminated, text_of};

use windows::Win32::{
    Foundation::{HWND, LPARAM, LRESULT, WPARAM},
    Graphics::Gdi::{COLOR_3DFACE, HBRUSH},
    UI::{
        Controls::{
            ICC_LISTVIEW_CLASSES, ICC_STANDARD_CLASSES, ICC_TAB_CLASSES, ICC_TREEVIEW_CLASSES,
            INITCOMMONCONTROLSEX, InitCommonControlsEx,
        },
        HiDpi::{DPI_AWARENESS_CONTEXT_PER_MONITOR_AWARE_V2, SetProcessDpiAwarenessContext},
        WindowsAndMessaging::{
            ACCEL, CREATESTRUCTW, CS_DBLCLKS, CreateAcceleratorTableW, CreateWindowExW, DefWindowProcW,
            DestroyWindow, DispatchMessageW, GWLP_USERDATA, GetMessageW, GetWindowLongPtrW, HMENU, IDC_ARROW,
            IsDialogMessageW, LoadCursorW, MSG, PostQuitMessage, RegisterClassW, SW_SHOW, SetWindowLongPtrW,
            ShowWindow, TranslateAcceleratorW, TranslateMessage, WINDOW_EX_STYLE, WM_CLOSE, WM_DESTROY,
            WM_NCCREATE, WNDCLASSW, WS_CLIPCHILDREN, WS_OVERLAPPEDWINDOW,
        },
    },
};
use windows::core::{PCWSTR, Result};

/// What a window of a fixture looks like before it has controls.
pub(crate) struct Frame<'a> {
    /// The name of its class.
    pub(crate) class: &'a str,
    /// Its title.
    pub(crate) title: &'a str,
    /// Its left and top edge, its width and its height.
    pub(crate) place: [i32; 4],
    /// Its menu bar.
    pub(crate) menu: Option<HMENU>,
    /// The shortcuts of its menu.
    pub(crate) shortcuts: &'a [ACCEL],
}

/// What a fixture does with what happens to its window.
pub(crate) trait Program {
    /// Adds the controls. The window is shown afterwards, so that a program that sees it finds all of them.
    fn open(&self, window: HWND) -> Result<()>;

    /// Called when the window is shown.
    fn shown(&self);

    /// The result of a message; `None` leaves it to Windows.
    fn message(&self, window: HWND, message: u32, first: WPARAM, second: LPARAM) -> Option<LRESULT>;

    /// Called when the window closes.
    fn closed(&self);
}

/// Opens a window and serves it until it is closed.
pub(crate) fn serve(frame: &Frame<'_>, program: &dyn Program) -> Result<()> {
    // SAFETY: every pointer is to something that lives until the window is gone, which is before this function ends: the loop
    // ends once the window is destroyed.
    unsafe {
        // Without it, a scaled monitor would show a stretched picture of the window. It fails where a manifest decides.
        let _ = SetProcessDpiAwarenessContext(DPI_AWARENESS_CONTEXT_PER_MONITOR_AWARE_V2);
        let controls = INITCOMMONCONTROLSEX {
            dwSize: u32::try_from(size_of::<INITCOMMONCONTROLSEX>()).unwrap_or_default(),
            dwICC: ICC_STANDARD_CLASSES | ICC_LISTVIEW_CLASSES | ICC_TREEVIEW_CLASSES | ICC_TAB_CLASSES,
        };
        let _ = InitCommonControlsEx(&raw const controls);
        let window = create(frame, &program)?;
        program.open(window)?;
        let _ = ShowWindow(window, SW_SHOW);
        program.shown();
        let shortcuts = CreateAcceleratorTableW(frame.shortcuts).unwrap_or_default();
        let mut message = MSG::default();
        while GetMessageW(&raw mut message, None, 0, 0).0 > 0 {
            let is_shortcut = TranslateAcceleratorW(window, shortcuts, &raw const message) != 0;
            if !is_shortcut && !IsDialogMessageW(window, &raw const message).as_bool() {
                let _ = TranslateMessage(&raw const message);
                DispatchMessageW(&raw const message);
            }
        }
    }
    Ok(())
}

/// Creates the window, hidden.
///
/// # Safety
/// `program` lives longer than the window.
unsafe fn create(frame: &Frame<'_>, program: &&dyn Program) -> Result<HWND> {
    let (class, title) = (terminated(frame.class), terminated(frame.title));
    let class = PCWSTR(class.as_ptr());
    // The address of the reference fits into the place for user data, and the reference itself would not.
    let program = std::ptr::from_ref(program);
    let [x, y, width, height] = frame.place;
    // SAFETY: the texts end with a zero and live until the call returns.
    unsafe {
        let description = WNDCLASSW {
            style: CS_DBLCLKS,
            lpfnWndProc: Some(procedure),
            hCursor: LoadCursorW(None, IDC_ARROW)?,
            // A system colour by its number, plus one.
            hbrBackground: HBRUSH(std::ptr::without_provenance_mut(COLOR_3DFACE.0 as usize + 1)),
            lpszClassName: class,
            ..WNDCLASSW::default()
        };
        RegisterClassW(&raw const description);
        CreateWindowExW(
            WINDOW_EX_STYLE::default(),
            class,
            PCWSTR(title.as_ptr()),
            WS_OVERLAPPEDWINDOW | WS_CLIPCHILDREN,
            x,
            y,
            width,
            height,
            None,
            frame.menu,
            None,
            Some(program.cast()),
        )
    }
}

unsafe extern "system" fn procedure(window: HWND, message: u32, first: WPARAM, second: LPARAM) -> LRESULT {
    // SAFETY: Windows calls this with messages as it documents them. What `create` gave as user data is the address of a
    // reference to the program, which outlives the window, and nothing changes it.
    unsafe {
        if let WM_NCCREATE = message {
            let created: *const CREATESTRUCTW = std::ptr::with_exposed_provenance(second.0.cast_unsigned());
            let program = (*created).lpCreateParams.expose_provenance();
            SetWindowLongPtrW(window, GWLP_USERDATA, program.cast_signed());
            return DefWindowProcW(window, message, first, second);
        }
        let program = GetWindowLongPtrW(window, GWLP_USERDATA).cast_unsigned();
        let program: *const &dyn Program = std::ptr::with_exposed_provenance(program);
        let Some(program) = program.as_ref() else {
            return DefWindowProcW(window, message, first, second);
        };
        if let Some(result) = program.message(window, message, first, second) {
            return result;
        }
        match message {
            WM_CLOSE => {
                program.closed();
                let _ = DestroyWindow(window);
            }
            WM_DESTROY => PostQuitMessage(0),
            _ => return DefWindowProcW(window, message, first, second),
        }
    }
    LRESULT(0)
}
