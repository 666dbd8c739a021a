//! What is done with the keyboard and the pointer of a desktop, as it happens.

use crate::PlatformError;
use async_trait::async_trait;
use deskpilot_core::{Button, Chord, Point};
use std::time::Instant;

/// Reports every input of a desktop, whichever device or program it comes from. It changes and holds back nothing.
#[async_trait]
pub trait InputWatch: Send {
    /// Waits for the next input.
    ///
    /// # Errors
    /// The desktop is gone, or no longer reports input.
    async fn next(&mut self) -> Result<TimedInput, PlatformError>;

    /// The next input that has arrived already; `None` if there is none now.
    fn take_ready(&mut self) -> Option<TimedInput>;
}

/// An input and its time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimedInput {
    /// When it arrived here.
    pub at: Instant,
    /// What was done.
    pub input: DeviceInput,
}

/// One thing that was done with a device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeviceInput {
    /// A pointer button went down at this desktop point.
    Press(Button, Point),
    /// A pointer button came up at this desktop point.
    Release(Button, Point),
    /// The wheel was turned by one notch at this desktop point.
    Wheel(WheelNotch, Point),
    /// A key went down, with the modifiers that were held. Modifiers alone are not reported.
    Key(Chord),
}

/// One notch of the wheel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each name is its own sentence")]
pub enum WheelNotch {
    Up,
    Down,
    Left,
    Right,
}
