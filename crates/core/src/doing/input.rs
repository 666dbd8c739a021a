//! A primitive input: where, and what. The only thing a platform is asked to perform.

use super::Chord;
use crate::{Control, Modifier, Point, WindowId};
use serde::{Deserialize, Serialize};

/// One thing to do to one window. A new gesture is a new variant; every platform then owes an answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Input {
    /// The window it is meant for; nothing is sent to any other.
    pub window: WindowId,
    /// What in the window it is meant for.
    pub aim: Aim,
    /// What to do.
    pub gesture: Gesture,
}

/// What in a window an input is meant for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Aim {
    /// The window itself, or whatever in it has the focus.
    Window,
    /// A control as it was seen; it is found again and its identity compared before anything is sent.
    Control(Box<Control>),
    /// A place on the desktop, inside the window.
    Point(Point),
}

/// A button of the pointer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Button {
    /// The usual one.
    #[default]
    Left,
    /// The one for context menus.
    Right,
    /// The wheel, pressed.
    Middle,
    /// The first side button.
    X,
}

/// Whether text joins what is there or takes its place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TextMode {
    /// Goes in at the caret, after what is there.
    #[default]
    Append,
    /// Takes the place of all that is there.
    Replace,
}

/// How far to scroll, in notches of a wheel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScrollBy {
    /// Up is positive.
    pub up: i32,
    /// Right is positive.
    pub right: i32,
}

/// What to do to the aim.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Gesture {
    /// Press and release a button of the pointer, or invoke the control where that is the same.
    Click {
        /// Which button.
        button: Button,
        /// How often in quick succession: 1, or 2 for a double click.
        count: u8,
        /// Keys held meanwhile.
        held: Vec<Modifier>,
    },
    /// Move from the aim to a place on the desktop with a button held.
    Drag {
        /// Where the button is released.
        to: Point,
        /// Which button.
        button: Button,
        /// Keys held meanwhile.
        held: Vec<Modifier>,
        /// How long the way takes, in milliseconds.
        millis: u32,
    },
    /// Put text into a control, whatever the keyboard layout.
    Text {
        /// The text; a line break is the Enter key.
        text: String,
        /// Whether it joins what is there.
        mode: TextMode,
    },
    /// Press keys, one chord after the other.
    Keys(Vec<Chord>),
    /// Turn the wheel.
    Scroll(ScrollBy),
    /// Move the pointer to the aim and leave it there.
    Hover,
    /// Choose the item with this name in a list, a combo box or a set of tabs.
    Select(String),
    /// Select the first place where this text occurs.
    SelectText(String),
    /// Check or uncheck.
    Check(bool),
    /// Open or close what can be expanded.
    Expand(bool),
    /// Set a number, such as a slider's.
    SetNumber(f64),
    /// Give the aim the keyboard.
    Focus,
    /// Ask the window to close, as its own close button does; it may ask whether to save.
    Close,
    /// Put a text on the clipboard, whatever the aim.
    WriteClipboard(String),
    /// Tell the text that is on the clipboard, whatever the aim.
    ReadClipboard,
}
