//! Reads and writes the clipboard.
#![expect(unsafe_code, reason = "calls Windows")]

use crate::deadline::Deadline;
use crate::error::Win32Error;
use crate::hwnd::Hwnd;
use crate::utf16::{terminated, text_of};
use crate::window_list::{process_of, title_of};
use std::time::Duration;
use windows::Win32::Foundation::{GlobalFree, HANDLE, HGLOBAL};
use windows::Win32::System::DataExchange::{
    CloseClipboard, CountClipboardFormats, EmptyClipboard, GetClipboardData, GetClipboardOwner,
    GetOpenClipboardWindow, IsClipboardFormatAvailable, OpenClipboard, RegisterClipboardFormatW,
    SetClipboardData,
};
use windows::Win32::System::Memory::{GMEM_MOVEABLE, GlobalAlloc, GlobalLock, GlobalSize, GlobalUnlock};
use windows::Win32::System::Ole::CF_UNICODETEXT;
use windows::Win32::UI::WindowsAndMessaging::{
    CreateWindowExW, DestroyWindow, HWND_MESSAGE, WINDOW_EX_STYLE, WINDOW_STYLE,
};
use windows::core::{PCWSTR, w};

/// The longest text to read, in bytes.
const MOST_BYTES: usize = 4 * 1024 * 1024;
/// How long to wait before the clipboard is opened again.
const PAUSE: Duration = Duration::from_millis(10);
/// The formats by which password managers ask others to leave what they copy alone.
const SECRET_FORMATS: &[PCWSTR] =
    &[w!("ExcludeClipboardContentFromMonitorProcessing"), w!("Clipboard Viewer Ignore")];

/// The content of the clipboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClipboardContent {
    /// It is empty.
    Empty,
    /// A text.
    Text(ClipboardText),
    /// It has content that must not or cannot be read, and why.
    Unreadable(&'static str),
}

/// A text, and who copied it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClipboardText {
    /// The text.
    pub text: String,
    /// The process that copied it, as long as its window is there.
    pub process: Option<u32>,
}

/// The content of the clipboard. Waits while another program has it open.
pub fn read_clipboard(deadline: Deadline) -> Result<ClipboardContent, Win32Error> {
    let open = OpenedClipboard::open(None, deadline)?;
    if SECRET_FORMATS.iter().any(|name| open.has(registered(*name))) {
        return Ok(ClipboardContent::Unreadable("a password manager asks others not to read it"));
    }
    if open.has(CF_UNICODETEXT.0.into()) {
        return open.text();
    }
    // SAFETY: returns a number.
    Ok(match unsafe { CountClipboardFormats() } {
        0 => ClipboardContent::Empty,
        _ => ClipboardContent::Unreadable("it is not a text"),
    })
}

/// Puts a text on the clipboard. Waits while another program has it open.
pub fn write_clipboard(text: &str, deadline: Deadline) -> Result<(), Win32Error> {
    // Windows has line breaks of two characters.
    let text = text.replace("\r\n", "\n").replace('\n', "\r\n");
    let memory = memory_with(&terminated(&text))?;
    let owner = OwnerWindow::create()?;
    let open = OpenedClipboard::open(Some(owner.0), deadline)?;
    let offered = open.replace(memory);
    if offered.is_err() {
        // SAFETY: the clipboard did not take the memory, so it is still ours.
        let _ = unsafe { GlobalFree(Some(memory)) };
    }
    offered
}

/// The clipboard while we have it open: nobody else can open it.
struct OpenedClipboard;

impl OpenedClipboard {
    fn open(owner: Option<Hwnd>, deadline: Deadline) -> Result<OpenedClipboard, Win32Error> {
        loop {
            // SAFETY: takes a handle; `drop` closes the clipboard.
            if unsafe { OpenClipboard(owner.map(Hwnd::native)) }.is_ok() {
                return Ok(OpenedClipboard);
            }
            if deadline.millis_left().is_err() {
                return Err(Win32Error::ClipboardBusy(holder()));
            }
            // Windows has no event for it.
            std::thread::sleep(PAUSE);
        }
    }

    fn has(&self, format: u32) -> bool {
        // SAFETY: takes a number.
        unsafe { IsClipboardFormatAvailable(format) }.is_ok()
    }

    fn text(&self) -> Result<ClipboardContent, Win32Error> {
        // SAFETY: the clipboard is open, and it keeps the memory as long as it is.
        let memory = unsafe { GetClipboardData(CF_UNICODETEXT.0.into()) }
            .map_err(|error| Win32Error::of_result("GetClipboardData", &error))?;
        let memory = HGLOBAL(memory.0);
        // SAFETY: the handle is that of the clipboard's memory.
        let bytes = unsafe { GlobalSize(memory) };
        if bytes > MOST_BYTES {
            return Ok(ClipboardContent::Unreadable("the text is longer than 4 MB"));
        }
        // SAFETY: as above; the lock keeps the memory in place until it is unlocked, below.
        let place = unsafe { GlobalLock(memory) };
        if place.is_null() {
            return Err(Win32Error::last("GlobalLock"));
        }
        // SAFETY: the memory has this many bytes, is aligned for any type, and nobody changes it while the clipboard is open.
        let text = text_of(unsafe { std::slice::from_raw_parts(place.cast::<u16>(), bytes / 2) });
        // SAFETY: unlocks the lock above. The error says that nothing is locked any more.
        let _ = unsafe { GlobalUnlock(memory) };
        // SAFETY: returns a handle.
        let owner = unsafe { GetClipboardOwner() }.ok().and_then(Hwnd::of);
        let text = text.replace("\r\n", "\n");
        Ok(ClipboardContent::Text(ClipboardText { text, process: owner.and_then(process_of) }))
    }

    fn replace(&self, memory: HGLOBAL) -> Result<(), Win32Error> {
        // SAFETY: the clipboard is open with a window of ours; it owns the memory once it has taken it.
        unsafe {
            EmptyClipboard().map_err(|error| Win32Error::of_result("EmptyClipboard", &error))?;
            SetClipboardData(CF_UNICODETEXT.0.into(), Some(HANDLE(memory.0)))
                .map_err(|error| Win32Error::of_result("SetClipboardData", &error))?;
        }
        Ok(())
    }
}

impl Drop for OpenedClipboard {
    fn drop(&mut self) {
        // SAFETY: `open` opened it on this thread.
        let _ = unsafe { CloseClipboard() };
    }
}

/// A window that nobody sees: without one, the clipboard takes nothing.
struct OwnerWindow(Hwnd);

impl OwnerWindow {
    fn create() -> Result<OwnerWindow, Win32Error> {
        let (parent, style) = (Some(HWND_MESSAGE), WINDOW_STYLE::default());
        let (class, name) = (w!("STATIC"), PCWSTR::null());
        // SAFETY: the class is one of the system's, its name ends with a zero, and `drop` destroys the window on this thread.
        let window = unsafe {
            CreateWindowExW(
                WINDOW_EX_STYLE::default(),
                class,
                name,
                style,
                0,
                0,
                0,
                0,
                parent,
                None,
                None,
                None,
            )
        };
        let window = window.map_err(|error| Win32Error::of_result("CreateWindowExW", &error))?;
        Hwnd::of(window).map(OwnerWindow).ok_or(Win32Error::Gone)
    }
}

impl Drop for OwnerWindow {
    fn drop(&mut self) {
        // SAFETY: the window is that of `create`. What it put on the clipboard stays there.
        let _ = unsafe { DestroyWindow(self.0.native()) };
    }
}

/// Memory that the clipboard can take, with these units.
fn memory_with(units: &[u16]) -> Result<HGLOBAL, Win32Error> {
    // SAFETY: returns memory of its own.
    let memory = unsafe { GlobalAlloc(GMEM_MOVEABLE, size_of_val(units)) }
        .map_err(|error| Win32Error::of_result("GlobalAlloc", &error))?;
    // SAFETY: the memory is new, as large as the units, and nobody else has it.
    unsafe {
        let place = GlobalLock(memory);
        if place.is_null() {
            return Err(Win32Error::last("GlobalLock"));
        }
        std::ptr::copy_nonoverlapping(units.as_ptr(), place.cast(), units.len());
        let _ = GlobalUnlock(memory);
    }
    Ok(memory)
}

/// The number of a format with this name.
fn registered(name: PCWSTR) -> u32 {
    // SAFETY: the name is a literal that ends with a zero.
    unsafe { RegisterClipboardFormatW(name) }
}

/// Who keeps the clipboard open.
fn holder() -> String {
    // SAFETY: returns a handle.
    let window = unsafe { GetOpenClipboardWindow() }.ok().and_then(Hwnd::of);
    window.map(title_of).filter(|title| !title.is_empty()).unwrap_or_else(|| "another program".into())
}
