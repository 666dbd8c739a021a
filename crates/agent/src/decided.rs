//! What an agent decided, as it is written down.

use deskpilot_core::{AppDecision, Event, HostDecision, HostRemarks, Remarks};

/// What an agent decided, and what it remarked on it.
pub(crate) enum Decided {
    /// The HostAgent's.
    Host(HostDecision, HostRemarks),
    /// An AppAgent's.
    App(AppDecision, Remarks),
}

impl Decided {
    /// The decision, as it is written down.
    pub(crate) fn event(&self) -> Event {
        match self {
            Decided::Host(decision, remarks) => {
                Event::HostDecided { decision: decision.clone(), remarks: remarks.clone() }
            }
            Decided::App(decision, remarks) => {
                Event::AppDecided { decision: decision.clone(), remarks: remarks.clone() }
            }
        }
    }
}
