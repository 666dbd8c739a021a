//! What a fixture describes: applications, windows, controls, and what comes of pressing them.

use deskpilot_core::{Application, Chord, Role, States};

/// A whole fixture.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Plan {
    pub(super) applications: Vec<ApplicationPlan>,
    /// Open from the beginning, the topmost first.
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
    /// In the order of the tree.
    pub(super) controls: Vec<ControlPlan>,
    pub(super) shortcuts: Vec<Shortcut>,
}

/// A control before its window is opened.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ControlPlan {
    /// How deep in the tree, from 0.
    pub(super) depth: usize,
    pub(super) role: Role,
    pub(super) name: String,
    pub(super) value: Option<String>,
    pub(super) states: States,
    pub(super) consequences: Vec<Consequence>,
}

/// A chord that a window answers to, whatever has the focus.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Shortcut {
    pub(super) chord: Chord,
    pub(super) consequences: Vec<Consequence>,
}

/// What comes of pressing a control or a shortcut.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Consequence {
    /// A window opens.
    Open(WindowPlan),
    /// The window of the control closes.
    Close,
    /// A text is added to a control's.
    Append { text: String, to: String },
    /// A control's text becomes this one.
    Set { control: String, text: String },
    /// The arithmetic in a control is replaced by its result.
    Compute(String),
    /// A control's text is written to a file.
    Save { control: String, file: FileName },
}

/// How a file is called.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum FileName {
    /// By this name.
    Fixed(String),
    /// By what stands in this control.
    In(String),
}
