//! The hands of a person who is elsewhere: what they do with a pointer and a keyboard there happens on this desktop.

use crate::DesktopError;
use async_trait::async_trait;
use deskpilot_core::{Button, Modifier, Point, ScrollBy};
use serde::{Deserialize, Serialize};

/// The most notches of one turn: a page cannot keep the desktop busy with one message.
const MOST_NOTCHES: i32 = 20;

/// One thing that a person does, at places in pixels of the desktop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum RemoteInput {
    /// Moves the pointer.
    Move(Point),
    /// Presses a button and holds it.
    Press(ButtonAt),
    /// Releases it.
    Release(ButtonAt),
    /// Holds these keys and no other one, for what the pointer does until it is said again: Ctrl for a click that adds to a selection.
    Hold(Vec<Modifier>),
    /// Turns the wheel.
    Wheel(WheelAt),
    /// Presses keys that type no text, written as agents write them, such as `Ctrl+C`.
    Keys(String),
    /// Types a text as it is.
    Text(String),
    /// Puts a text on the clipboard.
    Paste(String),
}

/// A button at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ButtonAt {
    /// The button.
    pub button: Button,
    /// From the left.
    pub x: i32,
    /// From the top.
    pub y: i32,
}

/// Notches of the wheel at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WheelAt {
    /// From the left.
    pub x: i32,
    /// From the top.
    pub y: i32,
    /// Notches to the right.
    pub right: i32,
    /// Notches up.
    pub up: i32,
}

impl ButtonAt {
    /// The place.
    pub const fn point(self) -> Point {
        Point { x: self.x, y: self.y }
    }
}

impl WheelAt {
    /// The place.
    pub const fn point(self) -> Point {
        Point { x: self.x, y: self.y }
    }

    /// The notches to turn, of which one message has at most twenty each way.
    pub fn turn(self) -> ScrollBy {
        let notches = |wanted: i32| wanted.clamp(-MOST_NOTCHES, MOST_NOTCHES);
        ScrollBy { up: notches(self.up), right: notches(self.right) }
    }
}

/// Does on a desktop what a person does elsewhere. What is held is released by [`RemoteHands::release`].
#[async_trait]
pub trait RemoteHands: Send {
    /// Does one thing, in whatever window is there or has the keyboard.
    ///
    /// # Errors
    /// The desktop is gone, or has no such key.
    async fn perform(&mut self, input: &RemoteInput) -> Result<(), DesktopError>;

    /// The text on the clipboard.
    ///
    /// # Errors
    /// The clipboard holds something else, or its owner does not answer.
    async fn copied(&mut self) -> Result<String, DesktopError>;

    /// Releases every key and button that is held.
    ///
    /// # Errors
    /// The desktop is gone.
    async fn release(&mut self) -> Result<(), DesktopError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_message_turns_the_wheel_by_at_most_twenty_notches() {
        for (wanted, turned) in [(0, 0), (3, 3), (-7, -7), (21, 20), (i32::MIN, -20), (i32::MAX, 20)] {
            let turn = WheelAt { x: 5, y: 6, right: wanted, up: -1 };
            assert_eq!(turn.turn(), ScrollBy { up: -1, right: turned }, "{wanted}");
            assert_eq!(turn.point(), Point { x: 5, y: 6 });
        }
    }
}
