//! Remembers the user's approvals and refusals, so that nobody asks the same question again.

use crate::{Consent, Entry, Event, Projection, Rule, RuleEffect, Ruling};

/// The user's approvals and refusals, as policy rules.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Grants {
    /// The rules in force: approvals last for the session, refusals until something else is done.
    pub rules: Vec<Rule>,
    /// The rule for the operation that waits for approval.
    asked: Option<Rule>,
}

impl Grants {
    fn confirmed(&mut self, consent: &Consent) {
        // After a stop, the same question is asked again.
        let Some(rule) = self.asked.clone().filter(|_| *consent != Consent::Stop) else { return };
        let (name, say, because) = match consent {
            Consent::Session => ("yes for this session", RuleEffect::Allow, ""),
            Consent::Always => ("yes, always", RuleEffect::Allow, ""),
            Consent::No(why) => ("no", RuleEffect::Refuse, why.as_str()),
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
            Event::Confirmed { consent, .. } => self.confirmed(consent),
            // A refusal applies to the current situation: after a change, the agent may ask again.
            Event::Acting { operation, .. } if operation.may_change() => {
                self.rules.retain(|it| it.say == RuleEffect::Allow);
            }
            Event::RoundStarted { .. } => self.rules.retain(|it| it.say == RuleEffect::Allow),
            _ => {}
        }
    }
}
