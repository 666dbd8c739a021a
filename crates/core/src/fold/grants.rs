//! What the user has said yes and no to, so that nobody is asked the same again.

use crate::{Consent, Entry, Event, Projection, Rule, Ruling, Say};

/// The user's word on operations and their equals.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Grants {
    /// What holds: yeses for the rest of the session, and noes until something else is done.
    pub rules: Vec<Rule>,
    /// The rule of the operation that waits.
    asked: Option<Rule>,
}

impl Grants {
    fn confirmed(&mut self, consent: &Consent) {
        // Whoever stops is asked again, by the same question.
        let Some(rule) = self.asked.clone().filter(|_| *consent != Consent::Stop) else { return };
        let (name, say, because) = match consent {
            Consent::Session => ("yes for this session", Say::Allow, ""),
            Consent::Always => ("yes, always", Say::Allow, ""),
            Consent::No(why) => ("no", Say::Refuse, why.as_str()),
            Consent::Once | Consent::Unanswered(_) | Consent::Stop => return,
        };
        self.rules.push(Rule { name: name.into(), say, because: because.into(), ..rule });
    }
}

impl Projection for Grants {
    fn apply(&mut self, entry: &Entry) {
        match &entry.event {
            Event::Ruled { ruling: Ruling::Confirm(_), grounds, .. } => {
                self.asked = grounds.as_ref().and_then(|it| it.rule.as_deref().cloned());
            }
            Event::Confirmed { consent } => self.confirmed(consent),
            // A no is about how things stand: whoever has mended something may ask again.
            Event::Acting { operation, .. } if operation.may_change() => {
                self.rules.retain(|it| it.say == Say::Allow);
            }
            Event::RoundStarted { .. } => self.rules.retain(|it| it.say == Say::Allow),
            _ => {}
        }
    }
}
