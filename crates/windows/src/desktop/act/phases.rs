//! The phases of one action, each a value that the next consumes: aimed, sent, judged.

use super::target::Target;
use crate::desktop::reading::reader::Reading;
use deskpilot_core::{Control, Gesture, NodeId, State};
use deskpilot_desktop::verdict::{Proof, WindowSnapshot};
use tokio::time::Instant;

/// What an input goes to, what would prove that it worked, and the window as it is before it.
pub(super) struct AimedInput {
    pub(super) reading: Reading,
    pub(super) target: Target,
    pub(super) gesture: Gesture,
    pub(super) proof: Proof,
    pub(super) before: WindowSnapshot,
    /// The value of before that the proof compares.
    pub(super) value: Option<String>,
}

impl AimedInput {
    /// The control whose value the proof compares: the target, or for keys the one with the focus.
    pub(super) fn source(&self) -> Option<NodeId> {
        let focused = || self.reading.focused().filter(|it| self.proof.is_shown_by(&it.control));
        let is_of_focus = matches!(self.target, Target::Window) && self.proof.typed_keys().is_some();
        let source = self.target.control().or_else(|| if is_of_focus { focused() } else { None });
        source?.control.node().cloned()
    }

    /// The controls that get the input, as they were before it.
    pub(super) fn receivers(&self) -> Vec<Control> {
        let has_focus = |it: &&Control| it.states.has(State::Focused);
        match (&self.target, &self.gesture) {
            (Target::Control(element), _) => vec![element.control.clone()],
            (Target::Window | Target::Place(_), Gesture::Keys(_) | Gesture::Text { .. }) => {
                self.before.controls.iter().filter(has_focus).cloned().collect()
            }
            (Target::Place(point), _) => {
                self.reading.pressed_at(*point).map(|it| it.control.clone()).into_iter().collect()
            }
            (Target::Window, _) => Vec::new(),
        }
    }

    /// Whether a field hides what the input types.
    pub(super) fn is_hidden(&self) -> bool {
        self.receivers().iter().any(|it| it.states.has(State::Protected))
    }
}

/// What became of a gesture as it was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sent {
    /// The application has done what it does for it.
    Handled,
    /// It is on its way: the application handles input, or is still at a call.
    OnItsWay,
}

/// A gesture that was sent.
pub(super) struct SentInput {
    pub(super) aimed: AimedInput,
    pub(super) sent: Sent,
    /// When sending ended.
    pub(super) at: Instant,
}
