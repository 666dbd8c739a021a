//! Counts the decisions of agents.

use crate::{DecisionSource, Entry, Event, HostRemarks, Projection};

/// The number of decisions in a session. With a language model as decider, each one is a model call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Decisions {
    /// All decisions, including rejected ones.
    pub count: u32,
    /// Whether the current step has no accepted decision yet. Later ones in the step are not its agent's: the
    /// session assigns the subtask of a launch to the window that opened, or rejects a judge's reply.
    /// What the session decides by the plan is no agent's decision either.
    is_deciding: bool,
}

impl Projection for Decisions {
    fn apply(&mut self, entry: &Entry) {
        match &entry.event {
            Event::StepStarted { .. } => self.is_deciding = true,
            Event::StepEnded { .. } => self.is_deciding = false,
            Event::Rejected { .. } if self.is_deciding => self.count += 1,
            Event::HostDecided { remarks: HostRemarks { source: DecisionSource::Plan, .. }, .. } => {}
            Event::HostDecided { .. } | Event::AppDecided { .. } if self.is_deciding => {
                self.is_deciding = false;
                self.count += 1;
            }
            _ => {}
        }
    }
}
