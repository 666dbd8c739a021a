//! What is said against a decision that can be read and should not be followed.

use crate::{Speculation, decided::Decided, policy_gate::PolicyGate, proof::missing_note};
use deskpilot_core::{
    Action, ActiveAgent, AppDecision, Complaint, Divergence, HostDecision, Operation, Verb, Window,
    fold::Ledger,
};

/// What a decision is held against.
pub(crate) struct Objections<'a> {
    pub(crate) who: &'a ActiveAgent,
    pub(crate) ledger: &'a Ledger,
    pub(crate) gate: &'a PolicyGate,
    pub(crate) speculation: Speculation,
}

impl Objections<'_> {
    /// What speaks against the decision; `None` when it is followed. What the agent may know better is said once only.
    pub(crate) fn to(&self, decided: &Decided, attempt: u32) -> Option<Complaint> {
        match decided {
            Decided::Host(HostDecision::Finish, _) if attempt == 0 => self.unmended(),
            Decided::Host(HostDecision::Assign(it), _) => self.closed(&it.window),
            Decided::App(AppDecision::Act { actions, .. }, _) => {
                let elsewhere = actions.iter().find_map(|it| self.switches_to_closed(it));
                self.too_many(actions).or_else(|| self.barred(actions)).or(elsewhere)
            }
            Decided::App(AppDecision::Finish, _) if attempt == 0 => self.without_note(),
            _ => None,
        }
    }

    /// Nobody works in a window that is off limits, or looks at it.
    fn closed(&self, window: &Window) -> Option<Complaint> {
        self.gate.off_limits(window).map(Complaint::new)
    }

    fn switches_to_closed(&self, action: &Action) -> Option<Complaint> {
        match &action.verb {
            Verb::Switch(window) => self.closed(window),
            _ => None,
        }
    }

    /// A request is not carried out as long as a part of it came to nothing.
    fn unmended(&self) -> Option<Complaint> {
        let failed = self.ledger.round.failed().last()?;
        Some(Complaint::new(format!(
            "{} came to nothing ({}) and was not done in another way: assign it again, ask the user, or set Status to \
             FAIL; if the request is carried out all the same, answer FINISH again and say so in Comment",
            failed.subtask.id,
            failed.failure().unwrap_or_default()
        )))
    }

    fn too_many(&self, actions: &[Action]) -> Option<Complaint> {
        let single = self.speculation == Speculation::Off && actions.len() > 1;
        single
            .then(|| Complaint::new("one action at a time: leave ActionList out and give the first one only"))
    }

    fn barred(&self, actions: &[Action]) -> Option<Complaint> {
        let first = Operation::Act(Box::new(actions.first()?.clone()));
        self.ledger.loop_guard.is_barred(&first).then(|| {
            Complaint::new(format!(
                "{first} was done again and again in this very state of the window and led back to it: choose another \
                 control, another function or the keyboard, or set Status to FAIL and say why"
            ))
        })
    }

    fn without_note(&self) -> Option<Complaint> {
        let missing = Divergence::Missing(missing_note(self.who, self.ledger)?);
        Some(Complaint::new(format!(
            "{missing}; if that cannot be done, answer FINISH again and say why in Comment"
        )))
    }
}
