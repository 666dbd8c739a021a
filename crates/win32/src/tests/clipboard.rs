//! The clipboard: texts, who copied them, and what is nobody's business.
#![expect(unsafe_code, reason = "calls Windows")]

use super::fixture::{Fixture, alone, soon};
use super::fixture_window::{COPIED, COPY};
use crate::clipboard::{ClipboardContent, read_clipboard, write_clipboard};
use crate::deadline::Deadline;
use crate::error::Win32Error;
use std::sync::mpsc;
use std::time::Duration;
use windows::Win32::System::DataExchange::{CloseClipboard, EmptyClipboard, OpenClipboard};

#[test]
fn a_text_goes_on_the_clipboard_and_comes_back() {
    let _alone = alone();
    for text in ["Grüße ✓ 🙂", "two\nlines", ""] {
        write_clipboard(text, soon()).unwrap();
        let ClipboardContent::Text(read) = read_clipboard(soon()).unwrap() else { panic!("{text:?}") };
        assert_eq!(read.text, text);
    }
}

#[test]
fn a_text_is_read_with_the_process_that_copied_it() {
    let _alone = alone();
    let fixture = Fixture::open("Copies");
    fixture.send(COPY, 0);
    let ClipboardContent::Text(read) = read_clipboard(soon()).unwrap() else { panic!() };
    assert_eq!((read.text.as_str(), read.process), (COPIED, Some(std::process::id())));
}

#[test]
fn what_a_password_manager_copied_is_not_read() {
    let _alone = alone();
    let fixture = Fixture::open("Passwords");
    fixture.send(COPY, 1);
    assert!(matches!(read_clipboard(soon()).unwrap(), ClipboardContent::Unreadable(_)));
}

#[test]
fn an_empty_clipboard_is_empty() {
    let _alone = alone();
    // SAFETY: opened and closed on this thread.
    unsafe {
        OpenClipboard(None).unwrap();
        EmptyClipboard().unwrap();
        CloseClipboard().unwrap();
    }
    assert_eq!(read_clipboard(soon()).unwrap(), ClipboardContent::Empty);
}

#[test]
fn a_clipboard_that_another_keeps_open_is_busy_and_not_waited_for_for_ever() {
    let _alone = alone();
    let fixture = Fixture::open("Keeps it");
    let window = fixture.window;
    let (opened, is_open) = mpsc::channel();
    let (close, closed) = mpsc::channel::<()>();
    let keeper = std::thread::spawn(move || {
        // SAFETY: opened and closed on this thread.
        unsafe { OpenClipboard(Some(window.native())).unwrap() };
        opened.send(()).unwrap();
        let _ = closed.recv();
        // SAFETY: as above.
        unsafe { CloseClipboard().unwrap() };
    });
    is_open.recv().unwrap();
    let busy = read_clipboard(Deadline::within(Duration::from_millis(100)));
    close.send(()).unwrap();
    keeper.join().unwrap();
    assert_eq!(busy, Err(Win32Error::ClipboardBusy("Keeps it".into())));
    assert!(read_clipboard(soon()).is_ok());
}
