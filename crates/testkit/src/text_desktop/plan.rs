//! A parsed fixture: applications, windows, controls, and the consequences of pressing them.

use deskpilot_core::{Application, Chord, Role, States};

/// A whole fixture.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Plan {
    pub(super) applications: Vec<ApplicationPlan>,
    /// The initially open windows, topmost first.
    pub(super) windows: Vec<WindowPlan>,
}

/// An application that can be opened, and the window it opens with.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ApplicationPlan {
    pub(super) application: Application,
    pub(super) window: WindowPlan,
}

/// A window before it is opened.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct WindowPlan {
    pub(super) title: String,
    pub(super) application: String,
    /// In tree order.
    pub(super) controls: Vec<ControlPlan>,
    pub(super) shortcuts: Vec<Shortcut>,
}

/// A control before its window is opened.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ControlPlan {
    /// Its depth in the tree, from 0.
    pub(super) depth: usize,
    pub(super) role: Role,
    pub(super) name: String,
    pub(super) value: Option<String>,
    pub(super) states: States,
    pub(super) consequences: Vec<Consequence>,
}

/// A keyboard shortcut of a window, whatever has the focus.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Shortcut {
    pub(super) chord: Chord,
    pub(super) consequences: Vec<Consequence>,
}

/// A consequence of pressing a control or a shortcut.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Consequence {
    /// The control of this name shows the text that it hid.
    Unmask(String),
    /// Opens a window.
    Open(WindowPlan),
    /// Closes the window of the control.
    Close,
    /// Appends a text to a control's value.
    Append { text: String, to: String },
    /// Sets a control's value.
    Set { control: String, text: String },
    /// Replaces the arithmetic in a control by its result.
    Compute(String),
    /// Writes a control's value to a file.
    Save { control: String, file: FileName },
}

/// The name of a file.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum FileName {
    /// This name.
    Fixed(String),
    /// The value of this control.
    In(String),
}
