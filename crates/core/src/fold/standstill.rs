//! Whether an agent goes round in circles: what it has done before in the very state its window is in.

use crate::{AgentName, Deed, Entry, Event, HostDecision, Projection, View, fingerprint};
use std::collections::BTreeMap;

/// What has been done in which state of which window since the subtask began.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standstill {
    agent: Option<AgentName>,
    here: Option<Here>,
    done: BTreeMap<(Here, String), u32>,
}

/// The state of a window as one agent saw it: its title, and what its controls come to.
type Here = (AgentName, String, u64);

impl Standstill {
    /// After how many times the same in the same state it is no progress.
    const TOO_OFTEN: u32 = 3;

    /// What the agent now deciding asked for too often in the state it sees, and how often. Other arguments are another
    /// action, and the slightest change of a control is another state.
    pub fn done_too_often(&self) -> impl Iterator<Item = (&str, u32)> {
        let is_here = |((here, _), times): &(&(Here, String), &u32)| {
            Some(here) == self.here.as_ref() && **times >= Standstill::TOO_OFTEN
        };
        self.done.iter().filter(is_here).map(|((_, call), times)| (call.as_str(), *times))
    }

    fn count(&mut self, deed: &Deed) {
        if let (Some(here), Deed::Act(action)) = (&self.here, deed) {
            *self.done.entry((here.clone(), action.call.to_string())).or_default() += 1;
        }
    }
}

impl Projection for Standstill {
    fn apply(&mut self, entry: &Entry) {
        match &entry.event {
            Event::RoundStarted { .. } | Event::HostDecided { decision: HostDecision::Assign(_), .. } => {
                *self = Standstill::default();
            }
            Event::StepStarted { agent, .. } => {
                self.agent = Some(agent.clone());
                self.here = None;
            }
            Event::Observed { view: View::App(view) } => {
                let state = (view.window.title.clone(), fingerprint(&view.controls));
                self.here = self.agent.clone().map(|agent| (agent, state.0, state.1));
            }
            Event::Acting { deed, .. } => self.count(deed),
            _ => {}
        }
    }
}
