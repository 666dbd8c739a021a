//! The last actions on a desktop: what may still show the state before them, and which changes they explain.

use super::find_again::Target;
use crate::desktop::waiting::lag::ActionEnd;
use deskpilot_atspi::{ActionSpan, UNSTEADY};
use deskpilot_core::NodeId;
use std::time::Duration;
use tokio::time::Instant;

/// How long a button may show that it was pressed.
const RELEASE: Duration = Duration::from_secs(2);

/// The last actions, and the control that the last one aimed at.
#[derive(Debug, Default)]
pub(in crate::desktop) struct RecentActions {
    /// When the last one was over, or began if it is not.
    last: Option<ActionEnd>,
    /// The control that the last one aimed at, and when that ended.
    pressed: Option<(NodeId, Instant)>,
    /// Those that sent an input, with the time in which their effects show.
    spans: Vec<ActionSpan>,
}

impl RecentActions {
    /// Notes that an action begins.
    pub(in crate::desktop) fn begin(&mut self) {
        self.last = Some(ActionEnd { over: Instant::now(), handled: None });
    }

    /// Notes that the application has handled the input of the present action.
    pub(in crate::desktop) fn note_handled(&mut self) {
        if let Some(last) = &mut self.last {
            last.handled = Some(Instant::now());
        }
    }

    /// Notes that the present action is over.
    pub(in crate::desktop) fn end(&mut self) {
        if let Some(last) = &mut self.last {
            last.over = Instant::now();
        }
    }

    /// When the last action was over, or began if it is not.
    pub(in crate::desktop) fn last(&self) -> Option<ActionEnd> {
        self.last
    }

    /// Notes that an action that began to send its input at `start` has ended. One that sent nothing explains no change.
    pub(in crate::desktop) fn record_input(&mut self, start: Instant) {
        let now = Instant::now();
        // An older span explains no change that `UNSTEADY` would still count.
        self.spans.retain(|it| it.end + UNSTEADY > now);
        self.spans.push(ActionSpan { start, end: now + UNSTEADY });
    }

    /// Notes the control that an action aimed at.
    pub(in crate::desktop) fn record_target(&mut self, target: &Target) {
        self.pressed = target.control().map(|found| (found.element.node.id(), Instant::now()));
    }

    /// The control that the last action aimed at, while it may still show that it was pressed.
    pub(in crate::desktop) fn pressed(&self) -> Option<NodeId> {
        self.pressed.as_ref().filter(|(_, at)| at.elapsed() < RELEASE).map(|(node, _)| node.clone())
    }

    /// The actions of the last moments that sent an input.
    pub(in crate::desktop) fn spans(&self) -> &[ActionSpan] {
        &self.spans
    }
}
