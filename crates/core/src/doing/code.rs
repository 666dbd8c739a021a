//! Why nothing was sent or nothing changed, as one word: what agents and deciders branch on instead of a sentence.

use serde::{Deserialize, Serialize};

/// The kind of a [`crate::Refusal`] or an [`crate::Unchanged`], without its data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// What the action is for was so before.
    AlreadySo,
    /// What was looked at is as it was.
    Same,
    /// The text that was waited for did not show in time.
    NotShown,
    /// A dialog opened while a text was waited for.
    DialogFirst,
    /// The keyboard focus is elsewhere.
    NotFocused,
    /// The window is gone.
    WindowGone,
    /// The control is gone.
    ControlGone,
    /// Something else is where the control was.
    ControlChanged,
    /// The control is disabled.
    NotEnabled,
    /// Something else would get the click.
    Obscured,
    /// The control or the window cannot do this.
    NotPossible,
    /// The window is not as it was seen.
    OutOfDate,
    /// The application does not answer.
    NoAnswer,
    /// No application has the name.
    NoSuchApplication,
    /// The application or program did not start.
    NotStarted,
    /// Another session works in the window.
    Taken,
    /// Another session uses the pointer and the keyboard.
    HandsTaken,
    /// The policy closes the window.
    OffLimits,
    /// No receiver has the command.
    NoSuchCommand,
    /// An argument of a command is not what it must be.
    BadArgument,
    /// The picture could not be searched.
    NotGrounded,
    /// The desktop is gone.
    DesktopLost,
    /// No control was named.
    NoControl,
    /// The operation is another agent's to do.
    NotForDesktop,
    /// The field shows what is typed, so no secret goes there.
    FieldShows,
    /// The secret cannot be had.
    NoSecret,
    /// The secret is bound to other applications or sites.
    SecretBound,
    /// The agent is not there.
    NoSuchAgent,
    /// The agent could not be started.
    AgentNotStarted,
    /// The policy or the user does not allow it.
    NotAllowed,
    /// Something came between the decision and the action.
    NotDone,
}

impl Code {
    /// Whether nothing was sent because the view was out of date: a new view may be acted upon.
    pub const fn is_stale(self) -> bool {
        matches!(self, Code::ControlGone | Code::ControlChanged | Code::OutOfDate | Code::FieldShows)
    }
}
