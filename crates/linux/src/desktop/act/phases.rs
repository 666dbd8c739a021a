//! The phases of one action, each a value that the next consumes: aimed, prepared, sent, settled, done.

use super::ruled_control::RuledControls;
use super::sender::SendNotes;
use crate::desktop::reading::find_again::Target;
use crate::desktop::waiting::baseline::ActionBaseline;
use crate::desktop::waiting::lag::Bars;
use crate::desktop::waiting::settle::Signs;
use crate::desktop::windows::window_group::WindowGroup;
use crate::lease::InputGuard;
use deskpilot_core::{Control, Effect, Outcome};
use deskpilot_desktop::verdict::Proof;
use tokio::time::Instant;

/// What an input goes to, and what would prove that it worked.
pub(super) struct AimedInput {
    pub(super) group: WindowGroup,
    pub(super) target: Target,
    pub(super) proof: Proof,
    pub(super) ruled: RuledControls,
    /// What its tool bars show, if its application lags.
    pub(super) bars: Bars,
}

/// The same with the window as it is before the input.
pub(super) struct PreparedInput {
    pub(super) aimed: AimedInput,
    pub(super) before: Box<ActionBaseline>,
    /// The controls with the focus.
    pub(super) focused: Vec<Control>,
    /// The controls that the input goes to, as the window reports them.
    pub(super) receivers: Vec<Control>,
}

/// An input on its way: its application may still be handling it.
pub(super) struct SentInput {
    pub(super) aimed: AimedInput,
    pub(super) before: Box<ActionBaseline>,
    pub(super) receivers: Vec<Control>,
    pub(super) notes: SendNotes,
    /// When sending began.
    pub(super) started: Instant,
    /// The lock on pointer and keyboard, where other sessions still have to wait.
    pub(super) guard: Option<InputGuard>,
}

/// How sending ended.
pub(super) enum SendEnd {
    /// The input was sent.
    Sent(Box<SentInput>),
    /// It failed midway, after something was pressed.
    Broken(Box<PerformedInput>),
}

/// An input after the wait for its effect.
pub(super) struct SettledInput {
    pub(super) aimed: AimedInput,
    pub(super) before: Box<ActionBaseline>,
    pub(super) receivers: Vec<Control>,
    pub(super) started: Instant,
    /// Whether the application sent an event or drew after the input.
    pub(super) signs: Signs,
    pub(super) done: PerformedInput,
}

/// The outcome, with what was noticed while the input was sent.
#[derive(Debug)]
pub(super) struct PerformedInput {
    pub(super) outcome: Outcome,
    pub(super) notes: SendNotes,
}

impl PerformedInput {
    /// An action for which nothing was sent.
    pub(super) fn without_input(effect: Effect) -> PerformedInput {
        PerformedInput { outcome: effect.into(), notes: SendNotes::default() }
    }
}
