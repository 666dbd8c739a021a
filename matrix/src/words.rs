//! The words in which an application and what is tried on it are written down. Data only.

use deskpilot_core::{Role, State};
use serde::{Deserialize, Serialize};

/// One row of the matrix.
pub(crate) struct Application {
    /// How it is called in the matrix, and its artefacts.
    pub(crate) name: &'static str,
    /// What it is made with, and the package whose version that is.
    pub(crate) toolkit: (&'static str, &'static str),
    /// The package it comes from, whose version is told.
    pub(crate) package: &'static str,
    /// How it is started.
    pub(crate) start: Start,
    /// What is in the title of its window.
    pub(crate) title: &'static str,
    /// What must be there before anything is tried.
    pub(crate) ready: &'static [Spot],
    /// Files in its home before it starts.
    pub(crate) files: &'static [(&'static str, Content)],
    /// What is tried, in the order of the columns.
    pub(crate) trials: &'static [(Capability, Trial)],
}

/// How an application is started.
pub(crate) enum Start {
    /// By a name a person would call it by, from the desktop's own list.
    Named(&'static str),
    /// A program with its arguments. `{home}` and `{programs}` stand for folders.
    Program(&'static [&'static str]),
}

/// What a file holds.
pub(crate) enum Content {
    /// This text.
    Text(&'static str),
    /// So many numbered lines.
    Lines(usize),
    /// A folder of so many numbered files.
    Folder(usize),
    /// A file of this package's `programs` folder.
    Program(&'static str),
}

/// A column of the matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Capability {
    Observe,
    Click,
    Type,
    Select,
    Menu,
    Scroll,
    Drag,
    FileDialog,
}

impl Capability {
    pub(crate) const ALL: &'static [Capability] = &[
        Capability::Observe,
        Capability::Click,
        Capability::Type,
        Capability::Select,
        Capability::Menu,
        Capability::Scroll,
        Capability::Drag,
        Capability::FileDialog,
    ];

    /// The head of its column.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Capability::Observe => "observe",
            Capability::Click => "click",
            Capability::Type => "type",
            Capability::Select => "select",
            Capability::Menu => "menu",
            Capability::Scroll => "scroll",
            Capability::Drag => "drag",
            Capability::FileDialog => "file dialog",
        }
    }
}

/// What is tried for one cell.
pub(crate) enum Trial {
    /// These steps in turn, after which the checks must hold.
    Steps(&'static [Step], &'static [Check]),
    /// Nothing, for this reason.
    DoesNotApply(&'static str),
}

/// One step of a trial.
pub(crate) enum Step {
    /// Do this there.
    Do(Spot, TriedAction),
    /// Do this there where it is there at all: some applications only sometimes ask.
    DoIfThere(Spot, TriedAction),
    /// Do this there to bring to light what was done before; its own effect does not count.
    Then(Spot, TriedAction),
    /// Wait until this holds.
    Await(Check),
    /// Go on in the window with this in its title, once it is there.
    Turn(&'static str),
    /// Keep an annotated picture of the window as it is now.
    Picture(&'static str),
}

/// Where something is done.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Spot {
    /// The window itself.
    Window,
    /// The first control of this role with this name, an enabled one rather than another; a name that ends with `*` is
    /// the beginning of one.
    Is(Role, &'static str),
    /// The first enabled control of this role whose value has this in it.
    Holds(Role, &'static str),
    /// The largest control of this role.
    Largest(Role),
    /// A place at these fractions of the window's width and height, for what is only seen.
    Place(f64, f64),
    /// A place so many pixels left of and above the last corner of the window whose title has this in it.
    FromCorner(&'static str, i32, i32),
}

/// What is done.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TriedAction {
    /// A click, in the way the platform holds best.
    Click,
    /// A click with the pointer in the middle of where the control is said to be.
    Point,
    /// A click with the other button.
    RightClick,
    DoubleClick,
    Append(&'static str),
    Replace(&'static str),
    Keys(&'static str),
    /// So many notches; up is positive.
    Scroll(i32),
    Select(&'static str),
    SelectText(&'static str),
    Check(bool),
    Focus,
    /// From the middle of the control, by so many pixels.
    DragBy(i32, i32),
    /// From this many pixels right and down of its top left corner, by so many pixels.
    DragFrom((i32, i32), (i32, i32)),
    /// From the middle of the control to the middle of another.
    DragTo(Role, &'static str),
}

/// What must hold afterwards, told by something else than the action itself.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Check {
    /// The whole text of the control, read anew, has this in it.
    Value(Spot, &'static str),
    /// The whole text of the control, read anew, is this.
    Reads(Spot, &'static str),
    /// The control is in this state.
    State(Spot, State),
    /// The control is there.
    There(Spot),
    /// The control is not there.
    Gone(Spot),
    /// The file in the home has this in it.
    File(&'static str, &'static str),
    /// A window of the desktop has this in its title.
    Title(&'static str),
    /// The control is no longer where it was before the last step, or gone from sight.
    Moved(Spot),
    /// The number of the control differs from the one before the last step.
    Differs(Spot),
    /// At least so many of a thousand pixels of the window differ from those before the last step.
    Repainted(u32),
    /// At least so many controls are told of.
    Controls(usize),
}
