//! Refusals: why nothing was sent, as a closed set of reasons with data, from which the sentence is printed.

use super::ReasonCode;
use crate::Divergence;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Why nothing was sent. The sentences address an agent or a person and say what to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    /// The window with this title is gone.
    WindowGone(String),
    /// The control is gone.
    ControlGone(String),
    /// Another control is in its position now.
    ControlChanged {
        /// The control that was observed.
        expected: String,
        /// The control that is there now.
        found: String,
    },
    /// The control is disabled.
    NotEnabled(String),
    /// Another control or window would get the click.
    Obscured {
        /// The target.
        what: String,
        /// What covers it.
        by: String,
    },
    /// The control or the window cannot do this.
    NotPossible {
        /// The control or the window.
        what: String,
        /// Why not, and the alternative.
        why: String,
    },
    /// The window has changed since it was observed, so this is not possible now.
    OutOfDate {
        /// The control, the window or the place.
        what: String,
        /// The difference.
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
        /// The requested name.
        name: String,
        /// Similar names.
        close: Vec<String>,
    },
    /// The application did not start.
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
        /// The system's error.
        why: String,
    },
    /// Another session works in the window.
    Taken {
        /// The window, in words.
        window: String,
        /// The other session's task.
        task: String,
        /// The process ID of the other session.
        process: u32,
    },
    /// Another session is using the pointer or the keyboard.
    HandsTaken {
        /// The process ID of the other session.
        process: u32,
    },
    /// The user's policy forbids the window; the text says why.
    OffLimits(String),
    /// No receiver has the command.
    NoSuchCommand(String),
    /// A command argument is invalid.
    BadArgument {
        /// The name of the argument.
        name: String,
        /// What it must be.
        must: String,
    },
    /// No grounding model could be asked about the picture; the text says why.
    NotGrounded(String),
    /// The desktop is gone; the text says how.
    DesktopLost(String),
    /// The action needs a control, and none was named.
    NoControl,
    /// Another agent performs this operation, not the desktop.
    NotForDesktop,
    /// The field no longer hides its input.
    FieldShows,
    /// The secret is not available; the text says why.
    NoSecret(String),
    /// The secret is bound to other applications or sites.
    SecretBound {
        /// The name of the secret.
        name: String,
        /// Where it may be used.
        bound_to: String,
        /// Where it would have been typed; `None` if the page's origin is unknown.
        here: Option<String>,
    },
    /// The control contains a secret, and the action would read, select or copy it.
    HoldsSecret {
        /// The control.
        what: String,
        /// The placeholder of the secret.
        secret: String,
    },
    /// No agent with this name is available.
    NoSuchAgent(String),
    /// The agent could not be started.
    AgentNotStarted,
    /// The policy or the user does not allow it; the text says why.
    NotAllowed(String),
    /// A divergence stopped the action before it ran.
    NotDone(Divergence),
    /// The sentence from a log without codes; new refusals never use it.
    Recorded(String),
}

impl Refusal {
    /// The reason code; `None` if a log has only the sentence.
    pub const fn code(&self) -> Option<ReasonCode> {
        Some(match self {
            Refusal::WindowGone(_) => ReasonCode::WindowGone,
            Refusal::ControlGone(_) => ReasonCode::ControlGone,
            Refusal::ControlChanged { .. } => ReasonCode::ControlChanged,
            Refusal::NotEnabled(_) => ReasonCode::NotEnabled,
            Refusal::Obscured { .. } => ReasonCode::Obscured,
            Refusal::NotPossible { .. } => ReasonCode::NotPossible,
            // A control known from a picture has to be located again before use.
            Refusal::OutOfDate { .. } | Refusal::NotDone(Divergence::OnlyPictured(_)) => {
                ReasonCode::OutOfDate
            }
            Refusal::NoAnswer { .. } => ReasonCode::NoAnswer,
            Refusal::NoSuchApplication { .. } => ReasonCode::NoSuchApplication,
            Refusal::NotStarted { .. } | Refusal::NotRun { .. } => ReasonCode::NotStarted,
            Refusal::Taken { .. } => ReasonCode::Taken,
            Refusal::HandsTaken { .. } => ReasonCode::HandsTaken,
            Refusal::OffLimits(_) => ReasonCode::OffLimits,
            Refusal::NoSuchCommand(_) => ReasonCode::NoSuchCommand,
            Refusal::BadArgument { .. } => ReasonCode::BadArgument,
            Refusal::NotGrounded(_) => ReasonCode::NotGrounded,
            Refusal::DesktopLost(_) => ReasonCode::DesktopLost,
            Refusal::NoControl => ReasonCode::NoControl,
            Refusal::NotForDesktop => ReasonCode::NotForDesktop,
            Refusal::FieldShows => ReasonCode::FieldShows,
            Refusal::NoSecret(_) => ReasonCode::NoSecret,
            Refusal::SecretBound { .. } => ReasonCode::SecretBound,
            Refusal::HoldsSecret { .. } => ReasonCode::HoldsSecret,
            Refusal::NoSuchAgent(_) => ReasonCode::NoSuchAgent,
            Refusal::AgentNotStarted => ReasonCode::AgentNotStarted,
            Refusal::NotAllowed(_) => ReasonCode::NotAllowed,
            Refusal::NotDone(_) => ReasonCode::NotDone,
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
                "{window} is in use: process {process} works there on {task:?}; wait until it is done, or work in another window"
            ),
            Refusal::HandsTaken { process } => write!(
                f,
                "the pointer and the keyboard are in use by process {process}; try again in a moment"
            ),
            Refusal::OffLimits(why) | Refusal::NotAllowed(why) | Refusal::NoSecret(why) => f.write_str(why),
            Refusal::NoSuchCommand(command) => write!(f, "there is no command {command}"),
            Refusal::BadArgument { name, must } => write!(f, "{name} must be {must}"),
            Refusal::NotGrounded(why) => write!(f, "the picture was not searched: {why}"),
            Refusal::DesktopLost(how) => write!(f, "the desktop is gone: {how}"),
            Refusal::NoControl => f.write_str("there is no control to read: name one by its label"),
            Refusal::NotForDesktop => f.write_str("the desktop cannot do this: it is for another agent"),
            Refusal::FieldShows => f.write_str("the field no longer hides its input; look again"),
            Refusal::SecretBound { name, bound_to, here: Some(here) } => {
                write!(f, "the secret {name} is for {bound_to}, and this is {here}")
            }
            Refusal::SecretBound { name, bound_to, here: None } => {
                write!(f, "the secret {name} is for {bound_to}, and the origin of this page is unknown")
            }
            Refusal::HoldsSecret { what, secret } => write!(
                f,
                "{secret} stands in {what}, so nothing there is read, selected, copied or dragged; replace the whole text, \
                 or click another control and go on there"
            ),
            Refusal::NoSuchAgent(name) => write!(f, "there is no agent {name} now"),
            Refusal::AgentNotStarted => f.write_str("it could not be started"),
            Refusal::NotDone(divergence @ Divergence::LeftOut(_)) => divergence.fmt(f),
            Refusal::NotDone(divergence) => write!(f, "not done: {divergence}"),
            Refusal::Recorded(sentence) => f.write_str(sentence),
        }
    }
}
