//! What is said against a decision that can be read and should not be followed.

use crate::{Speculation, processor::Processor, think::Decided};
use deskpilot_core::{
    Action, AppDecision, Complaint, Divergence, HostDecision, Operation, Verb, Who, Window,
};

impl Processor<'_> {
    /// What speaks against the decision; `None` when it is followed. What the agent may know better is said once only.
    pub(crate) fn objection(&self, decided: &Decided, attempt: u32) -> Option<Complaint> {
        match (decided, &self.who) {
            (Decided::Host(HostDecision::Finish, _), _) if attempt == 0 => self.unmended(),
            (Decided::Host(HostDecision::Assign(it), _), _) => self.closed(&it.window),
            (Decided::App(AppDecision::Act { actions, .. }, _), _) => {
                let elsewhere = actions.iter().find_map(|it| self.switches_to_closed(it));
                self.too_many(actions).or_else(|| self.barred(actions)).or(elsewhere)
            }
            (Decided::App(AppDecision::Finish, _), _) if attempt == 0 => self.without_note(),
            _ => None,
        }
    }

    /// Nobody works in a window that is off limits, or looks at it.
    fn closed(&self, window: &Window) -> Option<Complaint> {
        self.off_limits(window).map(Complaint::new)
    }

    /// Why nothing is done in a window; `None` where something may be.
    pub(crate) fn off_limits(&self, window: &Window) -> Option<String> {
        let rule = self.session.options.policy.closed_to(window)?;
        let why = if rule.because.is_empty() { String::new() } else { format!(": {}", rule.because) };
        // Its title is not told either.
        Some(format!("the window is off limits: the rule {:?} of the policy says so{why}", rule.name))
    }

    fn switches_to_closed(&self, action: &Action) -> Option<Complaint> {
        match &action.verb {
            Verb::Switch(window) => self.closed(window),
            _ => None,
        }
    }

    /// A request is not carried out as long as a part of it came to nothing.
    fn unmended(&self) -> Option<Complaint> {
        let failed = self.session.ledger.round.failed().last()?;
        Some(Complaint::new(format!(
            "{} came to nothing ({}) and was not done in another way: assign it again, ask the user, or set Status to \
             FAIL; if the request is carried out all the same, answer FINISH again and say so in Comment",
            failed.subtask.id,
            failed.failure().unwrap_or_default()
        )))
    }

    fn too_many(&self, actions: &[Action]) -> Option<Complaint> {
        let single = self.session.options.speculation == Speculation::Off && actions.len() > 1;
        single
            .then(|| Complaint::new("one action at a time: leave ActionList out and give the first one only"))
    }

    fn barred(&self, actions: &[Action]) -> Option<Complaint> {
        let first = Operation::Act(Box::new(actions.first()?.clone()));
        self.session.ledger.loop_guard.is_barred(&first).then(|| {
            Complaint::new(format!(
                "{first} was done again and again in this very state of the window and led back to it: choose another \
                 control, another function or the keyboard, or set Status to FAIL and say why"
            ))
        })
    }

    fn without_note(&self) -> Option<Complaint> {
        let missing = Divergence::Missing(self.missing()?);
        Some(Complaint::new(format!(
            "{missing}; if that cannot be done, answer FINISH again and say why in Comment"
        )))
    }

    /// What the subtask was to leave on the blackboard and did not. Names with a dot are files.
    pub(crate) fn missing(&self) -> Option<String> {
        let Who::App(it) = &self.who else { return None };
        let notes = &self.session.ledger.blackboard.notes;
        let is_missing = |name: &&String| !name.contains(['.', '/']) && !notes.contains_key(*name);
        it.subtask.produces.iter().find(is_missing).cloned()
    }
}

/// The name of the note that the action leaves.
pub(crate) fn noted_by(action: &Action) -> Option<&str> {
    match &action.verb {
        Verb::Read { note } | Verb::ReadClipboard { note } => note.as_deref(),
        Verb::Note { name, .. } => Some(name),
        _ => None,
    }
}
