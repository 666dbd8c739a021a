//! One step, folded from its events, independent of any export format.

use deskpilot_core::{
    Action, AgentName, AppDecision, BlobRef, Divergence, Effect, Entry, Event, HostDecision, HostRemarks,
    Operation, Outcome, Pictures, Projection, Refusal, Remarks, Remedy, Ruling, StepNumber, Subtask, Timing,
    Verdict, View, fold::Cost,
};

/// One step, folded from its events.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Its number.
    pub number: StepNumber,
    /// Its agent.
    pub agent: AgentName,
    /// Its round.
    pub round: u32,
    /// The user's request in that round.
    pub request: String,
    /// The subtask it belongs to or assigned.
    pub subtask: Option<Subtask>,
    /// Its application; empty if none.
    pub application: String,
    /// The observation's pictures.
    pub pictures: Pictures,
    /// The last picture with a target control outlined.
    pub selected: Option<BlobRef>,
    /// The decision.
    pub decision: StepDecision,
    /// The operations, including refused ones.
    pub operations: Vec<StepOperation>,
    /// The state of the user's approval, if the operation needs one.
    pub approval: ApprovalState,
    /// Whether an external agent's request waits for the user's approval.
    pub has_open_permission_request: bool,
    /// The error that was not fixed within the step.
    pub error: Option<StepError>,
    /// The cost of its model calls.
    pub cost: Cost,
    /// The round's cost so far.
    pub round_cost: Cost,
    /// The session's cost so far.
    pub session_cost: Cost,
    /// The durations of its stages.
    pub timings: Vec<Timing>,
    /// How the round ended, if it ended with this step.
    pub verdict: Option<Verdict>,
    /// Whether it waits for the user or is over, so that it can be shown.
    pub settled: bool,
}

/// An agent's decision in a step.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum StepDecision {
    /// No decision: its replies were invalid, or an error came first.
    #[default]
    Nothing,
    /// The HostAgent decided.
    Host(HostDecision, HostRemarks),
    /// An AppAgent decided.
    App(AppDecision, Remarks),
}

/// An operation and its outcome.
#[derive(Clone, Debug, PartialEq)]
pub struct StepOperation {
    /// The operation.
    pub operation: Operation,
    /// The outcome.
    pub outcome: Outcome,
}

/// The state of the user's approval, if the operation needs one.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum ApprovalState {
    /// No approval is needed.
    #[default]
    NotNeeded,
    /// This operation waits for approval.
    Waiting(Box<Operation>),
    /// The user approved; the next step runs the operation.
    Given,
    /// The user approved in the previous step; this step runs the operation.
    GivenBefore,
    /// The user refused.
    Withheld,
}

/// An error in a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepError {
    /// The agent was told, and could choose something else.
    Recoverable(String),
    /// The error ended the step.
    Fatal(String),
}

impl StepError {
    /// The message.
    pub fn message(&self) -> &str {
        match self {
            StepError::Recoverable(message) | StepError::Fatal(message) => message,
        }
    }
}

impl Step {
    /// The remarks that both kinds of agent make.
    pub fn remarks(&self) -> Option<&Remarks> {
        match &self.decision {
            StepDecision::Nothing => None,
            StepDecision::Host(_, remarks) => Some(&remarks.common),
            StepDecision::App(_, remarks) => Some(remarks),
        }
    }

    /// The actions that an AppAgent decided on.
    pub fn actions(&self) -> &[Action] {
        match &self.decision {
            StepDecision::App(AppDecision::Act { actions, .. }, _) => actions,
            _ => &[],
        }
    }

    pub(super) fn apply(&mut self, entry: &Entry) {
        for cost in [&mut self.cost, &mut self.round_cost, &mut self.session_cost] {
            cost.apply(entry);
        }
        match &entry.event {
            Event::Observed { view } => self.observed(view),
            Event::Rejected { complaint } => self.error = Some(StepError::Recoverable(complaint.to_string())),
            Event::Faulted { message, remedy, .. } => self.faulted(message, *remedy),
            Event::HostDecided { decision, remarks } => self.host_decided(decision, remarks),
            Event::AppDecided { decision, remarks } => {
                self.set_decision(StepDecision::App(decision.clone(), remarks.clone()));
            }
            // A permission that an external agent requests during its subtask ends no step and does not affect
            // the subtask.
            Event::Ruled { operation: Operation::Permit(_), ruling, .. } => {
                self.has_open_permission_request = matches!(ruling, Ruling::Confirm(_));
            }
            Event::Confirmed { .. } if self.has_open_permission_request => {
                self.has_open_permission_request = false;
            }
            Event::Ruled { operation, ruling, .. } => self.ruled(operation, ruling),
            Event::Confirmed { consent, .. } => {
                self.approval = if consent.is_yes() { ApprovalState::Given } else { ApprovalState::Withheld };
            }
            Event::Held { operations, divergence } => self.held(operations, divergence),
            Event::Acting { operation, selected, .. } => self.began(operation, selected.as_ref()),
            Event::Acted { outcome, .. } => self.ended(outcome),
            Event::Asked { .. } => self.settled = true,
            Event::RoundEnded { verdict } => self.round_ended(verdict),
            Event::Stopped => self.settle("the user stopped the session"),
            Event::SessionResumed { .. } => self.settle("the session ended during the step"),
            Event::StepEnded { timings } => {
                self.timings.clone_from(timings);
                self.settle("the step ended without a decision");
            }
            _ => {}
        }
    }

    fn observed(&mut self, view: &View) {
        self.pictures = view.pictures().clone();
        if let View::App(view) = view {
            self.application.clone_from(&view.window.application);
        }
    }

    fn set_decision(&mut self, decision: StepDecision) {
        self.decision = decision;
        // A decision means that earlier errors in the step were fixed.
        self.error = None;
    }

    fn host_decided(&mut self, decision: &HostDecision, remarks: &HostRemarks) {
        self.set_decision(StepDecision::Host(decision.clone(), remarks.clone()));
        match decision {
            HostDecision::Assign(it) => {
                self.application.clone_from(&it.window.application);
                self.subtask = Some(it.subtask.clone());
            }
            HostDecision::Delegate(it, _) => {
                self.application = it.application.clone().unwrap_or_default();
                self.subtask = Some(it.subtask.clone());
            }
            HostDecision::Launch(launch, _) | HostDecision::LaunchFor(launch, ..) => {
                self.application.clone_from(&launch.application);
            }
            HostDecision::LaunchAll(launches, ..) => {
                let named = launches.first().map(|it| it.application.clone());
                self.application = named.unwrap_or_default();
            }
            _ => {}
        }
    }

    fn faulted(&mut self, message: &str, remedy: Remedy) {
        self.error = Some(match remedy {
            Remedy::Retry | Remedy::TellAgent => StepError::Recoverable(message.into()),
            Remedy::AskUser | Remedy::GiveUp => StepError::Fatal(message.into()),
        });
    }

    fn ruled(&mut self, operation: &Operation, ruling: &Ruling) {
        match ruling {
            Ruling::Allow => {}
            Ruling::Confirm(_) => {
                self.approval = ApprovalState::Waiting(Box::new(operation.clone()));
                self.settled = true;
            }
            Ruling::Refuse(why) => {
                self.operations.push(StepOperation {
                    operation: operation.clone(),
                    outcome: Effect::Refused(Refusal::NotAllowed(why.clone())).into(),
                });
            }
        }
    }

    fn held(&mut self, operations: &[Operation], divergence: &Divergence) {
        let not_done = Effect::Refused(Refusal::NotDone(divergence.clone()));
        let done = |operation: &Operation| StepOperation {
            operation: operation.clone(),
            outcome: not_done.clone().into(),
        };
        self.operations.extend(operations.iter().map(done));
    }

    fn began(&mut self, operation: &Operation, selected: Option<&BlobRef>) {
        if let Some(picture) = selected {
            self.selected = Some(picture.clone());
        }
        self.operations
            .push(StepOperation { operation: operation.clone(), outcome: Effect::Interrupted.into() });
    }

    fn ended(&mut self, outcome: &Outcome) {
        if let Some(done) = self.operations.last_mut() {
            done.outcome = outcome.clone();
        }
    }

    fn round_ended(&mut self, verdict: &Verdict) {
        self.verdict = Some(verdict.clone());
        if let Verdict::Failed(reason) | Verdict::Errored(reason) = verdict {
            self.settle(reason);
        }
    }

    /// Settles the step. Without a decision, the step reports why.
    fn settle(&mut self, why: &str) {
        self.settled = true;
        if self.decision == StepDecision::Nothing {
            let last = self.error.take();
            self.error = Some(StepError::Fatal(last.map_or(why.to_owned(), |it| it.message().to_owned())));
        }
    }
}
