//! The keys that press a control, as its application says.

use crate::{Action, Chord, Control, Gesture, Key, Modifier, Role, Verb};
use serde::{Deserialize, Serialize};

/// A control of a window that keys press.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeyBinding {
    /// Its role.
    pub role: Role,
    /// Its name.
    pub name: String,
    /// The chord that presses it while it is shown, such as Alt+R; for an item of a menu the letter alone.
    pub mnemonic: Option<Chord>,
    /// The chord that presses it even while its menu is closed, such as Ctrl+S.
    pub accelerator: Option<Chord>,
}

impl KeyBinding {
    /// Whether the keys of an application decide what the action does: it presses a key that types nothing.
    pub fn may_decide(action: &Action) -> bool {
        let is_command = |it: &Chord| {
            let is_held = it.held.iter().any(|it| *it != Modifier::Shift);
            is_held || matches!(it.key, Key::F(_) | Key::Delete | Key::Insert)
        };
        matches!(&action.verb, Verb::Gesture(Gesture::Keys(chords)) if chords.iter().any(is_command))
    }

    /// Whether this chord presses the control, even while its menu is closed.
    pub(super) fn is_accelerator(&self, chord: &Chord) -> bool {
        self.accelerator.as_ref().is_some_and(|it| is_same(it, chord))
    }

    /// Whether this letter, with Alt or in an open menu, presses the control.
    pub(super) fn is_mnemonic_of(&self, letter: char, control: &Control) -> bool {
        let is_letter =
            |it: &Chord| matches!(it.key, Key::Char(it) if it.to_lowercase().eq(letter.to_lowercase()));
        self.mnemonic.as_ref().is_some_and(is_letter)
            && self.role == control.role
            && self.name == control.name
    }
}

/// Whether two chords are the same keys: in any case and order of modifiers.
fn is_same(one: &Chord, other: &Chord) -> bool {
    let is_key = match (one.key, other.key) {
        (Key::Char(one), Key::Char(other)) => one.to_lowercase().eq(other.to_lowercase()),
        (one, other) => one == other,
    };
    is_key && one.held.len() == other.held.len() && one.held.iter().all(|it| other.held.contains(it))
}
