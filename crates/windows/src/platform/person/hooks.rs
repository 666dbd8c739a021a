//! Hooks that see every input before any program does, on a thread of their own.
#![expect(unsafe_code, reason = "calls Windows")]

use super::hook_input::{HookInput, key_input, pointer_input};
use crate::platform::native::io_error;
use deskpilot_win32::frame;
use std::{
    cell::RefCell,
    io,
    sync::mpsc,
    thread::{self, JoinHandle},
};
use windows::Win32::{
    Foundation::{HINSTANCE, LPARAM, LRESULT, WPARAM},
    System::{LibraryLoader::GetModuleHandleW, Threading::GetCurrentThreadId},
    UI::WindowsAndMessaging::{
        CallNextHookEx, GetMessageW, HC_ACTION, HHOOK, KBDLLHOOKSTRUCT, MSG, MSLLHOOKSTRUCT, PM_NOREMOVE,
        PeekMessageW, PostThreadMessageW, SetWindowsHookExW, UnhookWindowsHookEx, WH_KEYBOARD_LL,
        WH_MOUSE_LL, WM_QUIT,
    },
};
use windows::core::Result;

/// What is done with each input. It must be quick: every input of the desktop waits for it.
type Sink = Box<dyn FnMut(HookInput)>;

thread_local! {
    /// What the hooks of this thread call: Windows gives their procedures no place for it.
    static SINK: RefCell<Option<Sink>> = const { RefCell::new(None) };
}

/// Hooks that end when this is dropped. They change and hold back nothing.
#[derive(Debug)]
pub(super) struct Hooks {
    /// The number of the thread that Windows calls.
    number: u32,
    thread: Option<JoinHandle<()>>,
}

impl Hooks {
    /// Starts to call a function, which is made on the hooks' own thread, with each input.
    pub(super) fn start(sink: impl FnMut(HookInput) + Send + 'static) -> io::Result<Hooks> {
        let (sender, started) = mpsc::channel();
        let thread = thread::Builder::new().name("input hooks".into()).spawn(move || {
            SINK.set(Some(Box::new(sink)));
            serve(&sender);
        })?;
        match started.recv() {
            Ok(Ok(number)) => Ok(Hooks { number, thread: Some(thread) }),
            Ok(Err(error)) => Err(io_error(error)),
            Err(_) => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }
}

impl Drop for Hooks {
    fn drop(&mut self) {
        // SAFETY: takes numbers; it fails for a thread that is gone.
        let _ = unsafe { PostThreadMessageW(self.number, WM_QUIT, WPARAM(0), LPARAM(0)) };
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Sets the hooks, says so, and lets Windows call them until the thread is told to quit.
fn serve(started: &mpsc::Sender<Result<u32>>) {
    let mut message = MSG::default();
    // SAFETY: the pointers are to a message of ours; the hooks are removed on the thread that set them.
    unsafe {
        // Makes the queue, so that a message to this thread is not lost.
        let _ = PeekMessageW(&raw mut message, None, 0, 0, PM_NOREMOVE);
        let hooks = match hooks() {
            Ok(hooks) => hooks,
            Err(error) => {
                let _ = started.send(Err(error));
                return;
            }
        };
        let _ = started.send(Ok(GetCurrentThreadId()));
        while GetMessageW(&raw mut message, None, 0, 0).0 > 0 {}
        for hook in hooks {
            let _ = UnhookWindowsHookEx(hook);
        }
    }
}

/// Sets both hooks, or none.
///
/// # Safety
/// The thread serves its messages until it removes them.
unsafe fn hooks() -> Result<[HHOOK; 2]> {
    // SAFETY: both procedures have the form that Windows calls.
    unsafe {
        let module = Some(HINSTANCE::from(GetModuleHandleW(None)?));
        let pointer = SetWindowsHookExW(WH_MOUSE_LL, Some(on_pointer), module, 0)?;
        match SetWindowsHookExW(WH_KEYBOARD_LL, Some(on_key), module, 0) {
            Ok(keyboard) => Ok([pointer, keyboard]),
            Err(error) => {
                let _ = UnhookWindowsHookEx(pointer);
                Err(error)
            }
        }
    }
}

unsafe extern "system" fn on_pointer(code: i32, message: WPARAM, about: LPARAM) -> LRESULT {
    // SAFETY: with this code, Windows gives the address of such a structure, which is valid during the call.
    unsafe {
        if code == HC_ACTION.cast_signed() {
            let place: *const MSLLHOOKSTRUCT = std::ptr::with_exposed_provenance(about.0.cast_unsigned());
            let about = *place;
            let point = frame().on_desktop(about.pt.x, about.pt.y);
            let message = u32::try_from(message.0).unwrap_or_default();
            report(pointer_input(message, about.mouseData, about.flags, about.time, point));
        }
        // The hook watches and holds nothing back.
        CallNextHookEx(None, code, message, about)
    }
}

unsafe extern "system" fn on_key(code: i32, message: WPARAM, about: LPARAM) -> LRESULT {
    // SAFETY: as in `on_pointer`.
    unsafe {
        if code == HC_ACTION.cast_signed() {
            let place: *const KBDLLHOOKSTRUCT = std::ptr::with_exposed_provenance(about.0.cast_unsigned());
            let about = *place;
            let message = u32::try_from(message.0).unwrap_or_default();
            report(key_input(message, about.vkCode, about.scanCode, about.flags.0, about.time));
        }
        CallNextHookEx(None, code, message, about)
    }
}

fn report(input: Option<HookInput>) {
    let Some(input) = input else { return };
    SINK.with_borrow_mut(|sink| sink.iter_mut().for_each(|sink| sink(input)));
}
