//! One step, as far as the log tells, whatever it is then written as.

use deskpilot_core::{
    Action, AgentName, AppDecision, BlobRef, Divergence, Effect, Entry, Event, HostDecision, HostRemarks,
    Operation, Outcome, Pictures, Projection, Refusal, Remarks, Remedy, Ruling, StepNumber, Subtask, Timing,
    Verdict, View, fold::Cost,
};

/// One step, as far as the log tells.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Where it stands.
    pub number: StepNumber,
    /// Whose it is.
    pub agent: AgentName,
    /// The round it is in.
    pub round: u32,
    /// What the user asked for in that round.
    pub request: String,
    /// The subtask it works at, or the one it assigned.
    pub subtask: Option<Subtask>,
    /// The application it works in; empty when there is none.
    pub application: String,
    /// What the agent saw.
    pub pictures: Pictures,
    /// The last picture with a chosen control outlined.
    pub selected: Option<BlobRef>,
    /// What the agent decided.
    pub decided: Decided,
    /// What was done, or refused.
    pub done: Vec<Done>,
    /// What the user said to an operation that needs a yes.
    pub consent: Consent,
    /// Whether another agent waits for the user's word on what it asked for.
    pub is_asked: bool,
    /// What went wrong and was not mended within the step.
    pub trouble: Option<Trouble>,
    /// What its model calls cost.
    pub cost: Cost,
    /// What those of its round have cost so far.
    pub round_cost: Cost,
    /// What those of the session have cost so far.
    pub session_cost: Cost,
    /// How long its stages took.
    pub timings: Vec<Timing>,
    /// How the round ended, if it ended with this step.
    pub verdict: Option<Verdict>,
    /// Whether it waits for the user or is over, and so can be shown.
    pub settled: bool,
}

/// What an agent decided in a step.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Decided {
    /// Nothing: its replies could not be followed, or something went wrong before.
    #[default]
    Nothing,
    /// The HostAgent decided.
    Host(HostDecision, HostRemarks),
    /// An AppAgent decided.
    App(AppDecision, Remarks),
}

/// An operation and what came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Done {
    /// The operation.
    pub operation: Operation,
    /// What came of it.
    pub outcome: Outcome,
}

/// What the user said to an operation that needs a yes.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Consent {
    /// No yes was needed.
    #[default]
    NotNeeded,
    /// This operation waits for it.
    Waiting(Box<Operation>),
    /// The user said yes; the operation is done in the next step.
    Given,
    /// The user said yes in the step before; the operation is done in this one.
    GivenBefore,
    /// The user said no.
    Withheld,
}

/// What went wrong in a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The agent can choose something else.
    Told(String),
    /// The step came to nothing because of it.
    Fatal(String),
}

impl Trouble {
    /// What went wrong.
    pub fn message(&self) -> &str {
        match self {
            Trouble::Told(message) | Trouble::Fatal(message) => message,
        }
    }
}

impl Step {
    /// What both agents say beside a decision.
    pub fn remarks(&self) -> Option<&Remarks> {
        match &self.decided {
            Decided::Nothing => None,
            Decided::Host(_, remarks) => Some(&remarks.common),
            Decided::App(_, remarks) => Some(remarks),
        }
    }

    /// The actions an AppAgent decided upon.
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
            // What another agent asks for in the middle of its subtask ends no step, and says nothing of the subtask.
            Event::Ruled { operation: Operation::Permit(_), ruling, .. } => {
                self.is_asked = matches!(ruling, Ruling::Confirm(_));
            }
            Event::Confirmed { .. } if self.is_asked => self.is_asked = false,
            Event::Ruled { operation, ruling, .. } => self.ruled(operation, ruling),
            Event::Confirmed { consent } => {
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
        // Whatever went wrong before was mended, or there would be no decision.
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

    /// Settles the step; one that came to nothing says why.
    fn over(&mut self, why: &str) {
        self.settled = true;
        if self.decided == Decided::Nothing {
            let last = self.trouble.take();
            self.trouble = Some(Trouble::Fatal(last.map_or(why.to_owned(), |it| it.message().to_owned())));
        }
    }
}
