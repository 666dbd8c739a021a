//! What is done with the keyboard and the pointer of a desktop, as it happens.

use deskpilot_core::{Button, Chord, Point};
use std::time::Instant;
use tokio::{sync::mpsc::UnboundedReceiver, task::JoinHandle};

/// Reports every input of a desktop, whichever device or program it comes from, until it is dropped. It changes and holds back
/// nothing.
#[derive(Debug)]
pub struct InputWatch {
    inputs: UnboundedReceiver<TimedInput>,
    listening: JoinHandle<()>,
}

impl InputWatch {
    /// What a task of the platform sends; dropping this stops the task.
    pub fn of(inputs: UnboundedReceiver<TimedInput>, listening: JoinHandle<()>) -> InputWatch {
        InputWatch { inputs, listening }
    }

    /// Waits for the next input; `None` once the desktop is gone or no longer reports input.
    pub async fn next(&mut self) -> Option<TimedInput> {
        self.inputs.recv().await
    }

    /// The next input that has arrived already; `None` if there is none now.
    pub fn take_ready(&mut self) -> Option<TimedInput> {
        self.inputs.try_recv().ok()
    }
}

impl Drop for InputWatch {
    fn drop(&mut self) {
        self.listening.abort();
    }
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
