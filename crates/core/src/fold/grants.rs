//! Remembers the user's approvals and refusals, so that nobody asks the same question again.

use crate::{Consent, Entry, Event, Grant, Grounds, Operation, Projection, Ruling};

/// The user's approvals and refusals that hold for further operations.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Grants {
    /// Those in force: approvals last for the session, refusals until something else is done.
    pub given: Vec<Grant>,
    /// The operation that waits for approval, with the grounds of its ruling.
    asked: Option<(Operation, Grounds)>,
}

impl Grants {
    fn confirmed(&mut self, consent: &Consent) {
        let asked = self.asked.as_ref();
        self.given.extend(asked.and_then(|(operation, grounds)| Grant::of(operation, grounds, consent)));
    }
}

impl Projection for Grants {
    fn apply(&mut self, entry: &Entry) {
        match &entry.event {
            Event::Ruled { operation, ruling: Ruling::Confirm(_), grounds, .. } => {
                self.asked = grounds.clone().map(|grounds| (operation.clone(), grounds));
            }
            Event::Confirmed { consent, .. } => self.confirmed(consent),
            // A refusal applies to the current situation: after a change, the agent may ask again.
            Event::Acting { operation, .. } if operation.may_change() => {
                self.given.retain(|it| it.consent.is_yes());
            }
            Event::RoundStarted { .. } => self.given.retain(|it| it.consent.is_yes()),
            // Nobody knows who gave the answers of a log of unknown origin.
            Event::SessionResumed { origin, .. } if !origin.is_own() => *self = Grants::default(),
            _ => {}
        }
    }
}
