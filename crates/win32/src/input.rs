//! Sends keys and the pointer, by `SendInput` or as messages, and tracks everything held down.
#![expect(unsafe_code, reason = "calls Windows")]

use crate::device_event::DeviceEvent;
use crate::error::Win32Error;
use crate::hwnd::Hwnd;
use crate::input_desktop::check_input_desktop;
use crate::key_sequence::{KeyCode, KeySequence, Keyboard, LayoutKey, is_extended, key_of_modifier};
use crate::monitors::frame;
use crate::pointer_events::{Direction, Handedness, PointerEvent};
use crate::posted_input::PostedInput;
use crate::targets::{check_keyboard, check_target};
use crate::window_list::thread_and_process_of;
use deskpilot_core::{Button, Chord, Modifier, Point, ScrollBy};
use std::sync::{Mutex, MutexGuard, PoisonError};
use windows::Win32::Foundation::POINT;
use windows::Win32::UI::Input::KeyboardAndMouse::{
    GetKeyState, GetKeyboardLayout, HKL, INPUT, INPUT_0, INPUT_KEYBOARD, INPUT_MOUSE, KEYBD_EVENT_FLAGS,
    KEYBDINPUT, KEYEVENTF_EXTENDEDKEY, KEYEVENTF_KEYUP, KEYEVENTF_UNICODE, MAPVK_VK_TO_CHAR, MAPVK_VK_TO_VSC,
    MOUSE_EVENT_FLAGS, MOUSEEVENTF_ABSOLUTE, MOUSEEVENTF_MOVE, MOUSEEVENTF_VIRTUALDESK, MOUSEINPUT,
    MapVirtualKeyExW, MapVirtualKeyW, SendInput, VIRTUAL_KEY, VK_CAPITAL, VkKeyScanExW,
};
use windows::Win32::UI::WindowsAndMessaging::{GetCursorPos, GetSystemMetrics, SM_SWAPBUTTON};

/// The key states that `VkKeyScanEx` knows: Shift, and Control with Alt for AltGr. Other ones no person holds.
const SHIFT_STATE: u16 = 1;
const ALT_GR_STATE: u16 = 6;
/// The bit of a character that a dead key waits with.
const DEAD_KEY: u32 = 0x8000_0000;

/// Sends input to the desktop, and remembers what it holds down.
#[derive(Debug, Default)]
pub struct InputSender {
    held: Mutex<HeldInput>,
    route: InputRoute,
}

/// By which way input goes.
#[derive(Debug, Default)]
enum InputRoute {
    /// As that of the devices, which Windows gives to the desktop on the screen alone.
    #[default]
    Devices,
    /// As messages to the windows of a desktop that no screen shows.
    Posted(PostedInput),
}

/// Keys and buttons held down.
#[derive(Debug, Default)]
struct HeldInput {
    keys: Vec<u16>,
    buttons: Vec<Button>,
    /// How many presses there were so far.
    presses: u64,
    /// Whether somebody stopped us: nothing more is sent.
    is_closed: bool,
}

impl InputSender {
    /// A sender for a private desktop, on whose threads it is used.
    pub fn posting() -> InputSender {
        InputSender { route: InputRoute::Posted(PostedInput::default()), ..InputSender::default() }
    }

    /// Moves the pointer to a desktop point.
    pub fn move_to(&self, point: Point) -> Result<(), Win32Error> {
        let movement = movement(point)?;
        let _open = self.open()?;
        self.send(&[movement])
    }

    /// The pointer's position, in desktop pixels.
    pub fn pointer_position(&self) -> Result<Point, Win32Error> {
        match &self.route {
            InputRoute::Devices => pointer_position(),
            InputRoute::Posted(posted) => posted.position(),
        }
    }

    /// Clicks at a desktop point `count` times, at least once, if one of these top-level windows or a window inside of one is there
    /// now, else fails with [`Win32Error::Obscured`]. Movement and clicks go at once, so that no input of a person comes between.
    pub fn click_at(
        &self,
        point: Point,
        windows: &[Hwnd],
        button: Button,
        count: u8,
    ) -> Result<(), Win32Error> {
        let movement = movement(point)?;
        let of = |direction| DeviceEvent::Button(button, direction);
        let clicks = [of(Direction::Press), of(Direction::Release)].repeat(count.max(1).into());
        check_target(point, windows)?;
        let mut held = self.open()?;
        held.note_press(button);
        held.presses += u64::from(count.max(1)) - 1;
        self.send(&[&[movement], &clicks[..]].concat())?;
        // If sending fails, `release_all` releases the button.
        held.forget(button);
        Ok(())
    }

    /// Presses a button at a desktop point and holds it, if one of these windows is there.
    pub fn press_at(&self, point: Point, windows: &[Hwnd], button: Button) -> Result<(), Win32Error> {
        let movement = movement(point)?;
        check_target(point, windows)?;
        let mut held = self.open()?;
        held.note_press(button);
        self.send(&[movement, DeviceEvent::Button(button, Direction::Press)])
    }

    /// Releases a button at a desktop point, whatever is there: what is dropped somewhere is held until then.
    pub fn release_at(&self, point: Point, button: Button) -> Result<(), Win32Error> {
        self.move_to(point)?;
        self.release(button)
    }

    /// Turns the wheel at a desktop point, by notches, if one of these windows is there.
    pub fn scroll_at(&self, point: Point, windows: &[Hwnd], by: ScrollBy) -> Result<(), Win32Error> {
        let movement = movement(point)?;
        check_target(point, windows)?;
        let _open = self.open()?;
        self.send(&[movement, DeviceEvent::Wheel(by)])
    }

    /// Presses modifier keys and holds them.
    pub fn press_modifiers(&self, modifiers: &[Modifier]) -> Result<(), Win32Error> {
        for key in modifiers.iter().map(|it| key_of_modifier(*it)) {
            let press = [DeviceEvent::Key(KeyCode::Virtual(key), Direction::Press)];
            self.check(&press)?;
            let mut held = self.open()?;
            held.presses += 1;
            held.keys.push(key);
            self.send(&press)?;
        }
        Ok(())
    }

    /// Presses the keys of a sequence if one of these top-level windows has the keyboard now, else fails with
    /// [`Win32Error::NotActive`]. The whole sequence goes at once, so that no key of a person comes between.
    pub fn send_keys(&self, sequence: &KeySequence, windows: &[Hwnd]) -> Result<(), Win32Error> {
        check_keyboard(windows)?;
        self.send_keys_to_focus(sequence)
    }

    /// Presses the keys of a sequence for whatever window has the keyboard, as a person at the keyboard does.
    pub fn send_keys_to_focus(&self, sequence: &KeySequence) -> Result<(), Win32Error> {
        let events = match &self.route {
            InputRoute::Devices => sequence.events(),
            InputRoute::Posted(_) => sequence.events_without_held_keys(),
        };
        let keys = |(code, direction): &(KeyCode, Direction)| DeviceEvent::Key(*code, *direction);
        let inputs: Vec<DeviceEvent> = events.iter().map(keys).collect();
        self.check(&inputs)?;
        let pressed = events.iter().filter(|(_, direction)| *direction == Direction::Press);
        let mut held = self.open()?;
        held.presses += pressed.count() as u64;
        let sent = self.send(&inputs);
        if sent.is_err() {
            // Windows took a part: every key that the sequence presses is released, and a second release does nothing.
            let released = events.iter().filter(|(_, direction)| *direction == Direction::Release);
            let released: Vec<DeviceEvent> = released.map(keys).collect();
            return self.send(&released).and(sent);
        }
        sent
    }

    /// How many keys and buttons were pressed so far.
    pub fn press_count(&self) -> u64 {
        self.held().presses
    }

    /// Sends nothing more, and releases every held key and button: what somebody stopped may have calls on their way still.
    pub fn close(&self) -> Result<(), Win32Error> {
        self.held().is_closed = true;
        self.release_all()
    }

    /// Releases every held key and button.
    pub fn release_all(&self) -> Result<(), Win32Error> {
        let (keys, buttons) = {
            let held = self.held();
            (held.keys.clone(), held.buttons.clone())
        };
        let mut done = Ok(());
        for button in buttons.into_iter().rev() {
            done = done.and(self.release(button));
        }
        for key in keys.into_iter().rev() {
            let released = self.send(&[DeviceEvent::Key(KeyCode::Virtual(key), Direction::Release)]);
            if released.is_ok() {
                self.held().keys.retain(|it| *it != key);
            }
            done = done.and(released);
        }
        done
    }

    fn release(&self, button: Button) -> Result<(), Win32Error> {
        self.send(&[DeviceEvent::Button(button, Direction::Release)])?;
        // Forgotten only once it is sent: if sending fails, `release_all` tries again.
        self.held().forget(button);
        Ok(())
    }

    /// Fails for what this way of sending cannot do.
    fn check(&self, events: &[DeviceEvent]) -> Result<(), Win32Error> {
        match &self.route {
            InputRoute::Devices => Ok(()),
            InputRoute::Posted(_) => PostedInput::check(events),
        }
    }

    fn send(&self, events: &[DeviceEvent]) -> Result<(), Win32Error> {
        match &self.route {
            InputRoute::Devices => send(&inputs_of(events)?),
            InputRoute::Posted(posted) => posted.post(events),
        }
    }

    /// What is held, for something that is sent before anybody else can send or stop.
    fn open(&self) -> Result<MutexGuard<'_, HeldInput>, Win32Error> {
        let held = self.held();
        let stopped = || Win32Error::Cannot("somebody stopped it".into());
        if held.is_closed { Err(stopped()) } else { Ok(held) }
    }

    fn held(&self) -> MutexGuard<'_, HeldInput> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl HeldInput {
    /// Noted before it is sent: a press that may have arrived has to be released in the end.
    fn note_press(&mut self, button: Button) {
        self.presses += 1;
        self.buttons.push(button);
    }

    fn forget(&mut self, button: Button) {
        self.buttons.retain(|it| *it != button);
    }
}

/// The key presses for this text, whatever the layout.
pub fn key_sequence_of_text(text: &str) -> Result<KeySequence, Win32Error> {
    KeySequence::of_text(text).map_err(Win32Error::Cannot)
}

/// The key presses for these chords, in the keyboard layout of this window.
pub fn key_sequence_of_chords(chords: &[Chord], window: Hwnd) -> Result<KeySequence, Win32Error> {
    let (thread, _) = thread_and_process_of(window).ok_or(Win32Error::Gone)?;
    // SAFETY: takes a number and returns one.
    let layout = ActiveLayout(unsafe { GetKeyboardLayout(thread) });
    KeySequence::of_chords(chords, &layout).map_err(Win32Error::Cannot)
}

/// Where the pointer of the user's desktop is, in desktop pixels.
pub(crate) fn pointer_position() -> Result<Point, Win32Error> {
    let mut at = POINT::default();
    // SAFETY: the pointer is to a point of ours.
    unsafe { GetCursorPos(&raw mut at) }.map_err(|error| Win32Error::of_result("GetCursorPos", &error))?;
    Ok(frame().on_desktop(at.x, at.y))
}

/// Sends a movement by nothing, which makes the last input ours.
pub(crate) fn send_nothing() -> Result<(), Win32Error> {
    send(&[mouse(0, 0, 0, MOUSEEVENTF_MOVE)])
}

/// The keyboard layout of a window's thread.
struct ActiveLayout(HKL);

impl Keyboard for ActiveLayout {
    fn key_of(&self, character: char) -> Option<LayoutKey> {
        let unit = u16::try_from(u32::from(character)).ok()?;
        // SAFETY: takes numbers and returns one.
        let found = unsafe { VkKeyScanExW(unit, self.0) }.cast_unsigned();
        let (key, state) = (found & 0xff, found >> 8);
        if found == u16::MAX || state & !(SHIFT_STATE | ALT_GR_STATE) != 0 {
            return None;
        }
        let alt_gr = match state & ALT_GR_STATE {
            0 => false,
            ALT_GR_STATE => true,
            _ => return None,
        };
        // SAFETY: as above.
        let plain = unsafe { MapVirtualKeyExW(key.into(), MAPVK_VK_TO_CHAR, Some(self.0)) };
        // A dead key waits for the next one and types no character at once.
        (plain & DEAD_KEY == 0).then_some(LayoutKey { key, shift: state & SHIFT_STATE != 0, alt_gr })
    }

    fn has_caps_lock(&self) -> bool {
        // SAFETY: takes a number and returns one, whose lowest bit is whether the key is locked.
        let state = unsafe { GetKeyState(VK_CAPITAL.0.into()) };
        state & 1 != 0
    }
}

fn handedness() -> Handedness {
    // SAFETY: reads a number that the system keeps.
    match unsafe { GetSystemMetrics(SM_SWAPBUTTON) } {
        0 => Handedness::Right,
        _ => Handedness::Left,
    }
}

/// A movement to a desktop point; an error outside the desktop.
fn movement(point: Point) -> Result<DeviceEvent, Win32Error> {
    steps_to(point).map(|_| DeviceEvent::Move(point))
}

/// A desktop point in the steps of `SendInput`; an error outside the desktop.
fn steps_to(point: Point) -> Result<(i32, i32), Win32Error> {
    let outside = || Win32Error::Cannot(format!("{},{} is not on the desktop", point.x, point.y));
    frame().normalized(point).ok_or_else(outside)
}

/// What devices do as Windows takes it.
fn inputs_of(events: &[DeviceEvent]) -> Result<Vec<INPUT>, Win32Error> {
    let mut inputs = Vec::new();
    for event in events {
        match *event {
            DeviceEvent::Move(point) => {
                let (x, y) = steps_to(point)?;
                let flags = MOUSEEVENTF_MOVE | MOUSEEVENTF_ABSOLUTE | MOUSEEVENTF_VIRTUALDESK;
                inputs.push(mouse(x, y, 0, flags));
            }
            DeviceEvent::Button(button, direction) => {
                inputs.push(pointer(PointerEvent::button(button, direction, handedness())));
            }
            DeviceEvent::Wheel(by) => inputs.extend(PointerEvent::wheel(by).into_iter().map(pointer)),
            DeviceEvent::Key(code, direction) => inputs.push(keyboard(code, direction)),
        }
    }
    Ok(inputs)
}

fn pointer(event: PointerEvent) -> INPUT {
    mouse(0, 0, event.data, MOUSE_EVENT_FLAGS(event.flags))
}

fn mouse(dx: i32, dy: i32, data: u32, flags: MOUSE_EVENT_FLAGS) -> INPUT {
    let mi = MOUSEINPUT { dx, dy, mouseData: data, dwFlags: flags, time: 0, dwExtraInfo: 0 };
    INPUT { r#type: INPUT_MOUSE, Anonymous: INPUT_0 { mi } }
}

fn keyboard(code: KeyCode, direction: Direction) -> INPUT {
    let mut flags = match direction {
        Direction::Press => KEYBD_EVENT_FLAGS(0),
        Direction::Release => KEYEVENTF_KEYUP,
    };
    let (key, scan) = match code {
        KeyCode::Virtual(key) => {
            if is_extended(key) {
                flags |= KEYEVENTF_EXTENDEDKEY;
            }
            // Programs that read the keyboard themselves, such as games and remote desktops, look at this number alone.
            // SAFETY: takes numbers and returns one.
            let scan = unsafe { MapVirtualKeyW(key.into(), MAPVK_VK_TO_VSC) };
            (key, u16::try_from(scan).unwrap_or_default())
        }
        KeyCode::Unit(unit) => {
            flags |= KEYEVENTF_UNICODE;
            (0, unit)
        }
    };
    let ki = KEYBDINPUT { wVk: VIRTUAL_KEY(key), wScan: scan, dwFlags: flags, time: 0, dwExtraInfo: 0 };
    INPUT { r#type: INPUT_KEYBOARD, Anonymous: INPUT_0 { ki } }
}

fn send(inputs: &[INPUT]) -> Result<(), Win32Error> {
    if inputs.is_empty() {
        return Ok(());
    }
    check_input_desktop()?;
    let size = i32::try_from(size_of::<INPUT>()).unwrap_or_default();
    // SAFETY: the slice holds as many inputs as it says, each of this size and with the part that its type names.
    let taken = unsafe { SendInput(inputs, size) };
    if taken as usize == inputs.len() {
        return Ok(());
    }
    Err(match Win32Error::last("SendInput") {
        Win32Error::System { code: 0, .. } => {
            Win32Error::Cannot("Windows takes no input now; the screen may be locked".into())
        }
        error => error,
    })
}
