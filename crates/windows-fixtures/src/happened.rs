//! What happens to a fixture, as it records it.

use serde::{Deserialize, Serialize};

/// One thing that happened to a fixture. Controls are known by the text on or beside them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum Happened {
    /// The window is there with all its controls.
    Opened {
        /// Its title.
        title: String,
    },
    /// A button was pressed.
    Pressed {
        /// Its text.
        control: String,
    },
    /// A check box was used, and has this mark now.
    Checked {
        /// Its text.
        control: String,
        /// Its mark.
        mark: CheckMark,
    },
    /// A radio button became the one of its group.
    Chosen {
        /// The name of the group.
        group: String,
        /// The button's text.
        option: String,
    },
    /// The text of an edit changed.
    Text {
        /// The label beside it.
        control: String,
        /// The whole text.
        text: String,
    },
    /// The selection of a list, a combo box, a tree or a tab control changed.
    Selected {
        /// The label beside it.
        control: String,
        /// Everything that is selected now.
        items: Vec<String>,
    },
    /// An item was activated, as by a double click.
    Activated {
        /// The list's label.
        control: String,
        /// The item.
        item: String,
    },
    /// A branch of a tree was opened or closed.
    Expanded {
        /// The tree's label.
        control: String,
        /// The branch.
        item: String,
        /// Whether it is open now.
        open: bool,
    },
    /// A command of the menu bar was chosen.
    Menu {
        /// Its text.
        command: String,
    },
    /// A dialog opened.
    Asked {
        /// Its title.
        title: String,
    },
    /// A dialog was closed.
    Answered {
        /// Its title.
        title: String,
        /// The text of the button that closed it.
        button: String,
        /// What was in its edit, if it has one.
        text: Option<String>,
    },
    /// The pointer was used where there is no control.
    Pointer {
        /// What was done.
        gesture: Gesture,
        /// With which button.
        button: PointerButton,
        /// Pixels from the left of the client area.
        x: i32,
        /// Pixels from its top.
        y: i32,
    },
    /// The wheel was turned by this many notches upwards, where there is no control.
    Wheel {
        /// Notches; negative ones go down.
        notches: i32,
    },
    /// A key went down while no control had the keyboard.
    Key {
        /// Its virtual key code.
        code: u16,
        /// Whether Ctrl was held.
        ctrl: bool,
        /// Whether Shift was held.
        shift: bool,
    },
    /// A calculator shows another number.
    Computed {
        /// What its display shows.
        display: String,
    },
    /// A console program read a line.
    Line {
        /// The line without its end.
        text: String,
    },
    /// The window was asked to close, and closes.
    Closed,
}

/// The mark of a check box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CheckMark {
    /// Without a mark.
    Unchecked,
    /// With a mark.
    Checked,
    /// Neither.
    Mixed,
}

/// What a pointer did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Gesture {
    /// A button went down.
    Down,
    /// It came up.
    Up,
    /// It went down for the second time of a double click.
    Double,
}

/// A button of the pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "each name is its own sentence")]
pub enum PointerButton {
    Left,
    Right,
    Middle,
}
