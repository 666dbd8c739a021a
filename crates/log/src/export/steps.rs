//! Folds events into steps.

use super::step::{Consent, Decided, Step};
use deskpilot_core::{
    AgentName, AppDecision, Assignment, Entry, Event, HostDecision, Operation, Pictures, Projection,
    StepNumber, Then, fold::Cost,
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
    agreed: Option<(Decided, Operation)>,
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
            decided: Decided::Nothing,
            done: Vec::new(),
            consent: Consent::NotNeeded,
            is_asked: false,
            trouble: None,
            cost: Cost::default(),
            round_cost: self.round_cost.clone(),
            session_cost: self.session_cost.clone(),
            timings: Vec::new(),
            verdict: None,
            settled: false,
        };
        if let Some((decided, operation)) = self.agreed.take() {
            step.decided = only(decided, &operation);
            step.consent = Consent::GivenBefore;
        }
        self.open = Some(step);
    }

    fn follow(&mut self, event: &Event) {
        match event {
            Event::RoundStarted { round, request } => {
                self.round = *round;
                self.request.clone_from(request);
                self.assignment = None;
                self.agreed = None;
                self.round_cost = Cost::default();
            }
            Event::HostDecided { decision: HostDecision::Assign(it), .. } => {
                self.assignment = Some(it.clone());
            }
            Event::SubtaskEnded { .. } => self.assignment = None,
            // A resuming process observes again instead of running what the user approved earlier.
            Event::SessionResumed { .. } => self.agreed = None,
            Event::Confirmed { consent, .. } if consent.is_yes() => {
                self.agreed = self.open.as_ref().and_then(|step| match &step.consent {
                    Consent::Waiting(operation) => Some((step.decided.clone(), (**operation).clone())),
                    _ => None,
                });
            }
            _ => {}
        }
    }
}

impl Projection for StepLog {
    fn apply(&mut self, entry: &Entry) {
        self.follow(&entry.event);
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
fn only(decided: Decided, operation: &Operation) -> Decided {
    match (decided, operation) {
        (Decided::App(AppDecision::Act { caution, .. }, remarks), Operation::Act(action)) => {
            // Whatever was to follow, the agent observes again first.
            let actions = vec![(**action).clone()];
            Decided::App(AppDecision::Act { actions, caution, then: Then::Continue }, remarks)
        }
        (decided, _) => decided,
    }
}
