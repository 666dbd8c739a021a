//! Folds the entries of a log into steps.

use super::plan::PlanCursor;
use crate::trajectory::{StepAction, StepScreenshot, StepSuccess, TrajectoryStep};
use deskpilot_core::{
    ActionId, AppDecision, AppView, Effect, Entry, Event, Operation, Outcome, Point, Remarks, StepNumber,
    Timestamp, View,
};
use deskpilot_dataflow::ExecutedStep;

/// The steps of the AppAgents: their actions that began, and how they ended their subtasks. What was refused or held back was
/// never done, and is none.
pub(super) fn fold(entries: &[Entry], plan: &[ExecutedStep]) -> Vec<TrajectoryStep> {
    let mut fold = StepFold {
        plan: PlanCursor::new(plan),
        steps: Vec::new(),
        open: None,
        session_step: StepNumber::default(),
        view: None,
        remarks: Remarks::default(),
        model_calls: 0,
    };
    entries.iter().for_each(|entry| fold.apply(entry));
    fold.steps
}

struct StepFold<'a> {
    plan: PlanCursor<'a>,
    steps: Vec<TrajectoryStep>,
    /// The action that began and has not ended.
    open: Option<ActionId>,
    session_step: StepNumber,
    /// The last observation that no action followed yet.
    view: Option<Observation>,
    remarks: Remarks,
    model_calls: u32,
}

/// What an agent saw: the entry, and its picture.
struct Observation {
    entry: u64,
    at: Timestamp,
    screenshot: Option<StepScreenshot>,
}

impl StepFold<'_> {
    fn apply(&mut self, entry: &Entry) {
        match &entry.event {
            Event::StepStarted { step, .. } => {
                (self.session_step, self.view, self.open) = (*step, None, None);
                self.model_calls = 0;
            }
            Event::Observed { view: View::App(view) } => {
                let screenshot = screenshot(view);
                self.view = Some(Observation { entry: entry.seq, at: entry.at, screenshot });
            }
            Event::Replied { .. } => self.model_calls += 1,
            Event::AppDecided { decision, remarks } => {
                self.remarks.clone_from(remarks);
                match decision {
                    AppDecision::Finish => self.push(entry.at, StepAction::Finished),
                    AppDecision::Fail => self.push(entry.at, StepAction::GaveUp),
                    AppDecision::Act { .. } | AppDecision::Ask(_) => {}
                }
            }
            Event::Acting { id, operation: Operation::Act(action), .. } => {
                self.open = Some(*id);
                // What happened if the log says no more.
                let outcome = Outcome::from(Effect::Interrupted);
                self.push(entry.at, StepAction::Acted(action.clone(), outcome, StepSuccess::Failed));
            }
            Event::Acted { id, outcome } if self.open == Some(*id) => self.ended(entry.at, outcome),
            _ => {}
        }
    }

    fn push(&mut self, at: Timestamp, action: StepAction) {
        let planned = match &action {
            StepAction::Acted(action, ..) => self.plan.step_of(action),
            StepAction::Finished | StepAction::GaveUp => None,
        };
        let seen = self.view.take();
        self.steps.push(TrajectoryStep {
            index: self.steps.len(),
            session_step: self.session_step.session,
            plan_step: planned.map(|it| it.plan.step),
            subtask: planned.map_or(String::new(), |it| it.plan.subtask.clone()),
            observation: self.remarks.observation.clone(),
            thought: self.remarks.thought.clone(),
            action,
            observed: seen.as_ref().map(|it| it.entry),
            began: seen.as_ref().map_or(at, |it| it.at),
            screenshot: seen.and_then(|it| it.screenshot),
            ended: at,
            model_calls: std::mem::take(&mut self.model_calls),
        });
    }

    fn ended(&mut self, at: Timestamp, outcome: &Outcome) {
        self.open = None;
        let Some(step) = self.steps.last_mut() else { return };
        step.ended = at;
        if let StepAction::Acted(action, known, success) = &mut step.action {
            known.clone_from(outcome);
            let is_good =
                outcome.effect.is_success() || outcome.is_as_wanted(&Operation::Act(action.clone()));
            *success = if is_good { StepSuccess::Succeeded } else { StepSuccess::Failed };
        }
    }
}

fn screenshot(view: &AppView) -> Option<StepScreenshot> {
    let blob = view.pictures.clean.clone()?;
    let origin = view.pictures.origin.unwrap_or(Point { x: view.window.rect.x, y: view.window.rect.y });
    Some(StepScreenshot { blob, size: view.pictures.size, origin })
}
