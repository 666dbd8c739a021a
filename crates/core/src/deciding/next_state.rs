//! How events change the state of a round.

use super::{
    ActiveAgent, AgentKind, AgentStatus, ApprovalRequest, Assignment, Consent, HostDecision, RoundState,
    SubtaskOutcome, Trigger, Verdict,
};
use crate::{Event, Ruling};

impl Trigger {
    /// The event's trigger; `None` for events that do not change a round's state.
    pub const fn of(event: &Event) -> Option<Trigger> {
        Some(match event {
            Event::HostDecided { decision: HostDecision::Assign(_), .. } => Trigger::Assigned,
            Event::Registered { .. } => Trigger::Registered,
            Event::StepStarted { .. } => Trigger::StepBegan,
            Event::Asked { .. } => Trigger::Asked,
            Event::Answered { .. } => Trigger::Answered,
            Event::Ruled { ruling: Ruling::Confirm(_), .. } => Trigger::NeedsYes,
            // A stop is no decision: the operation keeps waiting.
            Event::Confirmed { consent: Consent::Stop, .. } => return None,
            Event::Confirmed { .. } => Trigger::Decided,
            Event::SubtaskEnded { outcome: SubtaskOutcome::Finished, .. } => Trigger::SubtaskFinished,
            Event::SubtaskEnded { outcome: SubtaskOutcome::Failed(_), .. } => Trigger::SubtaskFailed,
            Event::SubtaskEnded {
                outcome: SubtaskOutcome::Errored(_) | SubtaskOutcome::WindowGone(_),
                ..
            } => Trigger::SubtaskErred,
            Event::RoundEnded { verdict: Verdict::Finished(_) } => Trigger::RoundFinished,
            Event::RoundEnded { verdict: Verdict::Failed(_) } => Trigger::RoundFailed,
            Event::RoundEnded { verdict: Verdict::Errored(_) } => Trigger::RoundErred,
            Event::SessionResumed { origin, .. } if !origin.is_own() => Trigger::Distrusted,
            _ => return None,
        })
    }
}

impl RoundState {
    /// The state after the event. Total and pure: [`TRANSITIONS`](crate::TRANSITIONS) decides the next state,
    /// and the event supplies its data. A round that is reopened takes the state that the event has. Other events leave the state
    /// unchanged.
    #[must_use]
    pub fn after(self, event: &Event) -> RoundState {
        if let Event::RoundReopened { state } = event {
            return RoundState::clone(state);
        }
        match Trigger::of(event).and_then(|trigger| self.agent_status().after(trigger)) {
            Some(next) => self.with_status(next, event),
            None => self,
        }
    }

    fn with_status(self, next: AgentStatus, event: &Event) -> RoundState {
        match (event, self.assignment().cloned().map(Box::new)) {
            (Event::RoundEnded { verdict }, _) => RoundState::Ended(verdict.clone()),
            (Event::HostDecided { decision: HostDecision::Assign(it), .. }, _) => {
                RoundState::Assigning(it.clone())
            }
            (Event::Registered { .. }, Some(it)) => RoundState::Assigned(it),
            (Event::Asked { questions }, it) => RoundState::Asking(active_agent(it), questions.clone()),
            (Event::Ruled { operation, ruling: Ruling::Confirm(reason), grounds, picture }, it) => {
                let (operation, reason) = (operation.clone(), reason.clone());
                let (grounds, picture) = (grounds.clone(), picture.clone());
                let waiting = ApprovalRequest { operation, reason, grounds, picture };
                RoundState::Confirming(active_agent(it), Box::new(waiting))
            }
            (Event::SubtaskEnded { outcome, .. }, Some(it)) => RoundState::HandingBack(it, outcome.clone()),
            (_, it) => RoundState::Turn(if next.agent == AgentKind::AppAgent {
                active_agent(it)
            } else {
                ActiveAgent::Host
            }),
        }
    }
}

fn active_agent(assignment: Option<Box<Assignment>>) -> ActiveAgent {
    assignment.map_or(ActiveAgent::Host, ActiveAgent::App)
}
