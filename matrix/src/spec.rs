//! How the matrix describes an application and the trials in it. Data only.

use deskpilot_core::{Role, State};
use serde::{Deserialize, Serialize};

/// One row of the matrix.
pub(crate) struct Application {
    /// Its name in the matrix and in the names of its artefacts.
    pub(crate) name: &'static str,
    /// Its toolkit, and the package that has the toolkit's version.
    pub(crate) toolkit: (&'static str, &'static str),
    /// Its package, which has its version.
    pub(crate) package: &'static str,
    /// How to start it.
    pub(crate) start: Start,
    /// A part of the title of its window.
    pub(crate) title: &'static str,
    /// What must be there before the first trial.
    pub(crate) ready: &'static [Target],
    /// Files in its home before it starts.
    pub(crate) files: &'static [(&'static str, Content)],
    /// The trials, in the order in which they run.
    pub(crate) trials: &'static [(Capability, Trial)],
}

/// How to start an application.
pub(crate) enum Start {
    /// By the name that a person uses, from the desktop's list of applications.
    Named(&'static str),
    /// A program with its arguments. `{home}` and `{programs}` stand for folders.
    Program(&'static [&'static str]),
}

/// The content of a file.
pub(crate) enum Content {
    /// This text.
    Text(&'static str),
    /// So many numbered lines.
    Lines(usize),
    /// A folder of so many numbered files.
    Folder(usize),
    /// A copy of a file in the folder `programs` of this package.
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

/// The trial of one cell.
pub(crate) enum Trial {
    /// These steps, one after another; then the checks must pass.
    Steps(&'static [Step], &'static [Check]),
    /// No trial, for this reason.
    DoesNotApply(&'static str),
}

/// One step of a trial.
pub(crate) enum Step {
    /// Act on the target.
    Do(Target, TriedAction),
    /// Act on the target if it is there: some applications ask only sometimes.
    DoIfPresent(Target, TriedAction),
    /// Act on the target to show the result of the action before; the effect of this one does not count.
    Then(Target, TriedAction),
    /// Wait until this check passes.
    Await(Check),
    /// Wait for the window with this text in its title and continue there.
    SwitchWindow(&'static str),
    /// Keep an annotated picture of the window as it is now.
    Picture(&'static str),
}

/// Where an action takes place.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Target {
    /// The window itself.
    Window,
    /// The first enabled control of this role with this name, or a disabled one where none is enabled. A name that ends with
    /// `*` is a prefix.
    Named(Role, &'static str),
    /// The first enabled control of this role whose value contains this text.
    WithValue(Role, &'static str),
    /// The largest control of this role.
    Largest(Role),
    /// The point at these fractions of the window's width and height, for what only a picture shows.
    AtFraction(f64, f64),
    /// The point so many pixels left of and above the bottom right corner of the window whose title contains this text.
    FromCorner(&'static str, i32, i32),
}

/// An action of a trial.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TriedAction {
    /// A click, as the platform prefers to do it.
    Click,
    /// A click of the pointer in the middle of the control's rectangle.
    PointerClick,
    /// A click with the right button.
    RightClick,
    DoubleClick,
    Append(&'static str),
    Replace(&'static str),
    Keys(&'static str),
    /// By so many notches of the wheel; up is positive.
    Scroll(i32),
    Select(&'static str),
    SelectText(&'static str),
    Check(bool),
    Focus,
    /// From the middle of the control, by so many pixels.
    DragBy(i32, i32),
    /// From a point so many pixels right of and below its top left corner, by so many pixels.
    DragFrom((i32, i32), (i32, i32)),
    /// From the middle of the control to the middle of another.
    DragTo(Role, &'static str),
}

/// What must hold after the action, read by other means than the action's own report.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Check {
    /// The whole text of the control, read again, contains this.
    Value(Target, &'static str),
    /// The whole text of the control, read again, is this.
    ExactValue(Target, &'static str),
    /// The control is in this state.
    State(Target, State),
    /// The control is there.
    Present(Target),
    /// The control is not there.
    Absent(Target),
    /// The file in the home contains this.
    File(&'static str, &'static str),
    /// A window of the desktop has this text in its title.
    Title(&'static str),
    /// The control is elsewhere than before the last step, or no longer listed.
    Moved(Target),
    /// The value of the control differs from the one before the last step.
    Differs(Target),
    /// At least so many of a thousand pixels of the window differ from those before the last step.
    Repainted(u32),
    /// The window lists at least so many controls.
    Controls(usize),
}
