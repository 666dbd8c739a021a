//! How often agents decided.

use crate::{Entry, Event, Projection};

/// How often the agents of a session decided. Where a language model decides each time is a call of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Decisions {
    /// All decisions, rejected ones included.
    pub count: u32,
    /// Whether the step under way has one that is followed. The session itself makes a second one of it where a window is
    /// given the subtask that it was opened for.
    is_decided: bool,
}

impl Projection for Decisions {
    fn apply(&mut self, entry: &Entry) {
        match &entry.event {
            Event::StepStarted { .. } => self.is_decided = false,
            Event::Rejected { .. } => self.count += 1,
            Event::HostDecided { .. } | Event::AppDecided { .. } if !self.is_decided => {
                self.is_decided = true;
                self.count += 1;
            }
            _ => {}
        }
    }
}
