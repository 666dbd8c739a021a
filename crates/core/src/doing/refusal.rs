//! Why nothing was sent: a closed set, each with its data, from which the sentence is printed.

use super::Code;
use crate::Divergence;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Why nothing was sent. The sentences are for an agent or a person: they say what to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    /// The window of this title is no longer there.
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
    /// The control is disabled at the moment.
    NotEnabled(String),
    /// Something else would get the click.
    Obscured {
        /// The control or the place.
        what: String,
        /// What lies above it.
        by: String,
    },
    /// The control or the window cannot do this.
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
    NoAnswer {
        /// Which one.
        application: String,
        /// How long Deskpilot waited for it, in milliseconds.
        millis: u64,
    },
    /// No application has the name.
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
    /// The program could not be run.
    NotRun {
        /// Which one.
        program: String,
        /// What the system says.
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
    /// Another session moves the pointer or presses keys.
    HandsTaken {
        /// The process of the other session.
        process: u32,
    },
    /// The user's policy closes the window: why.
    OffLimits(String),
    /// No receiver has the command.
    NoSuchCommand(String),
    /// An argument of a command is not what it must be.
    BadArgument {
        /// The name of the argument.
        name: String,
        /// What it must be.
        must: String,
    },
    /// Nobody could be asked what is in the picture: why.
    NotGrounded(String),
    /// The desktop itself is gone: how.
    DesktopLost(String),
    /// The action needs a control, and none was named.
    NoControl,
    /// Another agent does that, and not the desktop.
    NotForDesktop,
    /// A field that hid what is typed shows it now.
    FieldShows,
    /// There is no secret to type: why.
    NoSecret(String),
    /// The secret is for other applications or sites.
    SecretBound {
        /// The name of the secret.
        name: String,
        /// What it is for.
        bound_to: String,
        /// Where it would have gone; `None` where no page says where it is from.
        here: Option<String>,
    },
    /// No agent of this name is there now.
    NoSuchAgent(String),
    /// The agent could not be started.
    AgentNotStarted,
    /// The policy or the user does not allow it: why.
    NotAllowed(String),
    /// Something came between the decision and the action.
    NotDone(Divergence),
    /// What a log says that has no code for it; nothing new is refused so.
    Recorded(String),
}

impl Refusal {
    /// The word to decide by; `None` where a log has the sentence alone.
    pub const fn code(&self) -> Option<Code> {
        Some(match self {
            Refusal::WindowGone(_) => Code::WindowGone,
            Refusal::ControlGone(_) => Code::ControlGone,
            Refusal::ControlChanged { .. } => Code::ControlChanged,
            Refusal::NotEnabled(_) => Code::NotEnabled,
            Refusal::Obscured { .. } => Code::Obscured,
            Refusal::NotPossible { .. } => Code::NotPossible,
            // A control of the picture has to be looked for again before it can be used.
            Refusal::OutOfDate { .. } | Refusal::NotDone(Divergence::OnlyPictured(_)) => Code::OutOfDate,
            Refusal::NoAnswer { .. } => Code::NoAnswer,
            Refusal::NoSuchApplication { .. } => Code::NoSuchApplication,
            Refusal::NotStarted { .. } | Refusal::NotRun { .. } => Code::NotStarted,
            Refusal::Taken { .. } => Code::Taken,
            Refusal::HandsTaken { .. } => Code::HandsTaken,
            Refusal::OffLimits(_) => Code::OffLimits,
            Refusal::NoSuchCommand(_) => Code::NoSuchCommand,
            Refusal::BadArgument { .. } => Code::BadArgument,
            Refusal::NotGrounded(_) => Code::NotGrounded,
            Refusal::DesktopLost(_) => Code::DesktopLost,
            Refusal::NoControl => Code::NoControl,
            Refusal::NotForDesktop => Code::NotForDesktop,
            Refusal::FieldShows => Code::FieldShows,
            Refusal::NoSecret(_) => Code::NoSecret,
            Refusal::SecretBound { .. } => Code::SecretBound,
            Refusal::NoSuchAgent(_) => Code::NoSuchAgent,
            Refusal::AgentNotStarted => Code::AgentNotStarted,
            Refusal::NotAllowed(_) => Code::NotAllowed,
            Refusal::NotDone(_) => Code::NotDone,
            Refusal::Recorded(_) => return None,
        })
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::WindowGone(title) => write!(f, "the window {title:?} is gone"),
            Refusal::ControlGone(control) => write!(f, "{control} is no longer there; look again"),
            Refusal::ControlChanged { expected, found } => {
                write!(f, "{expected} is now {found}; look again")
            }
            Refusal::NotEnabled(control) => write!(f, "{control} is not enabled"),
            Refusal::Obscured { what, by } => write!(f, "{what} is covered by {by}"),
            Refusal::NotPossible { what, why } => write!(f, "{what} cannot do this: {why}"),
            Refusal::OutOfDate { what, why } => write!(f, "{what} cannot do this: {why}; look again"),
            Refusal::NoAnswer { application, millis } => {
                write!(f, "{application} did not answer within {millis} ms")
            }
            Refusal::NoSuchApplication { name, close } => {
                write!(f, "there is no application {name:?} here")?;
                if close.is_empty() { Ok(()) } else { write!(f, "; did you mean {}?", close.join(" or ")) }
            }
            Refusal::NotStarted { name, why } => write!(f, "{name} did not start: {why}"),
            Refusal::NotRun { program, why } => write!(f, "{program} cannot be run: {why}"),
            Refusal::Taken { window, task, process } => write!(
                f,
                "{window} is taken: process {process} works there on {task:?}; wait until it is done, or work in another window"
            ),
            Refusal::HandsTaken { process } => write!(
                f,
                "the pointer and the keyboard are in use by process {process}; try again in a moment"
            ),
            Refusal::OffLimits(why) | Refusal::NotAllowed(why) | Refusal::NoSecret(why) => f.write_str(why),
            Refusal::NoSuchCommand(command) => write!(f, "there is no command {command}"),
            Refusal::BadArgument { name, must } => write!(f, "{name} must be {must}"),
            Refusal::NotGrounded(why) => write!(f, "nothing was looked for in the picture: {why}"),
            Refusal::DesktopLost(how) => write!(f, "the desktop is gone: {how}"),
            Refusal::NoControl => f.write_str("there is no control to read: name one by its label"),
            Refusal::NotForDesktop => f.write_str("another agent does that, and not the desktop"),
            Refusal::FieldShows => f.write_str("the field shows what is typed now; look again"),
            Refusal::SecretBound { name, bound_to, here: Some(here) } => {
                write!(f, "the secret {name} is for {bound_to}, and this is {here}")
            }
            Refusal::SecretBound { name, bound_to, here: None } => {
                write!(f, "the secret {name} is for {bound_to}, and no page here tells where it is from")
            }
            Refusal::NoSuchAgent(name) => write!(f, "there is no agent {name} now"),
            Refusal::AgentNotStarted => f.write_str("it could not be started"),
            Refusal::NotDone(divergence) => write!(f, "not done: {divergence}"),
            Refusal::Recorded(sentence) => f.write_str(sentence),
        }
    }
}
