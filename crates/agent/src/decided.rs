//! A model's reply, and what it means.

use deskpilot_core::{AppDecision, Complaint, Event, HostDecision, HostRemarks, Remarks};

/// What came of asking an agent's model.
pub(crate) enum Response {
    /// Its reply.
    Text(String),
    /// It gave no text that could be read, which it can mend.
    Complaint(Complaint),
    /// It cannot be had, and the round has ended.
    Unavailable,
}

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
