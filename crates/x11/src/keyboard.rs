//! Types text and presses key chords, whatever the keyboard layout.

use crate::error::XError;
use crate::focus::has_keyboard;
use crate::keymap::{KeySequence, Keymap, Stroke, SymbolRequest};
use crate::server::Server;
use crate::windows::client;
use deskpilot_core::Chord;
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{ConnectionExt, KeyButMask, Window as XWindow};

/// The most layouts that a keyboard can have.
/// XKB calls them groups, and numbers them with two bits.
const MOST_LAYOUTS: u16 = 4;
/// How many bits the active layout is above the modifiers of an event.
const LAYOUT_BITS: u16 = 13;

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
    // Noted before it is sent: a key that may have been bound has to be unbound in the end.
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
/// [`XError::NotActive`]. Turns Caps Lock off meanwhile, and leaves it and the active layout as they were.
pub fn send_keys(server: &Server, sequence: &KeySequence, windows: &[XWindow]) -> Result<(), XError> {
    let ours = windows.iter().any(|window| has_keyboard(server, *window).unwrap_or(false));
    if !ours {
        return Err(XError::NotActive(server.title_of_active()));
    }
    server.with_keyboard_kept(sequence, || server.strike(sequence))
}

/// Presses the keys of a sequence for whatever window has the keyboard, as a person at the keyboard does.
pub fn send_keys_to_focus(server: &Server, sequence: &KeySequence) -> Result<(), XError> {
    server.strike(sequence)?;
    server.sync()
}

impl Server {
    /// Does something with Caps Lock off. Leaves Caps Lock and the active layout as they were, also where that fails.
    fn with_keyboard_kept(
        &self,
        sequence: &KeySequence,
        act: impl FnOnce() -> Result<(), XError>,
    ) -> Result<(), XError> {
        let layout = self.layout()?;
        let lifted = self.lift_caps_lock()?;
        let done = act();
        // Each key event carries the Caps Lock state, so Caps Lock may go on again before the application reads the events.
        let locked = lifted.map_or(Ok(()), |stroke| self.press(&stroke));
        let returned = self.return_to_layout(layout, sequence);
        done.and(locked).and(returned).and(self.sync())
    }

    fn strike(&self, sequence: &KeySequence) -> Result<(), XError> {
        sequence.strokes.iter().try_for_each(|stroke| self.press(stroke))
    }

    fn press(&self, stroke: &Stroke) -> Result<(), XError> {
        self.while_held(&stroke.held, || {
            self.press_key(stroke.key)?;
            self.release_key(stroke.key)
        })
    }

    fn while_held(&self, held: &[u8], then: impl FnOnce() -> Result<(), XError>) -> Result<(), XError> {
        let mut done = held.iter().try_for_each(|key| self.press_key(*key)).and_then(|()| then());
        // A key that stays held changes what a person types next: each is released, also after one that could not be.
        for key in held.iter().rev() {
            done = done.and(self.release_key(*key));
        }
        done
    }

    /// Goes back to the layout of before if the modifiers that a sequence holds switch it, as Alt with Shift does on many desktops.
    fn return_to_layout(&self, before: u16, sequence: &KeySequence) -> Result<(), XError> {
        // Each press goes one layout on, so the last of these presses is back at the first layout, however
        // many there are.
        for _ in 1..MOST_LAYOUTS {
            if self.layout()? == before {
                return Ok(());
            }
            let keymap = self.keymap()?;
            let switches =
                |it: &&Stroke| it.held.len() > 1 && it.held.iter().any(|key| keymap.switches_layout(*key));
            let Some(stroke) = sequence.strokes.iter().find(switches) else { return Ok(()) };
            self.while_held(&stroke.held, || Ok(()))?;
        }
        Ok(())
    }

    /// Turns Caps Lock off; returns the press that turns it on again if it was on.
    fn lift_caps_lock(&self) -> Result<Option<Stroke>, XError> {
        if !self.has_caps_lock()? {
            return Ok(None);
        }
        let stuck = || XError::Cannot("Caps Lock is on and cannot be turned off".into());
        let stroke = self.keymap()?.caps_lock().ok_or_else(stuck)?;
        self.press(&stroke)?;
        match self.has_caps_lock() {
            Ok(false) => Ok(Some(stroke)),
            Ok(true) => Err(stuck()),
            // It may be off.
            Err(error) => self.press(&stroke).and(Err(error)),
        }
    }

    fn has_caps_lock(&self) -> Result<bool, XError> {
        Ok(self.modifiers()?.contains(KeyButMask::LOCK))
    }

    /// The active layout of the keyboard, from 0.
    fn layout(&self) -> Result<u16, XError> {
        Ok((u16::from(self.modifiers()?) >> LAYOUT_BITS) % MOST_LAYOUTS)
    }

    /// The modifiers that are held or locked; the active layout is above them.
    fn modifiers(&self) -> Result<KeyButMask, XError> {
        Ok(self.connection.query_pointer(self.root)?.reply()?.mask)
    }

    fn keymap(&self) -> Result<Keymap, XError> {
        let setup = self.connection.setup();
        let (first, last) = (setup.min_keycode, setup.max_keycode);
        let reply = self.connection.get_keyboard_mapping(first, last - first + 1)?.reply()?;
        let keymap = Keymap::new(first, reply.keysyms_per_keycode, reply.keysyms);
        Ok(keymap.in_layout(self.layout()?))
    }

    /// Binds keys to symbols, adjacent keys in one request: every program is notified of each change and reloads the
    /// keymap.
    fn change_keys(&self, mut keys: Vec<(u8, u32)>) -> Result<(), XError> {
        let per_key = self.keymap()?.per_key();
        keys.sort_unstable();
        keys.dedup();
        for run in keys.chunk_by(|(key, _), (next, _)| key.checked_add(1) == Some(*next)) {
            let Some((first, _)) = run.first() else { continue };
            // In every column of the key, so that neither the layout nor Shift changes what it types.
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

#[cfg(test)]
mod tests;
