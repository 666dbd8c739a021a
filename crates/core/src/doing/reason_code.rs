//! Reason codes: why nothing was sent or nothing changed, as one word for agents and deciders to branch on.

use serde::{Deserialize, Serialize};

/// The kind of a [`crate::Refusal`] or an [`crate::NoChangeReason`], without its data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReasonCode {
    /// The wanted state was already there.
    AlreadySo,
    /// The observed controls did not change.
    Same,
    /// The awaited text did not appear in time.
    NotShown,
    /// No control has the searched text.
    NotFound,
    /// A dialog opened before the awaited text appeared.
    DialogFirst,
    /// The keyboard focus is elsewhere.
    NotFocused,
    /// The control took it and then showed what it had before.
    Reverted,
    /// The window is gone.
    WindowGone,
    /// The control is gone.
    ControlGone,
    /// Another control is at its place now.
    ControlChanged,
    /// The control is disabled.
    NotEnabled,
    /// Another control or window would get the click.
    Obscured,
    /// The control or the window cannot do this.
    NotPossible,
    /// The window has changed since it was observed.
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
    /// The policy forbids the window.
    OffLimits,
    /// No receiver has the command.
    NoSuchCommand,
    /// A command argument is invalid.
    BadArgument,
    /// The picture could not be searched.
    NotGrounded,
    /// The desktop is gone.
    DesktopLost,
    /// No control was named.
    NoControl,
    /// Another agent performs this operation, not the desktop.
    NotForDesktop,
    /// The field no longer hides its input, so no secret is typed into it.
    FieldShows,
    /// The secret is not available.
    NoSecret,
    /// The secret is bound to other applications or sites.
    SecretBound,
    /// The control contains a secret.
    HoldsSecret,
    /// The agent is not available.
    NoSuchAgent,
    /// The agent could not be started.
    AgentNotStarted,
    /// The policy or the user does not allow it.
    NotAllowed,
    /// A divergence stopped the action before it ran.
    NotDone,
}

impl ReasonCode {
    /// Whether nothing was sent because the view was out of date; the agent may act on a new view.
    pub const fn is_stale(self) -> bool {
        matches!(
            self,
            ReasonCode::ControlGone
                | ReasonCode::ControlChanged
                | ReasonCode::OutOfDate
                | ReasonCode::FieldShows
        )
    }
}
