//! Keys and chords, and the parser for the notations in which people and models write them.

mod names;
mod parse;

pub use names::{named_key, named_modifier};
pub use parse::parse_keys;

use serde::{Deserialize, Serialize};
use std::fmt;

/// A key held while another is pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "each name is its own sentence")]
pub enum Modifier {
    Control,
    Alt,
    Shift,
    Super,
}

/// One key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "each name is its own sentence")]
pub enum Key {
    /// The key or keys that type this character in the current layout.
    Char(char),
    /// A function key, 1 to 24.
    F(u8),
    Enter,
    Tab,
    Escape,
    Backspace,
    Delete,
    Insert,
    Home,
    End,
    PageUp,
    PageDown,
    Up,
    Down,
    Left,
    Right,
    Menu,
    Print,
    /// A modifier pressed on its own.
    Modifier(Modifier),
}

/// A key with its modifiers.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Chord {
    /// The held modifiers, in the order they are pressed.
    pub held: Vec<Modifier>,
    /// The key itself.
    pub key: Key,
}

impl Chord {
    /// The key without modifiers.
    pub const fn plain(key: Key) -> Chord {
        Chord { held: Vec::new(), key }
    }

    /// The chord with these modifiers held before its own.
    #[must_use]
    fn with_held(self, outer: &[Modifier]) -> Chord {
        let mut held = outer.to_vec();
        self.held.into_iter().for_each(|it| hold(&mut held, it));
        Chord { held, key: self.key }
    }
}

impl fmt::Display for Chord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for modifier in &self.held {
            write!(f, "{modifier:?}+")?;
        }
        match self.key {
            Key::Char(c) => write!(f, "{c}"),
            Key::F(n) => write!(f, "F{n}"),
            Key::Modifier(modifier) => write!(f, "{modifier:?}"),
            other => write!(f, "{other:?}"),
        }
    }
}

/// Holds a modifier once, however often it is written.
fn hold(held: &mut Vec<Modifier>, modifier: Modifier) {
    if !held.contains(&modifier) {
        held.push(modifier);
    }
}
