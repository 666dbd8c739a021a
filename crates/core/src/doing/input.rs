//! Primitive input: a target and a gesture. Platforms perform nothing else.

use super::{Chord, Key};
use crate::{Control, Modifier, Point, WindowId};
use serde::{Deserialize, Serialize};

/// One gesture in one window. A new gesture is a new variant, and the compiler then shows every platform that
/// must handle it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Input {
    /// The target window, the only one that gets the input.
    pub window: WindowId,
    /// The target in the window.
    pub aim: Aim,
    /// The gesture.
    pub gesture: Gesture,
}

/// The target of an input within its window.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Aim {
    /// The window itself, or its focused control.
    Window,
    /// A control as observed. The platform finds it again and compares its identity before it sends anything.
    Control(Box<Control>),
    /// A desktop point inside the window.
    Point(Point),
}

/// A pointer button.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Button {
    /// The primary button.
    #[default]
    Left,
    /// The context menu button.
    Right,
    /// The pressed wheel.
    Middle,
    /// The first side button.
    X,
}

/// Whether typed text is added to the existing text or replaces it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TextMode {
    /// Insert at the caret, after the existing text.
    #[default]
    Append,
    /// Replace the whole existing text.
    Replace,
}

/// How far to scroll, in wheel notches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScrollBy {
    /// Up is positive.
    pub up: i32,
    /// Right is positive.
    pub right: i32,
}

/// What to do with the target.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Gesture {
    /// Press and release a pointer button, or invoke the control where that has the same effect.
    Click {
        /// Which button.
        button: Button,
        /// The number of quick clicks: 1, or 2 for a double click.
        count: u8,
        /// Modifiers held during the gesture.
        held: Vec<Modifier>,
    },
    /// Drag from the target to a desktop point with a button held.
    Drag {
        /// Where the button is released.
        to: Point,
        /// Which button.
        button: Button,
        /// Modifiers held during the gesture.
        held: Vec<Modifier>,
        /// The duration of the movement, in milliseconds.
        millis: u32,
    },
    /// Type text into a control, independently of the keyboard layout.
    Text {
        /// The text; a line break is the Enter key.
        text: String,
        /// Whether it is added to the existing text or replaces it.
        mode: TextMode,
    },
    /// Press these chords in order.
    Keys(Vec<Chord>),
    /// Turn the wheel.
    Scroll(ScrollBy),
    /// Move the pointer to the target and leave it there.
    Hover,
    /// Select the item with this name, or the only one with these words in its name, in a list, combo box or set of tabs.
    Select(String),
    /// Select the first occurrence of this text.
    SelectText(String),
    /// Check or uncheck.
    Check(bool),
    /// Expand or collapse.
    Expand(bool),
    /// Set a number, such as a slider's.
    SetNumber(f64),
    /// Give the target the keyboard focus.
    Focus,
    /// Ask the window to close, as its close button does. It may ask whether to save.
    Close,
    /// End the program of the window with all its windows, whatever state it is in. What it has not saved is lost.
    EndApplication,
    /// Put a text on the clipboard; ignores the target.
    WriteClipboard(String),
    /// Return the clipboard text; ignores the target.
    ReadClipboard,
}

impl Gesture {
    /// The keys with which applications save.
    pub fn save() -> Gesture {
        Gesture::Keys(vec![Chord { held: vec![Modifier::Control], key: Key::Char('s') }])
    }

    /// Whether it is these keys.
    pub fn saves(&self) -> bool {
        *self == Gesture::save()
    }
}
