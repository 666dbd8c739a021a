//! A window of another thread, with a part that gives an object of its document as the windows of Office do.

use super::{call_filter::testing::reject, served::served};
use std::{
    sync::mpsc::{Sender, channel},
    thread::{self, JoinHandle},
};
use windows::Win32::{
    Foundation::{HINSTANCE, HWND, LPARAM, LRESULT, WPARAM},
    System::{
        Com::{COINIT_APARTMENTTHREADED, CoInitializeEx, CoUninitialize, IDispatch},
        LibraryLoader::GetModuleHandleW,
    },
    UI::{
        Accessibility::LresultFromObject,
        WindowsAndMessaging::{
            CreateWindowExW, DefWindowProcW, DestroyWindow, DispatchMessageW, GetMessageW, MSG,
            OBJID_NATIVEOM, PostMessageW, PostQuitMessage, RegisterClassW, WINDOW_EX_STYLE, WM_CLOSE,
            WM_DESTROY, WM_GETOBJECT, WNDCLASSW, WS_CHILD, WS_OVERLAPPEDWINDOW,
        },
    },
};
use windows_core::{HSTRING, Interface, PCWSTR};

/// The window, until it is dropped.
pub(super) struct WindowFixture {
    handle: usize,
    thread: Option<JoinHandle<()>>,
}

impl WindowFixture {
    /// A window whose part has this class, and whose thread rejects so many calls.
    pub(super) fn open(part: &'static str, rejections: u32) -> WindowFixture {
        let (opened, handle) = channel();
        let thread = thread::spawn(move || serve(part, rejections, &opened));
        WindowFixture { handle: handle.recv().unwrap(), thread: Some(thread) }
    }

    pub(super) fn handle(&self) -> u64 {
        self.handle as u64
    }
}

impl Drop for WindowFixture {
    fn drop(&mut self) {
        let window = HWND(self.handle as *mut _);
        // SAFETY: plain numbers; the window is there until it gets this.
        unsafe { PostMessageW(Some(window), WM_CLOSE, WPARAM(0), LPARAM(0)) }.unwrap();
        self.thread.take().unwrap().join().unwrap();
    }
}

/// Shows the window, and serves its messages until it is closed.
fn serve(part: &str, rejections: u32, opened: &Sender<usize>) {
    // SAFETY: everything that is passed outlives its call, and the window is of this thread.
    unsafe {
        CoInitializeEx(None, COINIT_APARTMENTTHREADED).ok().unwrap();
        reject(rejections);
        let module = HINSTANCE(GetModuleHandleW(None).unwrap().0);
        let window = create(module, "XLMAIN", None);
        create(module, part, Some(window));
        opened.send(window.0 as usize).unwrap();
        let mut message = MSG::default();
        while GetMessageW(&raw mut message, None, 0, 0).as_bool() {
            DispatchMessageW(&raw const message);
        }
        CoUninitialize();
    }
}

/// A window of this class, which is registered for it.
unsafe fn create(module: HINSTANCE, class: &str, parent: Option<HWND>) -> HWND {
    let name = HSTRING::from(class);
    let class = WNDCLASSW {
        lpfnWndProc: Some(answer),
        hInstance: module,
        lpszClassName: PCWSTR(name.as_ptr()),
        ..WNDCLASSW::default()
    };
    let style = if parent.is_some() { WS_CHILD } else { WS_OVERLAPPEDWINDOW };
    // SAFETY: the name outlives the calls.
    unsafe {
        // Another test may have registered it.
        RegisterClassW(&raw const class);
        let ex = WINDOW_EX_STYLE(0);
        CreateWindowExW(ex, &name, &name, style, 0, 0, 300, 200, parent, None, Some(module), None).unwrap()
    }
}

unsafe extern "system" fn answer(window: HWND, message: u32, w: WPARAM, l: LPARAM) -> LRESULT {
    // SAFETY: Windows passes what belongs to the message.
    unsafe {
        match message {
            #[expect(clippy::cast_possible_truncation, reason = "the number has 32 bits")]
            WM_GETOBJECT if l.0 as i32 == OBJID_NATIVEOM.0 => {
                let object = served();
                LresultFromObject(&IDispatch::IID, w, &object)
            }
            WM_CLOSE => {
                DestroyWindow(window).unwrap();
                LRESULT(0)
            }
            WM_DESTROY => {
                PostQuitMessage(0);
                LRESULT(0)
            }
            _ => DefWindowProcW(window, message, w, l),
        }
    }
}
