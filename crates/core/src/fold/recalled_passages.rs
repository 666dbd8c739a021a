//! Recalled knowledge, kept for the duration of its request or subtask.

use crate::{ActiveAgent, AgentName, Entry, Event, HostDecision, Passage, Projection};

/// The passages for the current request and the current subtask.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RecalledPassages {
    request: Option<Vec<Passage>>,
    subtask: Option<Vec<Passage>>,
    is_host: bool,
}

impl RecalledPassages {
    /// The passages for the request or the subtask; `None` if nobody has searched yet.
    pub fn of(&self, who: &ActiveAgent) -> Option<&[Passage]> {
        match who {
            ActiveAgent::Host => self.request.as_deref(),
            ActiveAgent::App(_) => self.subtask.as_deref(),
        }
    }
}

impl Projection for RecalledPassages {
    fn apply(&mut self, entry: &Entry) {
        match &entry.event {
            Event::RoundStarted { .. } => *self = RecalledPassages::default(),
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
