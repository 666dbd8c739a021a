//! A fixture with its window and its controls, as other programs find them.
#![expect(unsafe_code, reason = "calls Windows")]

use deskpilot_core::{Button, Point, Rect, parse_keys};
use deskpilot_win32::{
    Deadline, Hwnd, InputSender, activate, foreground, key_sequence_of_chords, key_sequence_of_text,
    read_window, use_physical_pixels, windows,
};
use deskpilot_windows_fixtures::{Fixture, FixtureProgram, Happened};
use std::{
    thread,
    time::{Duration, Instant},
};
use windows::Win32::{
    Foundation::{HWND, WPARAM},
    UI::WindowsAndMessaging::{GetDlgItem, SendMessageW},
};

const PATIENCE: Duration = Duration::from_secs(20);
/// How long a report of the pointer may take before it is taken for lost.
const ECHO: Duration = Duration::from_secs(1);
const PAUSE: Duration = Duration::from_millis(5);

/// Until when other programs have to answer.
pub(crate) fn soon() -> Deadline {
    Deadline::within(PATIENCE)
}

/// Waits until it is so.
pub(crate) fn wait_for<T>(what: &str, mut found: impl FnMut() -> Option<T>) -> T {
    let begin = Instant::now();
    loop {
        if let Some(it) = found() {
            return it;
        }
        assert!(begin.elapsed() < PATIENCE, "waited in vain: {what}");
        thread::sleep(PAUSE);
    }
}

/// A fixture in front, with its window.
pub(crate) struct Scene {
    pub(crate) fixture: Fixture,
    pub(crate) window: Hwnd,
    pub(crate) sender: InputSender,
}

impl Scene {
    pub(crate) fn open(program: FixtureProgram, title: &str) -> Scene {
        use_physical_pixels().unwrap();
        let fixture = Fixture::start(program, title).unwrap();
        let window = window(title);
        wait_for("the fixture comes to the front", || {
            let _ = activate(window);
            (foreground() == Some(window)).then_some(())
        });
        Scene { fixture, window, sender: InputSender::default() }
    }

    /// Waits until this happened.
    pub(crate) fn wait_for(&self, wanted: &Happened) {
        self.fixture.wait_for(wanted).unwrap_or_else(|error| panic!("{error}"));
    }

    /// What happened so far, without that the window opened.
    pub(crate) fn happened(&self) -> Vec<Happened> {
        self.fixture.happened().unwrap().split_off(1)
    }

    /// The control of this number.
    pub(crate) fn control(&self, id: u16) -> Hwnd {
        let window = HWND(std::ptr::without_provenance_mut(self.window.0.cast_unsigned()));
        // SAFETY: takes numbers and returns one.
        let control = unsafe { GetDlgItem(Some(window), id.into()) }.unwrap();
        Hwnd(control.0.addr().cast_signed())
    }
}

impl Scene {
    /// Where a control is on the desktop.
    pub(crate) fn place(&self, id: u16) -> Rect {
        let control = self.control(id);
        let controls = read_window(self.window, soon()).unwrap();
        controls.iter().find(|it| it.hwnd == control && it.path.is_empty()).unwrap().rect
    }

    /// Clicks a point until this is recorded.
    ///
    /// Wine moves its pointer back when the X server reports an earlier movement late, so that a click may go elsewhere.
    pub(crate) fn click_until(&self, point: Point, wanted: &Happened) {
        self.until(wanted, || drop(self.sender.click_at(point, &[self.window], Button::Left, 1)));
    }

    /// Does something with the pointer until this is recorded.
    pub(crate) fn until(&self, wanted: &Happened, act: impl Fn()) {
        let begin = Instant::now();
        while begin.elapsed() < PATIENCE {
            act();
            let sent = Instant::now();
            while sent.elapsed() < ECHO {
                if self.happened().contains(wanted) {
                    return;
                }
                thread::sleep(PAUSE);
            }
        }
        panic!("in vain: {wanted:?}; there is {:?}", self.happened());
    }

    /// Presses keys in the window.
    pub(crate) fn press(&self, keys: &str) {
        let sequence = key_sequence_of_chords(&parse_keys(keys).unwrap(), self.window).unwrap();
        self.sender.send_keys(&sequence, &[self.window]).unwrap();
    }

    /// Types a text into the window.
    pub(crate) fn type_text(&self, text: &str) {
        self.sender.send_keys(&key_sequence_of_text(text).unwrap(), &[self.window]).unwrap();
    }
}

/// The window with this title.
pub(crate) fn window(title: &str) -> Hwnd {
    wait_for(title, || windows().unwrap().into_iter().find(|it| it.title == title)).hwnd
}

/// The answer to a message whose arguments are numbers.
pub(crate) fn send(control: Hwnd, message: u32, first: usize, second: isize) -> isize {
    let control = HWND(std::ptr::without_provenance_mut(control.0.cast_unsigned()));
    let second = windows::Win32::Foundation::LPARAM(second);
    // SAFETY: the arguments are numbers.
    unsafe { SendMessageW(control, message, Some(WPARAM(first)), Some(second)) }.0
}
