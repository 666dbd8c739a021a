//! Moves the pointer, presses buttons and keys through XTEST, and tracks everything held down.

use crate::error::XError;
use crate::geometry::clamp;
use crate::held_input::HeldInput;
use crate::keyboard;
use crate::server::Server;
use deskpilot_core::{Button, Chord, Key, Modifier, Point, ScrollBy};
use x11rb::CURRENT_TIME;
use x11rb::protocol::xproto::{
    BUTTON_PRESS_EVENT, BUTTON_RELEASE_EVENT, ConnectionExt as _, KEY_PRESS_EVENT, KEY_RELEASE_EVENT,
    MOTION_NOTIFY_EVENT,
};
use x11rb::protocol::xtest::ConnectionExt;

/// Moves the pointer to a desktop point.
pub fn move_to(server: &Server, point: Point) -> Result<(), XError> {
    // Detail 0: XTEST takes the point as a place on the screen, with 1 as a movement.
    server.fake(MOTION_NOTIFY_EVENT, 0, point)?;
    server.sync()
}

/// The pointer's position, in desktop pixels.
pub fn pointer_position(server: &Server) -> Result<Point, XError> {
    let reply = server.connection.query_pointer(server.root)?.reply()?;
    Ok(Point { x: reply.root_x.into(), y: reply.root_y.into() })
}

/// Clicks at the pointer `count` times, at least once.
pub fn click(server: &Server, button: Button, count: u8) -> Result<(), XError> {
    for _ in 0..count.max(1) {
        server.press_button(number(button))?;
        server.release_button(number(button))?;
    }
    server.sync()
}

/// Presses a button and holds it.
pub fn press(server: &Server, button: Button) -> Result<(), XError> {
    server.press_button(number(button))?;
    server.sync()
}

/// Releases a button.
pub fn release(server: &Server, button: Button) -> Result<(), XError> {
    server.release_button(number(button))?;
    server.sync()
}

/// Presses modifier keys and holds them.
pub fn press_modifiers(server: &Server, modifiers: &[Modifier]) -> Result<(), XError> {
    let chords: Vec<_> = modifiers.iter().map(|it| Chord::plain(Key::Modifier(*it))).collect();
    for sequence in keyboard::key_sequences_of_chords(server, &chords)? {
        for stroke in sequence.strokes {
            server.press_key(stroke.key)?;
        }
    }
    server.sync()
}

/// Holds these modifier keys, and releases every other key.
pub fn hold_modifiers(server: &Server, modifiers: &[Modifier]) -> Result<(), XError> {
    let held = server.held().keys.clone();
    for key in held.into_iter().rev() {
        server.release_key(key)?;
    }
    press_modifiers(server, modifiers)
}

/// How many keys and buttons were pressed so far.
pub fn press_count(server: &Server) -> u64 {
    server.held().presses
}

/// Releases every held key and button.
pub fn release_all(server: &Server) -> Result<(), XError> {
    let (buttons, keys) = {
        let held = server.held();
        (held.buttons.clone(), held.keys.clone())
    };
    for button in buttons.into_iter().rev() {
        server.release_button(button)?;
    }
    for key in keys.into_iter().rev() {
        server.release_key(key)?;
    }
    server.sync()
}

/// Turns the wheel at the pointer, by notches.
pub fn scroll(server: &Server, by: ScrollBy) -> Result<(), XError> {
    // X11 has no wheel events: buttons 4 to 7 are notches up, down, left and right.
    let wheel = [
        (by.up > 0, 4, by.up),
        (by.up < 0, 5, by.up),
        (by.right < 0, 6, by.right),
        (by.right > 0, 7, by.right),
    ];
    for (_, button, notches) in wheel.into_iter().filter(|(turned, ..)| *turned) {
        for _ in 0..notches.unsigned_abs() {
            server.press_button(button)?;
            server.release_button(button)?;
        }
    }
    server.sync()
}

fn number(button: Button) -> u8 {
    match button {
        Button::Left => 1,
        Button::Middle => 2,
        Button::Right => 3,
        Button::X => 8,
    }
}

impl Server {
    pub(super) fn press_key(&self, key: u8) -> Result<(), XError> {
        // Noted before it is sent: a press that may have reached the server has to be released in the end.
        self.pressing(|held| &mut held.keys, key);
        self.fake(KEY_PRESS_EVENT, key, Point { x: 0, y: 0 })
    }

    pub(super) fn release_key(&self, key: u8) -> Result<(), XError> {
        self.fake(KEY_RELEASE_EVENT, key, Point { x: 0, y: 0 })?;
        self.held().keys.retain(|it| *it != key);
        Ok(())
    }

    fn press_button(&self, button: u8) -> Result<(), XError> {
        self.pressing(|held| &mut held.buttons, button);
        self.fake(BUTTON_PRESS_EVENT, button, Point { x: 0, y: 0 })
    }

    fn release_button(&self, button: u8) -> Result<(), XError> {
        // Forgotten only once it is sent: if sending fails, `release_all` tries again.
        self.fake(BUTTON_RELEASE_EVENT, button, Point { x: 0, y: 0 })?;
        self.held().buttons.retain(|it| *it != button);
        Ok(())
    }

    fn pressing(&self, kind: impl FnOnce(&mut HeldInput) -> &mut Vec<u8>, which: u8) {
        let mut held = self.held();
        held.presses += 1;
        kind(&mut held).push(which);
    }

    fn fake(&self, kind: u8, detail: u8, at: Point) -> Result<(), XError> {
        self.connection.xtest_fake_input(
            kind,
            detail,
            CURRENT_TIME,
            self.root,
            clamp(at.x),
            clamp(at.y),
            0,
        )?;
        Ok(())
    }
}
