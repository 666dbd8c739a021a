//! Trajectories: what the agents of a session did, by request and subtask, read from its log.

use deskpilot_core::{
    Action, ActionId, AppDecision, AppView, Assessment, Effect, Entry, Event, HostDecision, HostRemarks,
    Launch, NextStatus, Note, Operation, Outcome, Product, Projection, Remarks, Status, Subtask,
    SubtaskOutcome, Verb, Verdict, View, Window,
    fold::{Blackboard, StepDecision, StepObservation, StepRecord, StepRecords},
};
use std::collections::BTreeMap;

/// Everything that a session did.
#[derive(Clone, Debug, Default)]
pub struct Trajectories {
    /// The task's name.
    pub task: String,
    /// Its rounds, in order.
    pub rounds: Vec<RoundTrajectory>,
    /// The result of checks or an evaluation after the session's last round; `None` without either.
    pub judgement: Option<Assessment>,
    /// Who decided.
    pub decided_by: DecidedBy,
    board: Blackboard,
    steps: StepRecords,
}

/// Who decided in a session.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DecidedBy {
    /// Language models.
    #[default]
    Models,
    /// A program or a plan, at least in part. Its decisions were written beforehand, so they teach nothing.
    Program,
}

/// What was done for one request.
#[derive(Clone, Debug)]
pub struct RoundTrajectory {
    /// The request.
    pub request: String,
    /// Its subtasks, in the order in which they were assigned.
    pub subtasks: Vec<SubtaskTrajectory>,
    /// How it ended; `None` if it did not.
    pub verdict: Option<Verdict>,
    /// Whether the HostAgent did only what can be done again without it: open applications and assign subtasks.
    pub is_plain: bool,
    /// The subtasks that the HostAgent planned before any of them began, in words.
    pub(crate) planned: Vec<String>,
    launches: Vec<Launch>,
}

/// What was done for one subtask.
#[derive(Clone, Debug)]
pub struct SubtaskTrajectory {
    /// The subtask.
    pub subtask: Subtask,
    /// Its window, when it was assigned.
    pub window: Window,
    /// What the HostAgent opened for it, just before.
    pub launches: Vec<Launch>,
    /// What was done, in order.
    pub steps: Vec<SubtaskStep>,
    /// Whether its agent asked the user or was interrupted by them.
    pub was_disturbed: bool,
    /// Whether a person did not agree to one of its operations.
    pub was_denied: bool,
    /// How it ended; `None` if it did not.
    pub outcome: Option<SubtaskOutcome>,
    /// Its agent's comment at the end.
    pub comment: String,
    /// The files that it promised and that were written since it began.
    pub(crate) saved: Vec<String>,
    /// The notes on the blackboard when it ended.
    pub(crate) noted: Vec<String>,
}

/// One operation of an AppAgent.
#[derive(Clone, Debug)]
pub struct SubtaskStep {
    /// The number of its step in the session.
    pub step: u32,
    /// What its agent observed last in its window, before the action.
    pub view: Option<AppView>,
    /// Whether the window was as observed when the action began: no other action of the same decision came before.
    pub is_first: bool,
    /// Its agent's remarks on the decision.
    pub remarks: Remarks,
    /// The status of its agent if all actions of the decision succeed.
    pub status: Status,
    /// The notes on the blackboard before.
    pub notes: BTreeMap<String, String>,
    /// The action.
    pub action: Action,
    /// Its outcome; `None` if the session ended first.
    pub outcome: Option<Outcome>,
    /// What its agent observed next in its window; `None` if it did not look again, or did something else
    /// first.
    pub after: Option<AppView>,
}

impl Trajectories {
    fn round(&mut self) -> Option<&mut RoundTrajectory> {
        self.rounds.last_mut()
    }

    fn subtask(&mut self) -> Option<&mut SubtaskTrajectory> {
        self.round()?.subtasks.last_mut().filter(|it| it.outcome.is_none())
    }

    fn host_decided(&mut self, decision: &HostDecision, remarks: &HostRemarks) {
        let Some(round) = self.rounds.last_mut() else { return };
        if round.subtasks.is_empty() {
            round.planned.extend(remarks.planned.iter().map(|it| it.text.clone()));
        }
        match decision {
            HostDecision::Assign(it) => {
                let launches = std::mem::take(&mut round.launches);
                round.subtasks.push(SubtaskTrajectory {
                    subtask: it.subtask.clone(),
                    window: it.window.clone(),
                    launches,
                    steps: Vec::new(),
                    was_disturbed: false,
                    was_denied: false,
                    outcome: None,
                    comment: String::new(),
                    saved: Vec::new(),
                    noted: Vec::new(),
                });
            }
            HostDecision::Launch(launch, _) | HostDecision::LaunchFor(launch, _, _) => {
                round.launches.push(launch.clone());
            }
            HostDecision::LaunchAll(launches, _, _) => round.launches.extend(launches.iter().cloned()),
            HostDecision::Look | HostDecision::Finish => {}
            HostDecision::Run(..)
            | HostDecision::Delegate(..)
            | HostDecision::Ask(_)
            | HostDecision::Fail => round.is_plain = false,
        }
    }

    /// The AppAgent's step under way.
    fn app_step(&self) -> Option<&StepRecord> {
        self.steps.open.as_ref().filter(|it| it.agent.application().is_some())
    }

    fn acting(&mut self, id: ActionId) {
        let Some(step) = self.app_step() else { return };
        let Some(operation) = step.operation(id).map(|it| it.operation.clone()) else { return };
        let done = match operation {
            Operation::Act(action) => Some(SubtaskStep::of(step, *action, self.board.notes.clone())),
            _ => None,
        };
        let Some(subtask) = self.subtask() else { return };
        match done {
            Some(done) => {
                let is_first = done.is_first && subtask.steps.last().is_none_or(|it| it.step != done.step);
                subtask.steps.push(SubtaskStep { is_first, ..done });
            }
            None => subtask.was_disturbed = true,
        }
    }

    fn acted(&mut self, id: ActionId, outcome: &Outcome) {
        let Some(step) = self.app_step() else { return };
        let is_action = step.operation(id).is_some_and(|it| matches!(it.operation, Operation::Act(_)));
        let number = step.number.session;
        let last = self.subtask().filter(|_| is_action).and_then(|it| it.steps.last_mut());
        if let Some(done) = last.filter(|it| it.step == number && it.outcome.is_none()) {
            done.outcome = Some(outcome.clone());
        }
    }

    fn observed(&mut self, view: &AppView) {
        if self.app_step().is_none() {
            return;
        }
        if let Some(last) = self.subtask().and_then(|it| it.steps.last_mut()) {
            last.after.get_or_insert_with(|| view.clone());
        }
    }

    fn disturbed(&mut self) {
        if let Some(subtask) = self.subtask() {
            subtask.was_disturbed = true;
        }
    }
}

impl SubtaskTrajectory {
    /// What it promised and did not produce: files whose writing was not observed, and notes that were not
    /// written.
    pub fn missing(&self) -> impl Iterator<Item = &Product> {
        self.subtask.produces.iter().filter(|it| match it {
            Product::File(file) => !self.saved.contains(file),
            Product::Note(name) => !self.noted.contains(name),
        })
    }

    /// The result is recorded when the subtask has ended, before the next one begins.
    fn saw(&mut self, event: &Event) {
        match event {
            Event::Saved { file, .. } => self.saved.push(file.clone()),
            Event::Noted { note: Note::Text { name, .. } | Note::Renamed { to: name, .. } } => {
                self.noted.push(name.clone());
            }
            Event::Noted { note: Note::Dropped { name } } => self.noted.retain(|it| it != name),
            _ => {}
        }
    }
}

impl SubtaskStep {
    /// An action that begins in this step. An action that the user approved has the view and the remarks of
    /// the step that decided on it.
    fn of(step: &StepRecord, action: Action, notes: BTreeMap<String, String>) -> SubtaskStep {
        let carried = step.carried.as_ref();
        let seen = step.observations.last().or(carried.and_then(|it| it.observation.as_deref()));
        SubtaskStep {
            step: step.number.session,
            view: seen.and_then(StepObservation::app_view).cloned(),
            is_first: carried.is_none_or(|it| it.earlier == 0),
            remarks: step.remarks().cloned().unwrap_or_default(),
            status: status(step.decision()),
            notes,
            action,
            outcome: None,
            after: None,
        }
    }

    /// Whether its effect was observed, or cannot be observed by its nature. A refused action has no effect.
    pub(crate) fn is_seen(&self) -> bool {
        let Some(outcome) = &self.outcome else { return false };
        match &outcome.effect {
            Effect::Confirmed(_) | Effect::Refused(_) => true,
            Effect::NoChange(_) => outcome.is_as_wanted(&Operation::Act(Box::new(self.action.clone()))),
            Effect::Unverified(_) => {
                self.action.only_moves() || !matches!(self.action.verb, Verb::Gesture(_) | Verb::Native)
            }
            Effect::Partial(_) | Effect::Interrupted => false,
        }
    }
}

/// Whether a decider of this name is a language model: models are named after a provider and a model,
/// programs have one word.
pub fn is_language_model(name: &str) -> bool {
    name.contains('/')
}

fn status(decision: &StepDecision) -> Status {
    let StepDecision::App(decision, _) = decision else { return Status::default() };
    match decision {
        AppDecision::Act { then: NextStatus::Continue, .. } => Status::Continue,
        AppDecision::Act { then: NextStatus::Finish, .. } | AppDecision::Finish => Status::Finish,
        AppDecision::Act { then: NextStatus::Fail, .. } | AppDecision::Fail => Status::Fail,
        AppDecision::Ask(_) => Status::Pending,
    }
}

impl Projection for Trajectories {
    fn apply(&mut self, entry: &Entry) {
        self.board.apply(entry);
        self.steps.apply(entry);
        // Only the step under way adds to its subtask.
        self.steps.closed.clear();
        if let Some(last) = self.round().and_then(|it| it.subtasks.last_mut()) {
            last.saw(&entry.event);
        }
        match &entry.event {
            Event::SessionOpened { task, models, plan, .. } => {
                self.task.clone_from(task);
                if plan.is_some() || !models.iter().all(|(_, name)| is_language_model(name)) {
                    self.decided_by = DecidedBy::Program;
                }
            }
            Event::SessionResumed { .. } | Event::Paused { .. } | Event::Asked { .. } => self.disturbed(),
            Event::RoundStarted { request, .. } => {
                self.judgement = None;
                self.rounds.push(RoundTrajectory {
                    request: request.clone(),
                    subtasks: Vec::new(),
                    verdict: None,
                    is_plain: true,
                    planned: Vec::new(),
                    launches: Vec::new(),
                });
            }
            Event::Confirmed { consent, .. } if !consent.is_yes() => {
                if let Some(subtask) = self.subtask() {
                    subtask.was_denied = true;
                }
            }
            Event::Observed { view: View::App(view) } => self.observed(view),
            Event::HostDecided { decision, remarks } => self.host_decided(decision, remarks),
            Event::Acting { id, .. } => self.acting(*id),
            Event::Acted { id, outcome } => self.acted(*id, outcome),
            Event::SubtaskEnded { outcome, comment, .. } => {
                let noted: Vec<String> = self.board.notes.keys().cloned().collect();
                if let Some(subtask) = self.subtask() {
                    (subtask.outcome, subtask.comment) = (Some(outcome.clone()), comment.clone());
                    subtask.noted = noted;
                }
            }
            Event::RoundReopened { .. } => {
                if let Some(round) = self.round() {
                    round.verdict = None;
                }
            }
            Event::RoundEnded { verdict } => {
                if let Some(round) = self.round() {
                    round.verdict = Some(verdict.clone());
                }
            }
            Event::Judged { complete, .. } => self.judgement = Some(*complete),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests;
