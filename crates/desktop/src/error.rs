//! What can go wrong with a desktop, and what can be done about it.

use deskpilot_core::{Point, Remedy, Size};
use thiserror::Error;

/// What went wrong in the world. The texts are written for an agent or a person: they say what to do.
#[derive(Debug, Error)]
pub enum DesktopError {
    /// The window is no longer there.
    #[error("the window {0:?} is gone")]
    WindowGone(String),
    /// The control is no longer there.
    #[error("{0} is no longer there; look again")]
    ControlGone(String),
    /// Where the control was, something else is now.
    #[error("{expected} is now {found}; look again")]
    ControlChanged {
        /// What was seen.
        expected: String,
        /// What is there now.
        found: String,
    },
    /// The control cannot be used at the moment.
    #[error("{0} is not enabled")]
    NotEnabled(String),
    /// Something else would get the click.
    #[error("{what} is covered by {by}")]
    Obscured {
        /// What was meant.
        what: String,
        /// What lies above it.
        by: String,
    },
    /// The control cannot do this.
    #[error("{what} cannot do this: {why}")]
    NotPossible {
        /// The control or the window.
        what: String,
        /// Why not, and what could be done instead.
        why: String,
    },
    /// The application does not answer.
    #[error("{application} did not answer within {millis} ms")]
    Hung {
        /// Which one.
        application: String,
        /// How long it was waited for, in milliseconds.
        millis: u64,
    },
    /// No application bears the name.
    #[error("there is no application {name:?} here{}", did_you_mean(close))]
    NoSuchApplication {
        /// What was asked for.
        name: String,
        /// Names that are close to it.
        close: Vec<String>,
    },
    /// The application did not come up.
    #[error("{name} did not start: {why}")]
    NotStarted {
        /// Which one.
        name: String,
        /// What happened instead.
        why: String,
    },
    /// Another session works in the window.
    #[error(
        "{window} is taken: process {process} works there on {task:?}; wait until it is done, or work in another window"
    )]
    Taken {
        /// Which window, in words.
        window: String,
        /// What the other session does there.
        task: String,
        /// The process of the other session.
        process: u32,
    },
    /// Another session moves the pointer or presses keys, and does not come to an end.
    #[error("the pointer and the keyboard are in use by process {process}; try again in a moment")]
    HandsTaken {
        /// The process of the other session.
        process: u32,
    },
    /// The user's policy closes the window.
    #[error("{0}")]
    OffLimits(String),
    /// No receiver knows the command.
    #[error("there is no command {0}")]
    NoSuchCommand(String),
    /// Nobody could be asked what is in the picture.
    #[error("nothing was looked for in the picture: {0}")]
    NotGrounded(String),
    /// The desktop itself is gone.
    #[error("the desktop is gone: {0}")]
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
        let why = format!("the desktop is {} by {} pixels; look again", size.width, size.height);
        DesktopError::NotPossible { what: format!("the place {},{}", point.x, point.y), why }
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

fn did_you_mean(close: &[String]) -> String {
    if close.is_empty() { String::new() } else { format!("; did you mean {}?", close.join(" or ")) }
}
