//! Types text and presses key chords, whatever the keyboard layout.

use crate::error::XError;
use crate::focus::has_keyboard;
use crate::keymap::{KeySequence, Keymap, SymbolRequest};
use crate::server::Server;
use crate::windows::client;
use deskpilot_core::Chord;
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{ConnectionExt, KeyButMask, Window as XWindow};

/// The key presses for this text.
pub fn key_sequences_of_text(server: &Server, text: &str) -> Result<Vec<KeySequence>, XError> {
    // `\r\n` from elsewhere is a single press of Enter.
    let wanted: Vec<_> = text.replace("\r\n", "\n").chars().map(SymbolRequest::character).collect();
    server.keymap()?.plan(&wanted).map_err(XError::Cannot)
}

/// The key presses for these chords.
pub fn key_sequences_of_chords(server: &Server, chords: &[Chord]) -> Result<Vec<KeySequence>, XError> {
    let wanted: Vec<_> = chords.iter().map(SymbolRequest::chord).collect();
    server.keymap()?.plan(&wanted).map_err(XError::Cannot)
}

/// Binds the symbols of a sequence to their spare keys.
pub fn bind_spare_keys(server: &Server, sequence: &KeySequence) -> Result<(), XError> {
    server.held().bound.extend(sequence.bind.iter().map(|(key, _)| *key));
    server.change_keys(sequence.bind.clone())?;
    server.sync()
}

/// Unbinds the spare keys of all sequences.
pub fn unbind_spare_keys(server: &Server) -> Result<(), XError> {
    let bound = std::mem::take(&mut server.held().bound);
    if bound.is_empty() {
        return Ok(());
    }
    server.change_keys(bound.into_iter().map(|key| (key, x11rb::NO_SYMBOL)).collect())?;
    server.sync()
}

/// Presses the keys of a sequence if one of these windows has the keyboard focus now, else fails with
/// [`XError::NotActive`]. Turns Caps Lock off meanwhile.
pub fn send_keys(server: &Server, sequence: &KeySequence, windows: &[XWindow]) -> Result<(), XError> {
    let ours = windows.iter().any(|window| has_keyboard(server, *window).unwrap_or(false));
    if !ours {
        return Err(XError::NotActive(server.title_of_active()));
    }
    let lifted = server.lift_caps_lock()?;
    let sent = server.strike(sequence);
    // Each key event carries the Caps Lock state, so Caps Lock may go on again before the application reads the events.
    if let Some(key) = lifted {
        server.tap(key)?;
    }
    sent?;
    server.sync()
}

impl Server {
    fn strike(&self, sequence: &KeySequence) -> Result<(), XError> {
        for stroke in &sequence.strokes {
            for key in &stroke.held {
                self.press_key(*key)?;
            }
            self.tap(stroke.key)?;
            for key in stroke.held.iter().rev() {
                self.release_key(*key)?;
            }
        }
        Ok(())
    }

    fn tap(&self, key: u8) -> Result<(), XError> {
        self.press_key(key)?;
        self.release_key(key)
    }

    /// Turns Caps Lock off; returns the key that turns it on again if it was on.
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

    /// Binds keys to symbols, adjacent keys in one request: every program is notified of each change and reloads the
    /// keymap.
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
