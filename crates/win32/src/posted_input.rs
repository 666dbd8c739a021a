//! Input as messages to windows, for a desktop that no keyboard and no pointer reaches.
//!
//! A program that asks where the pointer is, or which keys are down, hears of the user's own: what depends on it is refused.
#![expect(unsafe_code, reason = "calls Windows")]

use crate::deadline::Deadline;
use crate::device_event::DeviceEvent;
use crate::error::Win32Error;
use crate::hwnd::Hwnd;
use crate::key_sequence::{KeyCode, is_extended, is_modifier};
use crate::messages::ask;
use crate::monitors::frame;
use crate::pointer_events::Direction;
use crate::targets::{control_at, focused_control};
use deskpilot_core::{Button, Point, ScrollBy};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;
use windows::Win32::Foundation::{LPARAM, POINT, WPARAM};
use windows::Win32::Graphics::Gdi::ScreenToClient;
use windows::Win32::UI::Input::KeyboardAndMouse::{MAPVK_VK_TO_VSC, MapVirtualKeyW};
use windows::Win32::UI::WindowsAndMessaging::{
    HTCLIENT, PostMessageW, WM_CHAR, WM_KEYDOWN, WM_KEYUP, WM_LBUTTONDBLCLK, WM_LBUTTONDOWN, WM_LBUTTONUP,
    WM_MBUTTONDBLCLK, WM_MBUTTONDOWN, WM_MBUTTONUP, WM_MOUSEHWHEEL, WM_MOUSEMOVE, WM_MOUSEWHEEL,
    WM_NCHITTEST, WM_RBUTTONDBLCLK, WM_RBUTTONDOWN, WM_RBUTTONUP,
};

/// How far the wheel turns in one notch.
const NOTCH: i32 = 120;
/// How long a window may take to say which part of it is at a point.
const HIT_TEST: Duration = Duration::from_millis(500);
/// How long a program may take to make characters of keys. What is posted meanwhile would come before them, and nothing tells when it is done.
const TRANSLATION: Duration = Duration::from_millis(10);
/// In the argument of a key's message: it is one that is twice on a keyboard; it was down before; it comes up.
const EXTENDED: u32 = 1 << 24;
const COMES_UP: u32 = 0b11 << 30;

/// Where the pointer would be, and what it holds.
#[derive(Debug, Default)]
pub(crate) struct PostedInput {
    state: Mutex<PostedPointer>,
}

#[derive(Debug, Default)]
struct PostedPointer {
    at: Option<Point>,
    /// The button that is down, and the window that has it.
    down: Option<(Button, Hwnd)>,
    /// Which button came up last, and where, in the same call.
    last_click: Option<(Button, Point)>,
}

impl PostedInput {
    /// Where the last movement went.
    pub(crate) fn position(&self) -> Result<Point, Win32Error> {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.at.ok_or_else(|| Win32Error::Cannot("there is no pointer on a private desktop".into()))
    }

    /// Fails for what no message does: nothing of it is posted then.
    pub(crate) fn check(events: &[DeviceEvent]) -> Result<(), Win32Error> {
        let is_held =
            |it: &DeviceEvent| matches!(it, DeviceEvent::Key(KeyCode::Virtual(key), _) if is_modifier(*key));
        if !events.iter().any(is_held) {
            return Ok(());
        }
        let why = "on a private desktop, Ctrl, Alt and Shift cannot be held: use a menu, a button or a native command";
        Err(Win32Error::Cannot(why.into()))
    }

    /// Posts what the devices would do, one after the other.
    pub(crate) fn post(&self, events: &[DeviceEvent]) -> Result<(), Win32Error> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.last_click = None;
        events.iter().try_for_each(|it| match *it {
            DeviceEvent::Move(point) => state.move_to(point),
            DeviceEvent::Button(button, direction) => state.button(button, direction),
            DeviceEvent::Wheel(by) => state.wheel(by),
            DeviceEvent::Key(code, direction) => key(code, direction),
        })?;
        if events.iter().any(|it| matches!(it, DeviceEvent::Key(KeyCode::Virtual(_), _))) {
            thread::sleep(TRANSLATION);
        }
        Ok(())
    }
}

impl PostedPointer {
    fn move_to(&mut self, point: Point) -> Result<(), Win32Error> {
        self.at = Some(point);
        let held = self.down.map(|(_, window)| window);
        match held.or_else(|| control_at(point)) {
            Some(window) => post_at(window, WM_MOUSEMOVE, buttons(self.down.map(|it| it.0)), point),
            None => Ok(()),
        }
    }

    fn button(&mut self, button: Button, direction: Direction) -> Result<(), Win32Error> {
        let point = self.at.ok_or_else(|| Win32Error::Cannot("the pointer is nowhere".into()))?;
        let [down, up, twice] = messages_of(button)?;
        match direction {
            Direction::Press => {
                let window = control_at(point).ok_or(Win32Error::Gone)?;
                check_inside(window, point)?;
                self.down = Some((button, window));
                let is_second = self.last_click == Some((button, point));
                post_at(window, if is_second { twice } else { down }, buttons(Some(button)), point)
            }
            Direction::Release => {
                let Some((_, window)) = self.down.take() else { return Ok(()) };
                self.last_click = Some((button, point));
                post_at(window, up, 0, point)
            }
        }
    }

    fn wheel(&self, by: ScrollBy) -> Result<(), Win32Error> {
        let point = self.at.ok_or_else(|| Win32Error::Cannot("the pointer is nowhere".into()))?;
        let window = control_at(point).ok_or(Win32Error::Gone)?;
        for (message, notches) in [(WM_MOUSEWHEEL, by.up), (WM_MOUSEHWHEEL, by.right)] {
            let turned = (notches.signum() * NOTCH).cast_unsigned() << 16;
            for _ in 0..notches.unsigned_abs() {
                // Unlike those of buttons, these messages have the place on the screen.
                post(window, message, turned as usize, place(frame().on_screen(point)))?;
            }
        }
        Ok(())
    }
}

/// What is posted for a button that goes down, comes up, and goes down for the second time.
fn messages_of(button: Button) -> Result<[u32; 3], Win32Error> {
    match button {
        Button::Left => Ok([WM_LBUTTONDOWN, WM_LBUTTONUP, WM_LBUTTONDBLCLK]),
        Button::Right => Ok([WM_RBUTTONDOWN, WM_RBUTTONUP, WM_RBUTTONDBLCLK]),
        Button::Middle => Ok([WM_MBUTTONDOWN, WM_MBUTTONUP, WM_MBUTTONDBLCLK]),
        Button::X => Err(Win32Error::Cannot("this button does nothing on a private desktop".into())),
    }
}

/// Which buttons are down, as messages of the pointer say it.
const fn buttons(down: Option<Button>) -> usize {
    match down {
        Some(Button::Left) => 0x1,
        Some(Button::Right) => 0x2,
        Some(Button::Middle) => 0x10,
        Some(Button::X) | None => 0,
    }
}

/// Fails for the frame of a window: what is done there follows the pointer of the user's desktop.
fn check_inside(window: Hwnd, point: Point) -> Result<(), Win32Error> {
    let at = place(frame().on_screen(point));
    let part = ask(window, WM_NCHITTEST, 0, at, Deadline::within(HIT_TEST))?;
    let is_inside = u32::try_from(part) == Ok(HTCLIENT);
    is_inside.then_some(()).ok_or_else(|| {
        Win32Error::Cannot("on a private desktop, title bars, borders and scroll bars take no clicks".into())
    })
}

fn key(code: KeyCode, direction: Direction) -> Result<(), Win32Error> {
    let window = focused_control().ok_or_else(|| Win32Error::NotActive("no window".into()))?;
    match (code, direction) {
        (KeyCode::Unit(unit), Direction::Press) => post(window, WM_CHAR, unit.into(), 1),
        (KeyCode::Unit(_), Direction::Release) => Ok(()),
        (KeyCode::Virtual(key), direction) => {
            // SAFETY: takes numbers and returns one.
            let scan = unsafe { MapVirtualKeyW(key.into(), MAPVK_VK_TO_VSC) } & 0xff;
            let extended = if is_extended(key) { EXTENDED } else { 0 };
            let (message, flags) = match direction {
                Direction::Press => (WM_KEYDOWN, 0),
                Direction::Release => (WM_KEYUP, COMES_UP),
            };
            let about = 1 | scan << 16 | extended | flags;
            post(window, message, key.into(), about as usize as isize)
        }
    }
}

/// Posts a message with a place in the window's client area.
fn post_at(window: Hwnd, message: u32, first: usize, point: Point) -> Result<(), Win32Error> {
    let Point { x, y } = frame().on_screen(point);
    let mut inside = POINT { x, y };
    // SAFETY: the pointer is to a point of ours.
    if !unsafe { ScreenToClient(window.native(), &raw mut inside) }.as_bool() {
        return Err(Win32Error::Gone);
    }
    post(window, message, first, place(Point { x: inside.x, y: inside.y }))
}

fn post(window: Hwnd, message: u32, first: usize, second: isize) -> Result<(), Win32Error> {
    // SAFETY: takes numbers.
    unsafe { PostMessageW(Some(window.native()), message, WPARAM(first), LPARAM(second)) }
        .map_err(|error| Win32Error::of_result("PostMessageW", &error))
}

/// A place as messages have it: two halves with a sign.
const fn place(point: Point) -> isize {
    let (x, y) = (point.x as u16 as u32, point.y as u16 as u32);
    (y << 16 | x) as usize as isize
}
