//! A subtask in the hands of an agent that is not ours: it is given over, what that agent asks for is judged, and what it hands
//! back is noted.

use crate::{
    AgentError, User,
    journal::Journal,
    policy_gate::{Around, Judged, PolicyGate, nobody_waits},
    world::World,
};
use deskpilot_core::{
    Caution, Delegation, Effect, Event, Operation, Outcome, Refusal, Remedy, RoundState, Ruling, Subtask,
};
use deskpilot_external_agents::{Asks, ExternalAgent, ExternalError, Handback, Petition};
use serde_json::Value;
use std::{pin::pin, sync::Arc};

/// Who works for a session that is not ours, and what judges and answers what they ask for.
pub(crate) struct DelegatedWork<'w> {
    pub(crate) world: &'w World,
    pub(crate) journal: &'w mut Journal,
    pub(crate) gate: &'w PolicyGate,
    pub(crate) user: &'w mut dyn User,
    pub(crate) agents: &'w [Arc<dyn ExternalAgent>],
}

impl DelegatedWork<'_> {
    /// Has another agent carry the subtask out. What that agent asks for first is judged like any operation.
    pub(crate) async fn carry_out(mut self, given: &Delegation) -> Result<Outcome, AgentError> {
        let Some(agent) = self.agents.iter().find(|it| it.profile().name == given.agent).cloned() else {
            return Ok(Effect::Refused(Refusal::NoSuchAgent(given.agent.clone())).into());
        };
        let (asks, mut heard) = Asks::open();
        let words = given.prompt();
        let mut work = pin!(agent.carry_out(&words, &asks));
        let handed_back = loop {
            let next = async {
                tokio::select! {
                    biased;
                    handed_back = &mut work => Err(handed_back),
                    Some(petition) = heard.recv() => Ok(petition),
                }
            };
            let petition = match self.world.wait_for(next).await? {
                Ok(petition) => petition,
                Err(handed_back) => break handed_back,
            };
            if !petition.is_waiting() {
                continue;
            }
            // It goes on while a person thinks, and may be done, or gone, before they answer.
            tokio::select! {
                biased;
                heard = self.petitioned(petition) => heard?,
                handed_back = &mut work => break handed_back,
            }
        };
        if let RoundState::Confirming(..) = self.journal.ledger().round.state {
            nobody_waits(self.journal)?;
        }
        Ok(outcome(handed_back))
    }

    async fn petitioned(&mut self, petition: Petition) -> Result<(), AgentError> {
        let operation = Operation::Permit(Box::new(petition.permit.clone()));
        let Judged { ruling, grounds } =
            self.gate.judge(&operation, &Caution::Usual, &Around::default(), self.journal);
        let said = ruling.clone();
        self.journal.record(Event::Ruled {
            operation,
            ruling: said,
            grounds: Some(grounds),
            picture: None,
        })?;
        let is_granted = match ruling {
            Ruling::Allow => true,
            Ruling::Refuse(_) => false,
            Ruling::Confirm(_) => match self.journal.ledger().round.state.clone() {
                RoundState::Confirming(who, waiting) => {
                    self.gate.permit(&who, &waiting, self.user, (self.world, self.journal)).await?
                }
                _ => false,
            },
        };
        if is_granted {
            petition.grant();
        }
        Ok(())
    }
}

/// What can truly be said: nobody but the agent itself saw what it did. Its own words are no part of the effect.
fn outcome(result: Result<Handback, ExternalError>) -> Outcome {
    let (effect, output) = match result {
        Ok(Handback::Done(text)) => {
            (Effect::Unverified("that it is done is that agent's own word".into()), text)
        }
        Ok(Handback::Failed(why)) => (Effect::Partial("it says that it did not get it done".into()), why),
        Err(error) if error.remedy() == Remedy::AskUser => {
            (Effect::Refused(Refusal::AgentNotStarted), error.to_string())
        }
        Err(error) => (Effect::Partial("it was at it, and did not come to an end".into()), error.to_string()),
    };
    Outcome { effect, output: Some(output), settled: None }
}

/// The notes among what a subtask was to leave behind, with their texts in what was handed back: the whole text where there is one note, and where there are
/// several the parts of an object that have their names.
pub(crate) fn noted_parts(subtask: &Subtask, text: &str) -> Vec<(String, String)> {
    let is_note = |it: &&String| !it.contains(['.', '/']);
    let notes: Vec<&String> = subtask.produces.iter().filter(is_note).collect();
    let parts: Value = serde_json::from_str(text).unwrap_or_default();
    let part = |name: &&String| match parts.get(name.as_str())? {
        Value::String(text) => Some(((*name).clone(), text.clone())),
        other => Some(((*name).clone(), other.to_string())),
    };
    let found: Vec<(String, String)> = notes.iter().filter_map(part).collect();
    match notes.as_slice() {
        [only] if found.is_empty() => vec![((*only).clone(), text.to_owned())],
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
            let produces = produces.iter().map(|it| (*it).to_owned()).collect();
            let subtask = Subtask { produces, ..Subtask::default() };
            let noted = noted_parts(&subtask, text);
            let noted: Vec<(&str, &str)> =
                noted.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
            assert_eq!(noted, expected, "{text}");
        }
    }
}
