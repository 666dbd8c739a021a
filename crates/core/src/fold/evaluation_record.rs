//! The record of a session for its evaluation: what was done, without the agents' own claims.

use crate::policy::KnownEffect;
use crate::{
    AppView, BlobRef, Entry, Event, Grounds, HostDecision, Operation, Outcome, Pictures, Projection,
    ScreenshotMoment, Timestamp, Verb, View,
};

/// The operations of a session in order, and the final state of window and desktop.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EvaluationRecord {
    /// The user's requests, one per round.
    pub requests: Vec<String>,
    /// The operations.
    pub operations: Vec<PerformedOperation>,
    /// The first picture of the session.
    pub first: Option<BlobRef>,
    /// The window worked in last, when the last round ended.
    pub view: Option<Box<AppView>>,
    /// The desktop when the last round ended.
    pub desktop: Pictures,
    step: u32,
    picture: Option<BlobRef>,
    /// The last ruling: what it was about, and its grounds.
    ruled: Option<(Operation, Box<Grounds>)>,
    /// The number of operations before the current subtask.
    before: usize,
}

/// One operation and its observed effect.
#[derive(Clone, Debug, PartialEq)]
pub struct PerformedOperation {
    /// The step number within the session.
    pub step: u32,
    /// When it began.
    pub at: Timestamp,
    /// The operations.
    pub operation: Operation,
    /// Its outcome; `None` if the session ended before it was known.
    pub outcome: Option<Outcome>,
    /// The picture before it, with the target control outlined if there is one.
    pub picture: Option<BlobRef>,
    /// The grounds of the policy's ruling on it; `None` in logs of the first formats.
    pub grounds: Option<Box<Grounds>>,
}

impl PerformedOperation {
    /// Whether it may change anything, as far as its ruling shows: it is more than a look, a note or a wait.
    pub fn may_change(&self) -> bool {
        self.operation.may_change() && self.known_effect() != Some(&KnownEffect::Looks)
    }

    /// The files that it makes or writes by the specification of its command; empty where that is not known.
    pub fn written_files(&self) -> &[String] {
        match self.known_effect() {
            Some(KnownEffect::Writes(files)) => files,
            Some(KnownEffect::Looks) | None => &[],
        }
    }

    fn known_effect(&self) -> Option<&KnownEffect> {
        self.grounds.as_ref()?.known_effect.as_deref()
    }

    /// Its result in words: what was observed, never the agent's own words.
    pub fn result(&self) -> String {
        let Some(outcome) = &self.outcome else { return "interrupted".into() };
        let own_words = match &self.operation {
            Operation::Act(action) => {
                matches!(action.verb, Verb::Summary(_) | Verb::Note { .. } | Verb::AskAgent(_))
            }
            Operation::Delegate(_) => true,
            Operation::Launch(_) | Operation::Run(_) | Operation::Permit(_) => false,
        };
        match &outcome.output {
            Some(output) if !own_words => format!("{}: {output}", outcome.effect),
            _ => outcome.effect.to_string(),
        }
    }
}

impl EvaluationRecord {
    /// The operations of the subtask assigned last.
    pub fn of_subtask(&self) -> &[PerformedOperation] {
        self.operations.get(self.before..).unwrap_or_default()
    }
}

impl Projection for EvaluationRecord {
    fn apply(&mut self, entry: &Entry) {
        match &entry.event {
            Event::RoundStarted { request, .. } => self.requests.push(request.clone()),
            Event::StepStarted { step, .. } => {
                self.step = step.session;
                self.picture = None;
            }
            Event::Observed { view } => {
                self.picture.clone_from(&view.pictures().clean);
                if matches!(view, View::Desktop(_)) && self.first.is_none() {
                    self.first.clone_from(&view.pictures().clean);
                }
            }
            Event::HostDecided { decision: HostDecision::Assign(_), .. } => {
                self.before = self.operations.len();
            }
            Event::Ruled { operation, grounds: Some(grounds), .. } => {
                self.ruled = Some((operation.clone(), Box::new(grounds.clone())));
            }
            Event::Acting { operation, selected, .. } => {
                let ruled = self.ruled.take().filter(|(ruled, _)| ruled == operation);
                self.operations.push(PerformedOperation {
                    step: self.step,
                    at: entry.at,
                    operation: operation.clone(),
                    outcome: None,
                    picture: selected.clone().or_else(|| self.picture.clone()),
                    grounds: ruled.map(|(_, grounds)| grounds),
                });
            }
            Event::Acted { outcome, .. } => {
                if let Some(last) = self.operations.last_mut() {
                    last.outcome = Some(outcome.clone());
                }
            }
            Event::Pictured { moment: ScreenshotMoment::Round, view, desktop } => {
                self.view.clone_from(view);
                self.desktop.clone_from(desktop);
            }
            _ => {}
        }
    }
}
