//! Delegates a subtask to an external agent, rules on what that agent asks for, and notes what it returns.

use crate::{
    AgentError, User,
    consent::{permit, record_unanswered},
    journal::Journal,
    policy_gate::{OperationContext, PolicyGate, PolicyRuling},
    world::World,
};
use deskpilot_core::{
    Caution, Delegation, Effect, Event, Operation, Outcome, Product, Refusal, Remedy, RoundState, Ruling,
    Subtask,
};
use deskpilot_external_agents::{
    ExternalAgent, ExternalError, PendingPermission, PermissionChannel, SubtaskResult,
};
use serde_json::Value;
use std::{pin::pin, sync::Arc};

/// The external agents of a session, and what rules on and answers their requests.
pub(crate) struct DelegatedWork<'w> {
    pub(crate) world: &'w World,
    pub(crate) journal: &'w mut Journal,
    pub(crate) gate: &'w PolicyGate,
    pub(crate) user: &'w mut dyn User,
    pub(crate) agents: &'w [Arc<dyn ExternalAgent>],
}

impl DelegatedWork<'_> {
    /// Has an external agent carry out the subtask. The policy rules on its requests as on any operation.
    pub(crate) async fn carry_out(mut self, given: &Delegation) -> Result<Outcome, AgentError> {
        let Some(agent) = self.agents.iter().find(|it| it.profile().name == given.agent).cloned() else {
            return Ok(Effect::Refused(Refusal::NoSuchAgent(given.agent.clone())).into());
        };
        let (asks, mut heard) = PermissionChannel::open();
        let words = given.prompt();
        let mut work = pin!(agent.carry_out(&words, &asks));
        let handed_back = loop {
            let next = async {
                tokio::select! {
                    // First the end of the work: nobody waits for a permission after it.
                    biased;
                    handed_back = &mut work => Err(handed_back),
                    Some(pending) = heard.recv() => Ok(pending),
                }
            };
            let pending = match self.world.wait_for(next).await? {
                Ok(pending) => pending,
                Err(handed_back) => break handed_back,
            };
            if !pending.is_waiting() {
                continue;
            }
            // The agent goes on while a person thinks, and may end before they answer.
            tokio::select! {
                biased;
                heard = self.petitioned(pending) => heard?,
                handed_back = &mut work => break handed_back,
            }
        };
        if let RoundState::Confirming(..) = self.journal.ledger().round.state {
            record_unanswered(self.journal)?;
        }
        Ok(outcome(handed_back))
    }

    async fn petitioned(&mut self, pending: PendingPermission) -> Result<(), AgentError> {
        let operation = Operation::Permit(Box::new(pending.permit.clone()));
        let PolicyRuling { ruling, grounds } =
            self.gate.judge(&operation, &Caution::Usual, &OperationContext::default(), self.journal);
        let (recorded, judged) = (ruling.clone(), grounds.places.clone());
        self.journal.record(Event::Ruled {
            operation: operation.clone(),
            ruling: recorded,
            grounds: Some(grounds),
            picture: None,
        })?;
        let is_granted = match ruling {
            Ruling::Allow => true,
            Ruling::Refuse(_) => false,
            Ruling::Confirm(_) => match self.journal.ledger().round.state.clone() {
                RoundState::Confirming(who, waiting) => {
                    permit(&who, &waiting, self.user, self.world, self.journal).await?
                }
                _ => false,
            },
        };
        // The agent itself follows the links in the paths that it names.
        if is_granted && self.gate.with_judged_paths(&operation, None, &judged).is_ok() {
            pending.grant();
        }
        Ok(())
    }
}

/// The outcome of the delegation. Only the agent itself saw what it did, so its effect is never confirmed; its words are the
/// output.
fn outcome(result: Result<SubtaskResult, ExternalError>) -> Outcome {
    let (effect, output) = match result {
        Ok(SubtaskResult::Done(text)) => (Effect::unverified("only that agent says that it is done"), text),
        Ok(SubtaskResult::Failed(why)) => (Effect::Partial("the agent says that it failed".into()), why),
        Err(error) if error.remedy() == Remedy::AskUser => {
            (Effect::Refused(Refusal::AgentNotStarted), error.to_string())
        }
        Err(error) => (Effect::Partial("the agent started and did not finish".into()), error.to_string()),
    };
    Outcome { effect, output: Some(output), settled: None }
}

/// The notes that a subtask must produce, with their texts in the agent's answer. If the answer is a JSON object, each note is
/// the value under its name; otherwise a single note is the whole text.
pub(crate) fn notes_in(subtask: &Subtask, text: &str) -> Vec<(String, String)> {
    let notes: Vec<&str> = subtask.produces.iter().filter_map(Product::note).collect();
    // A text that is no JSON becomes null, which has no parts.
    let parts: Value = serde_json::from_str(text).unwrap_or_default();
    let part = |name: &&str| match parts.get(*name)? {
        Value::String(text) => Some(((*name).to_owned(), text.clone())),
        other => Some(((*name).to_owned(), other.to_string())),
    };
    let found: Vec<(String, String)> = notes.iter().filter_map(part).collect();
    match notes.as_slice() {
        [only] if found.is_empty() => vec![((*only).to_owned(), text.to_owned())],
        _ => found,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_handed_back_is_noted_under_the_names_that_were_promised() {
        for (produces, text, expected) in [
            (&["total"][..], "42", &[("total", "42")][..]),
            (&["total"], r#"{"total": 42, "more": 1}"#, &[("total", "42")]),
            (&["total", "city"], r#"{"total": "42", "city": "Rome"}"#, &[("total", "42"), ("city", "Rome")]),
            (&["total", "city"], "42 and Rome", &[]),
            (&["letter.txt"], "it is written", &[]),
            (&["letter.txt", "total"], "42", &[("total", "42")]),
            (&[], "42", &[]),
        ] {
            let produces = produces.iter().map(|it| Product::from(*it)).collect();
            let subtask = Subtask { produces, ..Subtask::default() };
            let noted = notes_in(&subtask, text);
            let noted: Vec<(&str, &str)> =
                noted.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
            assert_eq!(noted, expected, "{text}");
        }
    }
}
