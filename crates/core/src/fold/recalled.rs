//! Recalled knowledge, kept for the duration of its request or subtask.

use crate::{AgentName, Entry, Event, HostDecision, Passage, Projection, Who};

/// The passages for the current request and the current subtask.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recalled {
    request: Option<Vec<Passage>>,
    subtask: Option<Vec<Passage>>,
    is_host: bool,
}

impl Recalled {
    /// The passages for the request or the subtask; `None` if nobody has searched yet.
    pub fn of(&self, who: &Who) -> Option<&[Passage]> {
        match who {
            Who::Host => self.request.as_deref(),
            Who::App(_) => self.subtask.as_deref(),
        }
    }
}

impl Projection for Recalled {
    fn apply(&mut self, entry: &Entry) {
        match &entry.event {
            Event::RoundStarted { .. } => *self = Recalled::default(),
            Event::StepStarted { agent, .. } => self.is_host = *agent == AgentName::host(),
            Event::Recalled { passages } if self.is_host => self.request = Some(passages.clone()),
            Event::Recalled { passages } => self.subtask = Some(passages.clone()),
            Event::HostDecided { decision: HostDecision::Assign(_), .. } | Event::SubtaskEnded { .. } => {
                self.subtask = None;
            }
            _ => {}
        }
    }
}
