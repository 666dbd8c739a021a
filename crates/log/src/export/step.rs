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
    pub decided: Decided,
    /// The operations, including refused ones.
    pub done: Vec<Done>,
    /// The state of the user's approval, if the operation needs one.
    pub consent: Consent,
    /// Whether an external agent's request waits for the user's approval.
    pub is_asked: bool,
    /// The error that was not fixed within the step.
    pub trouble: Option<Trouble>,
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
pub enum Decided {
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
pub struct Done {
    /// The operation.
    pub operation: Operation,
    /// The outcome.
    pub outcome: Outcome,
}

/// The state of the user's approval, if the operation needs one.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Consent {
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
pub enum Trouble {
    /// The agent is told and can choose something else.
    Told(String),
    /// The error ended the step.
    Fatal(String),
}

impl Trouble {
    /// The message.
    pub fn message(&self) -> &str {
        match self {
            Trouble::Told(message) | Trouble::Fatal(message) => message,
        }
    }
}

impl Step {
    /// The remarks that both kinds of agent make.
    pub fn remarks(&self) -> Option<&Remarks> {
        match &self.decided {
            Decided::Nothing => None,
            Decided::Host(_, remarks) => Some(&remarks.common),
            Decided::App(_, remarks) => Some(remarks),
        }
    }

    /// The actions that an AppAgent decided on.
    pub fn actions(&self) -> &[Action] {
        match &self.decided {
            Decided::App(AppDecision::Act { actions, .. }, _) => actions,
            _ => &[],
        }
    }

    pub(super) fn apply(&mut self, entry: &Entry) {
        for cost in [&mut self.cost, &mut self.round_cost, &mut self.session_cost] {
            cost.apply(entry);
        }
        match &entry.event {
            Event::Observed { view } => self.observed(view),
            Event::Rejected { complaint } => self.trouble = Some(Trouble::Told(complaint.to_string())),
            Event::Faulted { message, remedy, .. } => self.faulted(message, *remedy),
            Event::HostDecided { decision, remarks } => self.host_decided(decision, remarks),
            Event::AppDecided { decision, remarks } => {
                self.decided(Decided::App(decision.clone(), remarks.clone()));
            }
            // A permission that an external agent requests during its subtask ends no step and does not affect
            // the subtask.
            Event::Ruled { operation: Operation::Permit(_), ruling, .. } => {
                self.is_asked = matches!(ruling, Ruling::Confirm(_));
            }
            Event::Confirmed { .. } if self.is_asked => self.is_asked = false,
            Event::Ruled { operation, ruling, .. } => self.ruled(operation, ruling),
            Event::Confirmed { consent, .. } => {
                self.consent = if consent.is_yes() { Consent::Given } else { Consent::Withheld };
            }
            Event::Held { operations, divergence } => self.held(operations, divergence),
            Event::Acting { operation, selected, .. } => self.began(operation, selected.as_ref()),
            Event::Acted { outcome, .. } => self.ended(outcome),
            Event::Asked { .. } => self.settled = true,
            Event::RoundEnded { verdict } => self.round_ended(verdict),
            Event::Stopped => self.over("the user stopped the session"),
            Event::SessionResumed { .. } => self.over("the session ended during the step"),
            Event::StepEnded { timings } => {
                self.timings.clone_from(timings);
                self.over("the step ended without a decision");
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

    fn decided(&mut self, decided: Decided) {
        self.decided = decided;
        // A decision means that earlier errors in the step were fixed.
        self.trouble = None;
    }

    fn host_decided(&mut self, decision: &HostDecision, remarks: &HostRemarks) {
        self.decided(Decided::Host(decision.clone(), remarks.clone()));
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
            _ => {}
        }
    }

    fn faulted(&mut self, message: &str, remedy: Remedy) {
        self.trouble = Some(match remedy {
            Remedy::Retry | Remedy::TellAgent => Trouble::Told(message.into()),
            Remedy::AskUser | Remedy::GiveUp => Trouble::Fatal(message.into()),
        });
    }

    fn ruled(&mut self, operation: &Operation, ruling: &Ruling) {
        match ruling {
            Ruling::Allow => {}
            Ruling::Confirm(_) => {
                self.consent = Consent::Waiting(Box::new(operation.clone()));
                self.settled = true;
            }
            Ruling::Refuse(why) => {
                self.done.push(Done {
                    operation: operation.clone(),
                    outcome: Effect::Refused(Refusal::NotAllowed(why.clone())).into(),
                });
            }
        }
    }

    fn held(&mut self, operations: &[Operation], divergence: &Divergence) {
        let not_done = Effect::Refused(Refusal::NotDone(divergence.clone()));
        let done =
            |operation: &Operation| Done { operation: operation.clone(), outcome: not_done.clone().into() };
        self.done.extend(operations.iter().map(done));
    }

    fn began(&mut self, operation: &Operation, selected: Option<&BlobRef>) {
        if let Some(picture) = selected {
            self.selected = Some(picture.clone());
        }
        self.done.push(Done { operation: operation.clone(), outcome: Effect::Interrupted.into() });
    }

    fn ended(&mut self, outcome: &Outcome) {
        if let Some(done) = self.done.last_mut() {
            done.outcome = outcome.clone();
        }
    }

    fn round_ended(&mut self, verdict: &Verdict) {
        self.verdict = Some(verdict.clone());
        if let Verdict::Failed(reason) | Verdict::Errored(reason) = verdict {
            self.over(reason);
        }
    }

    /// Settles the step. Without a decision, the step reports why.
    fn over(&mut self, why: &str) {
        self.settled = true;
        if self.decided == Decided::Nothing {
            let last = self.trouble.take();
            self.trouble = Some(Trouble::Fatal(last.map_or(why.to_owned(), |it| it.message().to_owned())));
        }
    }
}
