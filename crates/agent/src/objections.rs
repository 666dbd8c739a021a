//! Objections to a valid decision that the agent should reconsider.

use crate::{Guidance, Speculation, agent_decision::AgentDecision, policy_gate::PolicyGate};
use deskpilot_core::{
    Action, AppDecision, Complaint, HostDecision, NextStatus, Operation, Verb, Window, fold::Ledger,
};

/// The facts that a decision is checked against.
pub(crate) struct Objections<'a> {
    pub(crate) ledger: &'a Ledger,
    pub(crate) gate: &'a PolicyGate,
    pub(crate) speculation: Speculation,
    pub(crate) guidance: Guidance,
    /// What was promised and is missing, as sentences; only looked for where the agent finishes.
    pub(crate) missing: Vec<String>,
}

impl Objections<'_> {
    /// The objection to this decision; `None` when the session follows it. Objections to FINISH are raised only on the first
    /// attempt: the agent may know better.
    pub(crate) fn against(&self, decision: &AgentDecision, attempt: u32) -> Option<Complaint> {
        match decision {
            AgentDecision::Host(HostDecision::Finish, _) if attempt == 0 => {
                self.failed_subtask().or_else(|| self.missing_files())
            }
            AgentDecision::Host(HostDecision::Assign(it), _) => self.off_limits(&it.window),
            AgentDecision::App(AppDecision::Act { actions, then, .. }, _) => {
                let elsewhere = actions.iter().find_map(|it| self.switches_off_limits(it));
                // An agent that gives up repeats nothing after it.
                let repeated = || self.repeated(actions).filter(|_| *then != NextStatus::Fail);
                self.too_many(actions).or_else(repeated).or(elsewhere)
            }
            AgentDecision::App(AppDecision::Finish, _) if attempt == 0 => self.missing_products(),
            _ => None,
        }
    }

    /// Agents neither look at nor work in a window that the policy closes.
    fn off_limits(&self, window: &Window) -> Option<Complaint> {
        self.gate.off_limits(window).map(Complaint::new)
    }

    fn switches_off_limits(&self, action: &Action) -> Option<Complaint> {
        match &action.verb {
            Verb::Switch(window) => self.off_limits(window),
            _ => None,
        }
    }

    /// A request is not finished while one of its subtasks has failed and was not replaced.
    fn failed_subtask(&self) -> Option<Complaint> {
        let failed = self.ledger.round.failed().last()?;
        Some(Complaint::new(format!(
            "{} failed ({}) and nothing replaced it: assign it again, ask the user, or set Status to FAIL; if the \
             request is done nevertheless, answer FINISH again and say so in Comment",
            failed.subtask.id,
            failed.failure().unwrap_or_default()
        )))
    }

    fn too_many(&self, actions: &[Action]) -> Option<Complaint> {
        let single = self.speculation == Speculation::Off && actions.len() > 1;
        single
            .then(|| Complaint::new("one action at a time: leave ActionList out and give the first one only"))
    }

    fn repeated(&self, actions: &[Action]) -> Option<Complaint> {
        let first = Operation::Act(Box::new(actions.first()?.clone()));
        let is_barred = self.guidance == Guidance::On && self.ledger.loop_guard.is_barred(&first);
        is_barred.then(|| {
            Complaint::new(format!(
                "{first} was repeated in this state of the window and led back to it: choose another control, another \
                 function or the keyboard, or set Status to FAIL and say why"
            ))
        })
    }

    /// A subtask is not finished while it has not left what it must leave.
    fn missing_products(&self) -> Option<Complaint> {
        self.missing("if that cannot be done, answer FINISH again and say why in Comment")
    }

    /// Nor is a request without the files that its subtasks had to leave.
    fn missing_files(&self) -> Option<Complaint> {
        self.missing(
            "assign what is left to do, ask the user, or set Status to FAIL; if the request is done nevertheless, answer FINISH \
             again and say so in Comment",
        )
    }

    fn missing(&self, what_to_do: &str) -> Option<Complaint> {
        let missing = self.missing.join("; ");
        (!missing.is_empty()).then(|| Complaint::new(format!("{missing}; {what_to_do}")))
    }
}
