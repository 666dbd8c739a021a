//! Folds events into steps.

use super::step::{ApprovalState, Step, StepDecision};
use deskpilot_core::{
    AgentName, AppDecision, Assignment, Entry, Event, HostDecision, NextStatus, Operation, Pictures,
    Projection, StepNumber, fold::Cost,
};

/// The steps of a session.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StepLog {
    /// The completed steps, to which no event can be added.
    pub closed: Vec<Step>,
    /// The last step: running, waiting for the user, or over with nothing after it yet.
    pub open: Option<Step>,
    round: u32,
    request: String,
    assignment: Option<Box<Assignment>>,
    /// A step that the user approved; the next step runs its decision.
    approved: Option<(StepDecision, Operation)>,
    round_cost: Cost,
    session_cost: Cost,
}

impl StepLog {
    fn close(&mut self) {
        if let Some(step) = self.open.take() {
            self.closed.push(step);
        }
    }

    fn begin(&mut self, number: StepNumber, agent: &AgentName) {
        let assignment = self.assignment.as_deref().filter(|it| it.agent == *agent);
        let mut step = Step {
            number,
            agent: agent.clone(),
            round: self.round,
            request: self.request.clone(),
            subtask: assignment.map(|it| it.subtask.clone()),
            application: assignment.map_or(String::new(), |it| it.window.application.clone()),
            pictures: Pictures::default(),
            selected: None,
            decision: StepDecision::Nothing,
            operations: Vec::new(),
            approval: ApprovalState::NotNeeded,
            has_open_permission_request: false,
            error: None,
            cost: Cost::default(),
            round_cost: self.round_cost.clone(),
            session_cost: self.session_cost.clone(),
            timings: Vec::new(),
            verdict: None,
            settled: false,
        };
        if let Some((decision, operation)) = self.approved.take() {
            step.decision = reduced_to(decision, &operation);
            step.approval = ApprovalState::GivenBefore;
        }
        self.open = Some(step);
    }

    fn track(&mut self, event: &Event) {
        match event {
            Event::RoundStarted { round, request } => {
                self.round = *round;
                self.request.clone_from(request);
                self.assignment = None;
                self.approved = None;
                self.round_cost = Cost::default();
            }
            Event::HostDecided { decision: HostDecision::Assign(it), .. } => {
                self.assignment = Some(it.clone());
            }
            Event::SubtaskEnded { .. } => self.assignment = None,
            // A resuming process observes again instead of running what the user approved earlier.
            Event::SessionResumed { .. } => self.approved = None,
            Event::Confirmed { consent, .. } if consent.is_yes() => {
                self.approved = self.open.as_ref().and_then(|step| match &step.approval {
                    ApprovalState::Waiting(operation) => Some((step.decision.clone(), (**operation).clone())),
                    _ => None,
                });
            }
            _ => {}
        }
    }
}

impl Projection for StepLog {
    fn apply(&mut self, entry: &Entry) {
        self.track(&entry.event);
        self.round_cost.apply(entry);
        self.session_cost.apply(entry);
        match &entry.event {
            Event::StepStarted { step, agent } => {
                self.close();
                self.begin(*step, agent);
            }
            Event::RoundStarted { .. }
            | Event::Judging { .. }
            | Event::Judged { .. }
            | Event::SessionClosed => self.close(),
            _ => {
                if let Some(step) = &mut self.open {
                    step.apply(entry);
                }
            }
        }
    }
}

/// The decision reduced to this operation.
fn reduced_to(decision: StepDecision, operation: &Operation) -> StepDecision {
    match (decision, operation) {
        (StepDecision::App(AppDecision::Act { caution, .. }, remarks), Operation::Act(action)) => {
            // The agent observes again before anything else.
            let actions = vec![(**action).clone()];
            StepDecision::App(AppDecision::Act { actions, caution, then: NextStatus::Continue }, remarks)
        }
        (decision, _) => decision,
    }
}
