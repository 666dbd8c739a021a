//! One step, folded from its events, independent of any use of it.

use super::{
    ApprovalState, CarriedDecision, DecisionEntry, DecisionSource, StepDecision, StepObservation,
    StepOperation, StepReply, approval::reduced_to, reply::PromptedReplies,
};
use crate::{
    Action, ActionId, AgentName, AppDecision, BlobRef, Divergence, Effect, Entry, Event, HostDecision,
    HostRemarks, Operation, Outcome, Pictures, Projection, Refusal, Remarks, Remedy, Ruling, StepNumber,
    Subtask, Timing, Verdict, View, fold::Cost,
};

/// One step of one agent: what it observed, decided and did, and how it ended.
#[derive(Clone, Debug, PartialEq)]
pub struct StepRecord {
    /// Its number.
    pub number: StepNumber,
    /// Its agent.
    pub agent: AgentName,
    /// The number of the entry with which it began.
    pub entry: u64,
    /// Its round.
    pub round: u32,
    /// The user's request in that round.
    pub request: String,
    /// The subtask it belongs to or assigned.
    pub subtask: Option<Subtask>,
    /// Its application; empty if none.
    pub application: String,
    /// What its agent observed, in order.
    pub observations: Vec<StepObservation>,
    /// The decisions, in order; usually one.
    pub decisions: Vec<DecisionEntry>,
    /// The decision of an earlier step that it carries out or asks the user about again.
    pub carried: Option<CarriedDecision>,
    /// The operations, including refused ones.
    pub operations: Vec<StepOperation>,
    /// The last picture with a target control outlined.
    pub selected: Option<BlobRef>,
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
    prompted: PromptedReplies,
    is_over: bool,
}

/// An error in a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepError {
    /// The agent got the reason, and could choose something else.
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

impl StepRecord {
    /// The decision that the step carries out: its last one, or the one of an earlier step.
    pub fn decision(&self) -> &StepDecision {
        let carried = self.carried.as_ref().map(|it| &it.decision);
        self.decisions.last().map(|it| &it.decision).or(carried).unwrap_or(&StepDecision::Nothing)
    }

    /// The replies of language models, in order.
    pub fn replies(&self) -> &[StepReply] {
        &self.prompted.replies
    }

    /// Whether the round is over, so that language models that are asked now evaluate it.
    pub(super) const fn is_judged(&self) -> bool {
        self.verdict.is_some()
    }

    /// The remarks of its decision.
    pub fn remarks(&self) -> Option<&Remarks> {
        self.decision().remarks()
    }

    /// The actions that an AppAgent decided on.
    pub fn actions(&self) -> &[Action] {
        match self.decision() {
            StepDecision::App(AppDecision::Act { actions, .. }, _) => actions,
            _ => &[],
        }
    }

    /// The pictures of its last observation.
    pub fn pictures(&self) -> Option<&Pictures> {
        self.observations.last().map(|it| it.view.pictures())
    }

    /// The operation with this number, if it began in this step.
    pub fn operation(&self, id: ActionId) -> Option<&StepOperation> {
        self.operations.iter().rfind(|it| it.run.as_ref().is_some_and(|run| run.id == id))
    }

    /// The last observation before this entry.
    pub fn observation_before(&self, entry: u64) -> Option<&StepObservation> {
        self.observations.iter().rfind(|it| it.entry < entry)
    }

    /// A step that begins with this entry.
    pub(super) fn begin(entry: &Entry, number: StepNumber, agent: &AgentName) -> StepRecord {
        StepRecord {
            number,
            agent: agent.clone(),
            entry: entry.seq,
            round: 0,
            request: String::new(),
            subtask: None,
            application: String::new(),
            observations: Vec::new(),
            decisions: Vec::new(),
            carried: None,
            operations: Vec::new(),
            selected: None,
            approval: ApprovalState::NotNeeded,
            has_open_permission_request: false,
            error: None,
            cost: Cost::default(),
            round_cost: Cost::default(),
            session_cost: Cost::default(),
            timings: Vec::new(),
            verdict: None,
            settled: false,
            prompted: PromptedReplies::default(),
            is_over: false,
        }
    }

    pub(super) fn apply(&mut self, entry: &Entry) {
        for cost in [&mut self.cost, &mut self.round_cost, &mut self.session_cost] {
            cost.apply(entry);
        }
        match &entry.event {
            Event::Observed { view } => self.observed(entry, view),
            Event::Prompted { .. } | Event::Replied { .. } if !self.is_judged() => self.prompted.apply(entry),
            Event::Rejected { complaint } => self.error = Some(StepError::Recoverable(complaint.to_string())),
            Event::Faulted { message, remedy, .. } => self.faulted(message, *remedy),
            Event::HostDecided { decision, remarks } => self.host_decided(entry, decision, remarks),
            Event::AppDecided { decision, remarks } => {
                self.decided(entry, StepDecision::App(decision.clone(), remarks.clone()));
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
            // What the session does by itself afterwards, such as closing windows that it opened, belongs to no step.
            Event::Acting { .. } if self.is_over => {}
            Event::Acting { id, operation, selected } => {
                self.selected = selected.clone().or(self.selected.take());
                self.operations.push(StepOperation::begin(*id, operation, selected.as_ref(), entry));
            }
            Event::Acted { id, outcome } => {
                if let Some(done) = self.operations.iter_mut().rfind(|it| it.is_running(*id)) {
                    done.end(outcome, entry.at);
                }
            }
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

    fn observed(&mut self, entry: &Entry, view: &View) {
        if let View::App(view) = view {
            self.application.clone_from(&view.window.application);
        }
        self.observations.push(StepObservation { entry: entry.seq, at: entry.at, view: view.clone() });
    }

    fn decided(&mut self, entry: &Entry, decision: StepDecision) {
        let is_first = self.decisions.is_empty() && self.carried.is_none();
        let source = match (is_first, self.prompted.was_prompted) {
            (false, _) => DecisionSource::Session,
            (true, true) => DecisionSource::Model,
            (true, false) => DecisionSource::Program,
        };
        self.decisions.push(DecisionEntry { entry: entry.seq, at: entry.at, source, decision });
        // A decision means that earlier errors in the step were fixed.
        self.error = None;
    }

    fn host_decided(&mut self, entry: &Entry, decision: &HostDecision, remarks: &HostRemarks) {
        self.decided(entry, StepDecision::Host(decision.clone(), remarks.clone()));
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
            Remedy::Later | Remedy::AskUser | Remedy::GiveUp => StepError::Fatal(message.into()),
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
                let outcome = Effect::Refused(Refusal::NotAllowed(why.clone())).into();
                self.operations.push(StepOperation::refused(operation, outcome));
            }
        }
    }

    fn held(&mut self, operations: &[Operation], divergence: &Divergence) {
        let outcome = Outcome::from(Effect::Refused(Refusal::NotDone(divergence.clone())));
        let held = operations.iter().map(|it| StepOperation::refused(it, outcome.clone()));
        self.operations.extend(held);
    }

    fn round_ended(&mut self, verdict: &Verdict) {
        self.verdict = Some(verdict.clone());
        self.is_over = true;
        if let Verdict::Failed(reason) | Verdict::Errored(reason) = verdict {
            self.settle(reason);
        }
    }

    /// Settles the step. Without a decision, the step reports why.
    fn settle(&mut self, why: &str) {
        (self.settled, self.is_over) = (true, true);
        if *self.decision() == StepDecision::Nothing {
            let last = self.error.take();
            self.error = Some(StepError::Fatal(last.map_or(why.to_owned(), |it| it.message().to_owned())));
        }
    }

    /// The decision behind a question about this operation: its own, or the one that it asks about again.
    pub(super) fn question_about(&self, operation: &Operation) -> CarriedDecision {
        let observation = self.observations.last().cloned().map(Box::new);
        match (self.decisions.last(), &self.carried) {
            (None, Some(before)) => {
                CarriedDecision { observation: observation.or(before.observation.clone()), ..before.clone() }
            }
            (own, _) => CarriedDecision {
                operation: operation.clone(),
                decision: reduced_to(self.decision(), operation),
                observation,
                replies: self.replies().len(),
                earlier: own.map_or(0, |own| self.begun_since(own.entry)),
            },
        }
    }

    /// How many operations began after this entry.
    fn begun_since(&self, entry: u64) -> usize {
        self.operations.iter().filter_map(|it| it.run.as_ref()).filter(|it| it.entry > entry).count()
    }

    /// Takes over the decision behind an earlier question, if the step has none.
    pub(super) fn ask_again(&mut self, before: CarriedDecision) {
        if *self.decision() == StepDecision::Nothing {
            self.carried = Some(before);
        }
    }
}
