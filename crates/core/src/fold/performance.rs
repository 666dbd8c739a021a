//! What was done in a session, without what its agents say about it: what a judge looks at.

use crate::{
    AppView, BlobRef, Entry, Event, HostDecision, Moment, Operation, Outcome, Pictures, Projection, Verb,
    View,
};

/// The operations of a session in their order, and how things stood at its end.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Performance {
    /// What the user asked for, round by round.
    pub requests: Vec<String>,
    /// What was done.
    pub operations: Vec<Performed>,
    /// The first picture of the session.
    pub first: Option<BlobRef>,
    /// The window that was worked in last, as it stood when the last round ended.
    pub view: Option<Box<AppView>>,
    /// The desktop when the last round ended.
    pub desktop: Pictures,
    step: u32,
    picture: Option<BlobRef>,
    /// How many operations were done before the present subtask.
    before: usize,
}

/// One operation and what was seen of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Performed {
    /// The step of the session.
    pub step: u32,
    /// What was done.
    pub operation: Operation,
    /// What came of it; `None` when the session ended before that was known.
    pub outcome: Option<Outcome>,
    /// The window before it, with the chosen control outlined where there is one.
    pub picture: Option<BlobRef>,
}

impl Performed {
    /// What came of it, in words: what was seen, and never the agent's own words.
    pub fn result(&self) -> String {
        let Some(outcome) = &self.outcome else { return "interrupted".into() };
        let own_words = match &self.operation {
            Operation::Act(action) => matches!(action.verb, Verb::Summary(_) | Verb::Note { .. }),
            Operation::Delegate(_) => true,
            Operation::Launch(_) | Operation::Run(_) | Operation::Permit(_) => false,
        };
        match &outcome.output {
            Some(output) if !own_words => format!("{}: {output}", outcome.effect),
            _ => outcome.effect.to_string(),
        }
    }
}

impl Performance {
    /// What was done for the subtask that was assigned last.
    pub fn of_subtask(&self) -> &[Performed] {
        self.operations.get(self.before..).unwrap_or_default()
    }
}

impl Projection for Performance {
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
            Event::Acting { operation, selected, .. } => self.operations.push(Performed {
                step: self.step,
                operation: operation.clone(),
                outcome: None,
                picture: selected.clone().or_else(|| self.picture.clone()),
            }),
            Event::Acted { outcome, .. } => {
                if let Some(last) = self.operations.last_mut() {
                    last.outcome = Some(outcome.clone());
                }
            }
            Event::Pictured { moment: Moment::Round, view, desktop } => {
                self.view.clone_from(view);
                self.desktop.clone_from(desktop);
            }
            _ => {}
        }
    }
}
