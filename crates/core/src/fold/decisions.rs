//! How often agents decided.

use crate::{Entry, Event, Projection};

/// How often the agents of a session decided. Where a language model decides, each decision is a call of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Decisions {
    /// All decisions, rejected ones included.
    pub count: u32,
    /// Whether the step under way has no decision yet that is followed. What comes after that one is not its agent's: the
    /// session gives a window the subtask that it was opened for, and a judge's reply is rejected.
    is_deciding: bool,
}

impl Projection for Decisions {
    fn apply(&mut self, entry: &Entry) {
        match &entry.event {
            Event::StepStarted { .. } => self.is_deciding = true,
            Event::StepEnded { .. } => self.is_deciding = false,
            Event::Rejected { .. } if self.is_deciding => self.count += 1,
            Event::HostDecided { .. } | Event::AppDecided { .. } if self.is_deciding => {
                self.is_deciding = false;
                self.count += 1;
            }
            _ => {}
        }
    }
}
