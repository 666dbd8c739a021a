//! The errors of a desktop and their remedies.

use deskpilot_core::{Point, Refusal, Remedy, Size};
use std::fmt;

/// An error of a desktop. It prints the sentence of the [`Refusal`] that the agent gets for it.
#[derive(Clone, Debug)]
pub enum DesktopError {
    /// The window no longer exists.
    WindowGone(String),
    /// The control no longer exists.
    ControlGone(String),
    /// Another control is where this one was.
    ControlChanged {
        /// The control that the agent saw.
        expected: String,
        /// The control that is there now.
        found: String,
    },
    /// The control is disabled.
    NotEnabled(String),
    /// Something else would receive the click.
    Obscured {
        /// The target.
        what: String,
        /// What covers it.
        by: String,
    },
    /// The target does not support this action.
    NotPossible {
        /// The control or the window.
        what: String,
        /// Why not, and what to do instead.
        why: String,
    },
    /// The window changed since the agent saw it, so that the action is no longer possible.
    OutOfDate {
        /// The control, the window or the point.
        what: String,
        /// What changed.
        why: String,
    },
    /// The control contains a secret, and the action would read, select or copy it.
    HoldsSecret {
        /// The control.
        what: String,
        /// The placeholder of the secret.
        secret: String,
    },
    /// The application does not respond.
    Hung {
        /// Which one.
        application: String,
        /// How long the call waited, in milliseconds.
        millis: u64,
    },
    /// No application has this name.
    NoSuchApplication {
        /// The requested name.
        name: String,
        /// Similar names.
        close: Vec<String>,
    },
    /// The application did not open a window.
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
        /// The task of the other session there.
        task: String,
        /// The process of the other session.
        process: u32,
    },
    /// Another session uses pointer or keyboard and does not release them.
    InputTaken {
        /// The process of the other session.
        process: u32,
    },
    /// The user's policy closes the window to agents.
    OffLimits(String),
    /// No receiver has the command.
    NoSuchCommand(String),
    /// No grounding could look at the picture.
    NotGrounded(String),
    /// The desktop exists, but is unusable: it does not answer.
    Unusable(String),
    /// The desktop itself is gone, as a connection to it that was held says.
    Lost(String),
}

impl DesktopError {
    /// Keys for the whole desktop while no window has the keyboard focus.
    pub fn no_keyboard() -> DesktopError {
        let why = "no window has the keyboard; click into one first".into();
        DesktopError::NotPossible { what: "the desktop".into(), why }
    }

    /// A point outside a desktop of this size.
    pub fn outside(point: Point, size: Size) -> DesktopError {
        let why = format!("the desktop is {} by {} pixels", size.width, size.height);
        DesktopError::OutOfDate { what: format!("the place {},{}", point.x, point.y), why }
    }

    /// A gesture that needs a point, for the whole desktop without one.
    pub fn no_place() -> DesktopError {
        let why = "it has no one place for this; say where".into();
        DesktopError::NotPossible { what: "the desktop".into(), why }
    }

    /// Whether it holds for the whole desktop: nothing else that is tried there can succeed.
    pub fn is_of_whole_desktop(&self) -> bool {
        matches!(self, DesktopError::Unusable(_) | DesktopError::Lost(_))
    }

    /// Who can resolve it, and how.
    pub fn remedy(&self) -> Remedy {
        match self {
            DesktopError::Unusable(_) | DesktopError::Lost(_) => Remedy::GiveUp,
            DesktopError::Taken { .. } | DesktopError::InputTaken { .. } => Remedy::Retry,
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
            E::HoldsSecret { what, secret } => Refusal::HoldsSecret { what, secret },
            E::Hung { application, millis } => Refusal::NoAnswer { application, millis },
            E::NoSuchApplication { name, close } => Refusal::NoSuchApplication { name, close },
            E::NotStarted { name, why } => Refusal::NotStarted { name, why },
            E::Taken { window, task, process } => Refusal::Taken { window, task, process },
            E::InputTaken { process } => Refusal::HandsTaken { process },
            E::OffLimits(why) => Refusal::OffLimits(why),
            E::NoSuchCommand(command) => Refusal::NoSuchCommand(command),
            E::NotGrounded(why) => Refusal::NotGrounded(why),
            E::Unusable(why) => Refusal::NotPossible { what: "the desktop".into(), why },
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
