//! An operation that waits for a yes: the user is asked, and it is done only if things are still as the user saw them.

use crate::{
    AgentError, UserReply,
    consent::{ask_for_consent, record_unanswered},
    policy_gate::PolicyRuling,
    processor::Processor,
    session_parts::SessionParts,
};
use deskpilot_core::{ActiveAgent, ApprovalRequest, Consent, Divergence, Event, Operation, Ruling};

/// What asks for approval in a session.
pub(crate) struct Approval<'s> {
    pub(crate) parts: &'s mut SessionParts,
    /// The number of the first entry of this process. Earlier entries are of another one, under another policy perhaps.
    pub(crate) first_entry: u64,
}

impl Approval<'_> {
    /// Asks the user for a yes, records the answer and follows it. Returns the operation when nobody is there to answer.
    pub(crate) async fn confirm(
        &mut self,
        who: ActiveAgent,
        waiting: ApprovalRequest,
    ) -> Result<Option<ApprovalRequest>, AgentError> {
        if let Operation::Permit(_) = &waiting.operation {
            return record_unanswered(&mut self.parts.journal).map(|()| None);
        }
        if self.rule_again(&who, &waiting).await? {
            return Ok(None);
        }
        let SessionParts { user, world, journal, .. } = &mut *self.parts;
        let Some(reply) = ask_for_consent(&who, &waiting, user.as_mut(), world, journal).await? else {
            return Ok(Some(waiting));
        };
        let UserReply { content: consent, by } = reply;
        self.parts.record(Event::Confirmed { consent: consent.clone(), by })?;
        match (&consent, consent.refusal()) {
            (Consent::Stop, _) => self.parts.world.control().stop(),
            (_, Some(why)) => self.parts.record(Event::ruled(waiting.operation, Ruling::Refuse(why)))?,
            _ => self.do_approved(who, waiting).await?,
        }
        Ok(None)
    }

    /// Does the approved operation if nothing relevant has changed; otherwise asks the user again, or lets the agent look again.
    async fn do_approved(&mut self, who: ActiveAgent, waiting: ApprovalRequest) -> Result<(), AgentError> {
        let SessionParts { gate, world, journal, .. } = &mut *self.parts;
        let divergence = gate.changed_since_approval(&waiting.operation, world, journal).await?;
        if let Some(divergence @ Divergence::WindowGone(_)) = divergence {
            return self.parts.record(Event::Held { operations: vec![waiting.operation], divergence });
        }
        // Around what is not done in a window there are only files, and their links are compared as it is done.
        if divergence.is_none() && !matches!(waiting.operation, Operation::Act(_)) {
            return Processor::new(self.parts, who).resume(waiting).await;
        }
        let renewed = gate.judge_again(&waiting, world, journal).await?;
        let change = match divergence {
            None if renewed.as_ref().is_some_and(|it| it.is_agreed_to(&waiting)) => {
                return Processor::new(self.parts, who).resume(waiting).await;
            }
            None => "it would do something else by now".to_owned(),
            Some(divergence) => divergence.to_string(),
        };
        self.renew(who, waiting, renewed, Some(change)).await
    }

    /// Rules again on an operation that an earlier process asked about, because the policy may be another one now. Returns
    /// whether its question is no longer open.
    async fn rule_again(&mut self, who: &ActiveAgent, waiting: &ApprovalRequest) -> Result<bool, AgentError> {
        let SessionParts { gate, world, journal, .. } = &mut *self.parts;
        if journal.ledger().questions.asked().0 >= self.first_entry {
            return Ok(false);
        }
        let renewed = gate.judge_again(waiting, world, journal).await?;
        let stands = match &renewed {
            Some(PolicyRuling { ruling: Ruling::Refuse(_), .. }) => false,
            Some(it) => waiting.grounds.as_ref() == Some(&it.grounds),
            // Nothing can be done in a window that is gone: the agent comes back to it, and the user is asked there, once.
            None => false,
        };
        if stands {
            return Ok(false);
        }
        let why = "it was asked before this process began, and is ruled on again".to_owned();
        self.parts.record(Event::Confirmed { consent: Consent::Unanswered(why), by: None })?;
        self.renew(who.clone(), waiting.clone(), renewed, None).await?;
        Ok(true)
    }

    /// Follows another ruling on a waiting operation: asks the user, unless the policy refuses it or its window is gone. `change`
    /// is what is different since the user was asked before, and goes before the policy's reason.
    async fn renew(
        &mut self,
        who: ActiveAgent,
        waiting: ApprovalRequest,
        renewed: Option<PolicyRuling>,
        change: Option<String>,
    ) -> Result<(), AgentError> {
        let ApprovalRequest { operation, reason, .. } = waiting;
        let Some(PolicyRuling { ruling, grounds }) = renewed else {
            let title = match &operation {
                Operation::Act(action) => action.window.title.clone(),
                _ => String::new(),
            };
            let divergence = Divergence::WindowGone(title);
            return self.parts.record(Event::Held { operations: vec![operation], divergence });
        };
        let change = change.map(|it| format!("{it}, since you were asked"));
        let reason = match (ruling, change) {
            (Ruling::Confirm(reason), Some(change)) => format!("{change}; {reason}"),
            (Ruling::Confirm(reason), None) => reason,
            // The policy has no reason of its own any more.
            (Ruling::Allow, change) => change.unwrap_or(reason),
            (ruling @ Ruling::Refuse(_), _) => {
                let grounds = Some(grounds);
                return self.parts.record(Event::Ruled { operation, ruling, grounds, picture: None });
            }
        };
        Processor::new(self.parts, who).ask_again(operation, reason, grounds).await
    }
}
