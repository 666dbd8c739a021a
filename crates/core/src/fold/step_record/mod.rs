//! The steps of a session: the one place where a log becomes steps.

mod approval;
mod decision;
mod observation;
mod operation;
mod record;
mod reply;
#[cfg(test)]
mod tests;

pub use approval::{ApprovalState, CarriedDecision};
pub use decision::{DecisionEntry, DecisionSource, StepDecision};
pub use observation::StepObservation;
pub use operation::{OperationRun, StepOperation};
pub use record::{StepError, StepRecord};
pub use reply::StepReply;

use crate::{AgentName, Assignment, Entry, Event, HostDecision, Operation, Projection, Ruling, fold::Cost};
use reply::PromptedReplies;

/// The steps of a session.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StepRecords {
    /// The completed steps, to which no event can be added. A reader that follows a log as it grows may take them out.
    pub closed: Vec<StepRecord>,
    /// The last step: running, waiting for the user, or over with nothing after it yet.
    pub open: Option<StepRecord>,
    context: StepContext,
    /// The model calls outside of steps, which are those of evaluations.
    judging: PromptedReplies,
    /// What the user was asked about last, with the decision behind it.
    asked: Option<CarriedDecision>,
    /// What the user approved; the next step runs it.
    approved: Option<CarriedDecision>,
}

/// What a step takes over from the entries before it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct StepContext {
    round: u32,
    request: String,
    assignment: Option<Box<Assignment>>,
    round_cost: Cost,
    session_cost: Cost,
}

impl StepRecords {
    /// All steps, in order.
    pub fn into_steps(self) -> Vec<StepRecord> {
        self.closed.into_iter().chain(self.open).collect()
    }

    /// The replies of language models that evaluated: those outside of steps, and after the end of a round.
    pub fn judging(&self) -> &[StepReply] {
        &self.judging.replies
    }

    fn close(&mut self) {
        if let Some(step) = self.open.take() {
            self.closed.push(step);
        }
    }

    fn track(&mut self, event: &Event) {
        match event {
            Event::RoundStarted { round, request } => {
                let session_cost = std::mem::take(&mut self.context.session_cost);
                let request = request.clone();
                self.context = StepContext { round: *round, request, session_cost, ..StepContext::default() };
                (self.asked, self.approved) = (None, None);
            }
            Event::HostDecided { decision: HostDecision::Assign(it), .. } => {
                self.context.assignment = Some(it.clone());
            }
            Event::SubtaskEnded { .. } => self.context.assignment = None,
            // A resuming process observes again instead of running what the user approved earlier.
            Event::SessionResumed { .. } => self.approved = None,
            Event::Confirmed { consent, .. } if consent.is_yes() => {
                let waits = self.open.as_ref().is_some_and(|step| step.approval.is_waiting());
                self.approved = self.asked.take().filter(|_| waits);
            }
            _ => {}
        }
    }

    /// Keeps the decision behind a question to the user. A step that only asks again, because what was asked about has
    /// changed or the process is another one, is about the decision of the step that asked first.
    fn track_question(&mut self, event: &Event) {
        let Event::Ruled { operation, ruling: Ruling::Confirm(_), .. } = event else { return };
        let Some(step) = self.open.as_mut().filter(|_| !matches!(operation, Operation::Permit(_))) else {
            return;
        };
        if let Some(before) = self.asked.take().filter(|it| it.operation == *operation) {
            step.ask_again(before);
        }
        self.asked = Some(step.question_about(operation));
    }
}

impl StepContext {
    fn begin(&self, entry: &Entry, carried: Option<CarriedDecision>) -> Option<StepRecord> {
        let Event::StepStarted { step, agent } = &entry.event else { return None };
        let mut record = StepRecord::begin(entry, *step, agent);
        let assignment = self.assignment_of(agent);
        record.round = self.round;
        record.request.clone_from(&self.request);
        record.subtask = assignment.map(|it| it.subtask.clone());
        record.application = assignment.map_or(String::new(), |it| it.window.application.clone());
        record.round_cost = self.round_cost.clone();
        record.session_cost = self.session_cost.clone();
        if carried.is_some() {
            record.approval = ApprovalState::GivenBefore;
            record.carried = carried;
        }
        Some(record)
    }

    fn assignment_of(&self, agent: &AgentName) -> Option<&Assignment> {
        self.assignment.as_deref().filter(|it| it.agent == *agent)
    }
}

impl Projection for StepRecords {
    fn apply(&mut self, entry: &Entry) {
        self.track(&entry.event);
        self.context.round_cost.apply(entry);
        self.context.session_cost.apply(entry);
        if self.open.as_ref().is_none_or(StepRecord::is_judged) {
            self.judging.apply(entry);
        }
        match &entry.event {
            Event::StepStarted { .. } => {
                self.close();
                self.open = self.context.begin(entry, self.approved.take());
            }
            Event::RoundStarted { .. }
            | Event::Judging { .. }
            | Event::Judged { .. }
            | Event::SessionClosed => self.close(),
            _ => {
                self.track_question(&entry.event);
                if let Some(step) = &mut self.open {
                    step.apply(entry);
                }
            }
        }
    }
}
