//! What the devices do, whichever way it is sent.

use crate::key_sequence::KeyCode;
use crate::pointer_events::Direction;
use deskpilot_core::{Button, Point, ScrollBy};

/// One thing that a device does.
#[derive(Clone, Copy, Debug)]
pub(crate) enum DeviceEvent {
    /// The pointer moves to a desktop point.
    Move(Point),
    /// A button of the pointer goes down or comes up.
    Button(Button, Direction),
    /// The wheel turns.
    Wheel(ScrollBy),
    /// A key goes down or comes up.
    Key(KeyCode, Direction),
}
