//! A decision of either agent, and its event.

use deskpilot_core::{AppDecision, Event, HostDecision, HostRemarks, Remarks};

/// What an agent decided, with its remarks.
pub(crate) enum AgentDecision {
    /// The HostAgent's.
    Host(HostDecision, HostRemarks),
    /// An AppAgent's.
    App(AppDecision, Remarks),
}

impl AgentDecision {
    /// The event that records the decision.
    pub(crate) fn event(&self) -> Event {
        match self {
            AgentDecision::Host(decision, remarks) => {
                Event::HostDecided { decision: decision.clone(), remarks: remarks.clone() }
            }
            AgentDecision::App(decision, remarks) => {
                Event::AppDecided { decision: decision.clone(), remarks: remarks.clone() }
            }
        }
    }
}
