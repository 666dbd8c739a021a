//! What can go wrong with a desktop, and what can be done about it.

use deskpilot_core::{Point, Refusal, Remedy, Size};
use std::fmt;

/// What went wrong in the world. Its sentence is that of the [`Refusal`] it becomes when an agent is told of it.
#[derive(Clone, Debug)]
pub enum DesktopError {
    /// The window is no longer there.
    WindowGone(String),
    /// The control is no longer there.
    ControlGone(String),
    /// Where the control was, something else is now.
    ControlChanged {
        /// What was seen.
        expected: String,
        /// What is there now.
        found: String,
    },
    /// The control cannot be used at the moment.
    NotEnabled(String),
    /// Something else would get the click.
    Obscured {
        /// What was meant.
        what: String,
        /// What lies above it.
        by: String,
    },
    /// The control cannot do this.
    NotPossible {
        /// The control or the window.
        what: String,
        /// Why not, and what could be done instead.
        why: String,
    },
    /// The window is not as it was seen, so that this cannot be done now.
    OutOfDate {
        /// The control, the window or the place.
        what: String,
        /// What is different.
        why: String,
    },
    /// The application does not answer.
    Hung {
        /// Which one.
        application: String,
        /// How long it was waited for, in milliseconds.
        millis: u64,
    },
    /// No application bears the name.
    NoSuchApplication {
        /// What was asked for.
        name: String,
        /// Names that are close to it.
        close: Vec<String>,
    },
    /// The application did not come up.
    NotStarted {
        /// Which one.
        name: String,
        /// What happened instead.
        why: String,
    },
    /// Another session works in the window.
    Taken {
        /// Which window, in words.
        window: String,
        /// What the other session does there.
        task: String,
        /// The process of the other session.
        process: u32,
    },
    /// Another session moves the pointer or presses keys, and does not come to an end.
    HandsTaken {
        /// The process of the other session.
        process: u32,
    },
    /// The user's policy closes the window.
    OffLimits(String),
    /// No receiver knows the command.
    NoSuchCommand(String),
    /// Nobody could be asked what is in the picture.
    NotGrounded(String),
    /// The desktop itself is gone.
    Lost(String),
}

impl DesktopError {
    /// Keys were meant for the whole desktop while no window has the keyboard.
    pub fn no_keyboard() -> DesktopError {
        let why = "no window has the keyboard; click into one first".into();
        DesktopError::NotPossible { what: "the desktop".into(), why }
    }

    /// A place was meant that the desktop, which is so large, does not have.
    pub fn outside(point: Point, size: Size) -> DesktopError {
        let why = format!("the desktop is {} by {} pixels", size.width, size.height);
        DesktopError::OutOfDate { what: format!("the place {},{}", point.x, point.y), why }
    }

    /// Something that is not for the keyboard was meant for the whole desktop, and not for a place on it.
    pub fn no_place() -> DesktopError {
        let why = "it has no one place for this; say where".into();
        DesktopError::NotPossible { what: "the desktop".into(), why }
    }

    /// What can be done about it.
    pub fn remedy(&self) -> Remedy {
        match self {
            DesktopError::Lost(_) => Remedy::GiveUp,
            DesktopError::Taken { .. } | DesktopError::HandsTaken { .. } => Remedy::Retry,
            _ => Remedy::TellAgent,
        }
    }
}

impl From<DesktopError> for Refusal {
    fn from(error: DesktopError) -> Refusal {
        use DesktopError as E;
        match error {
            E::WindowGone(title) => Refusal::WindowGone(title),
            E::ControlGone(control) => Refusal::ControlGone(control),
            E::ControlChanged { expected, found } => Refusal::ControlChanged { expected, found },
            E::NotEnabled(control) => Refusal::NotEnabled(control),
            E::Obscured { what, by } => Refusal::Obscured { what, by },
            E::NotPossible { what, why } => Refusal::NotPossible { what, why },
            E::OutOfDate { what, why } => Refusal::OutOfDate { what, why },
            E::Hung { application, millis } => Refusal::NoAnswer { application, millis },
            E::NoSuchApplication { name, close } => Refusal::NoSuchApplication { name, close },
            E::NotStarted { name, why } => Refusal::NotStarted { name, why },
            E::Taken { window, task, process } => Refusal::Taken { window, task, process },
            E::HandsTaken { process } => Refusal::HandsTaken { process },
            E::OffLimits(why) => Refusal::OffLimits(why),
            E::NoSuchCommand(command) => Refusal::NoSuchCommand(command),
            E::NotGrounded(why) => Refusal::NotGrounded(why),
            E::Lost(how) => Refusal::DesktopLost(how),
        }
    }
}

impl fmt::Display for DesktopError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Refusal::from(self.clone()).fmt(f)
    }
}

impl std::error::Error for DesktopError {}
