//! Presses keys, whatever the layout of the keyboard.

use crate::error::XError;
use crate::focus::has_keyboard;
use crate::keymap::{Burst, Keymap, Wanted};
use crate::server::Server;
use crate::windows::client;
use deskpilot_core::Chord;
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{ConnectionExt, KeyButMask, Window as XWindow};

/// What to press for this text.
pub fn strokes_of_text(server: &Server, text: &str) -> Result<Vec<Burst>, XError> {
    // A text from elsewhere may end its lines with two characters; it is one key.
    let wanted: Vec<_> = text.replace("\r\n", "\n").chars().map(Wanted::character).collect();
    server.keymap()?.plan(&wanted).map_err(XError::Cannot)
}

/// What to press for these chords.
pub fn strokes_of_chords(server: &Server, chords: &[Chord]) -> Result<Vec<Burst>, XError> {
    let wanted: Vec<_> = chords.iter().map(Wanted::chord).collect();
    server.keymap()?.plan(&wanted).map_err(XError::Cannot)
}

/// Gives the symbols of a burst their keys.
pub fn bind(server: &Server, burst: &Burst) -> Result<(), XError> {
    server.held().bound.extend(burst.bind.iter().map(|(key, _)| *key));
    server.change_keys(burst.bind.clone())?;
    server.sync()
}

/// Takes the keys of all bursts back.
pub fn unbind(server: &Server) -> Result<(), XError> {
    let bound = std::mem::take(&mut server.held().bound);
    if bound.is_empty() {
        return Ok(());
    }
    server.change_keys(bound.into_iter().map(|key| (key, x11rb::NO_SYMBOL)).collect())?;
    server.sync()
}

/// Presses the keys of a burst, if one of these windows has the keyboard at this moment. Caps Lock does not matter.
pub fn send(server: &Server, burst: &Burst, windows: &[XWindow]) -> Result<(), XError> {
    let ours = windows.iter().any(|window| has_keyboard(server, *window).unwrap_or(false));
    if !ours {
        return Err(XError::NotActive(server.title_of_active()));
    }
    let lifted = server.lift_caps_lock()?;
    let sent = server.strike(burst);
    // Every key that was pressed tells of itself whether Caps Lock was on: it need not have been read yet.
    if let Some(key) = lifted {
        server.tap(key)?;
    }
    sent?;
    server.sync()
}

impl Server {
    fn strike(&self, burst: &Burst) -> Result<(), XError> {
        for stroke in &burst.strokes {
            for key in &stroke.held {
                self.press_key(*key)?;
            }
            self.tap(stroke.key)?;
            for key in stroke.held.iter().rev() {
                self.let_go_of_key(*key)?;
            }
        }
        Ok(())
    }

    fn tap(&self, key: u8) -> Result<(), XError> {
        self.press_key(key)?;
        self.let_go_of_key(key)
    }

    /// Turns Caps Lock off; the key that turns it on again, where it was on.
    fn lift_caps_lock(&self) -> Result<Option<u8>, XError> {
        if !self.has_caps_lock()? {
            return Ok(None);
        }
        let stuck = || XError::Cannot("Caps Lock is on and cannot be turned off".into());
        let key = self.keymap()?.caps_lock().ok_or_else(stuck)?;
        self.tap(key)?;
        if self.has_caps_lock()? { Err(stuck()) } else { Ok(Some(key)) }
    }

    fn has_caps_lock(&self) -> Result<bool, XError> {
        let held = self.connection.query_pointer(self.root)?.reply()?.mask;
        Ok(held.contains(KeyButMask::LOCK))
    }

    fn keymap(&self) -> Result<Keymap, XError> {
        let setup = self.connection.setup();
        let (first, last) = (setup.min_keycode, setup.max_keycode);
        let reply = self.connection.get_keyboard_mapping(first, last - first + 1)?.reply()?;
        Ok(Keymap::new(first, reply.keysyms_per_keycode, reply.keysyms))
    }

    /// Gives keys symbols, those side by side at once: every program is told of each change, and learns all keys anew.
    fn change_keys(&self, mut keys: Vec<(u8, u32)>) -> Result<(), XError> {
        let per_key = self.keymap()?.per_key();
        keys.sort_unstable();
        keys.dedup();
        for run in keys.chunk_by(|(key, _), (next, _)| key.checked_add(1) == Some(*next)) {
            let Some((first, _)) = run.first() else { continue };
            let symbols: Vec<_> = run.iter().flat_map(|(_, symbol)| vec![*symbol; per_key]).collect();
            let (count, each) = (u8::try_from(run.len()).unwrap_or(1), u8::try_from(per_key).unwrap_or(1));
            self.connection.change_keyboard_mapping(count, *first, each, &symbols)?;
        }
        Ok(())
    }

    fn title_of_active(&self) -> String {
        let active = self.active_window().ok().flatten();
        let active = active.and_then(|window| client(self, window).ok());
        active.map_or_else(|| "no window".into(), |client| format!("{:?}", client.title))
    }
}
