//! What the AppAgents of a session did, one by one, projected from its steps.

use super::plan::PlanCursor;
use crate::trajectory::{StepAction, StepScreenshot, StepSuccess, TrajectoryStep};
use deskpilot_core::{
    AppDecision, AppView, Entry, Operation, Point, Projection, Remarks, Timestamp,
    fold::{
        CarriedDecision, DecisionEntry, StepDecision, StepObservation, StepOperation, StepRecord, StepRecords,
    },
};
use deskpilot_dataflow::ExecutedStep;

/// The steps of the AppAgents: their actions that began, and how they ended their subtasks. An action that was
/// refused or held back never ran, and is no step.
pub(super) fn agent_steps(entries: &[Entry], plan: &[ExecutedStep]) -> Vec<TrajectoryStep> {
    let mut plan = PlanCursor::new(plan);
    let mut steps = Vec::new();
    for record in StepRecords::of(entries).into_steps() {
        let mut after = record.entry;
        for part in parts(&record) {
            let since = std::mem::replace(&mut after, part.entry);
            steps.push(TrajectoryStep { index: steps.len(), ..part.step(&record, since, &mut plan) });
        }
    }
    steps
}

/// One thing that an agent did in a step. A dataset has a step for each.
struct StepPart {
    entry: u64,
    began: Timestamp,
    ended: Timestamp,
    action: StepAction,
}

/// The parts of a step, in order.
fn parts(record: &StepRecord) -> Vec<StepPart> {
    let actions = record.operations.iter().filter_map(StepPart::of_operation);
    let ends = record.decisions.iter().filter_map(StepPart::of_decision);
    let mut parts: Vec<StepPart> = actions.chain(ends).collect();
    parts.sort_by_key(|it| it.entry);
    parts
}

impl StepPart {
    fn of_operation(done: &StepOperation) -> Option<StepPart> {
        let (Operation::Act(action), Some(run)) = (&done.operation, &done.run) else { return None };
        let outcome = &done.outcome;
        let is_good = outcome.effect.is_success() || outcome.is_as_wanted(&done.operation);
        let success =
            if is_good && run.ended.is_some() { StepSuccess::Succeeded } else { StepSuccess::Failed };
        Some(StepPart {
            entry: run.entry,
            began: run.began,
            ended: run.ended.unwrap_or(run.began),
            action: StepAction::Acted(action.clone(), outcome.clone(), success),
        })
    }

    fn of_decision(made: &DecisionEntry) -> Option<StepPart> {
        let StepDecision::App(decision, _) = &made.decision else { return None };
        let action = match decision {
            AppDecision::Finish => StepAction::Finished,
            AppDecision::Fail => StepAction::GaveUp,
            AppDecision::Act { .. } | AppDecision::Ask(_) => return None,
        };
        Some(StepPart { entry: made.entry, began: made.at, ended: made.at, action })
    }

    /// The dataset's step. `since` is the entry of the part before, or of the step's begin: what was observed and replied until
    /// then led to other parts.
    fn step(self, record: &StepRecord, since: u64, plan: &mut PlanCursor<'_>) -> TrajectoryStep {
        let planned = match &self.action {
            StepAction::Acted(action, ..) => plan.step_of(action),
            StepAction::Finished | StepAction::GaveUp => None,
        };
        let is_first = since == record.entry;
        let carried = carried(record).filter(|_| is_first);
        let own = record.observation_before(self.entry).filter(|it| it.entry > since);
        let seen = own.or(carried.and_then(|it| it.observation.as_deref()));
        let view = seen.and_then(StepObservation::app_view);
        let remarks = self.remarks(record);
        TrajectoryStep {
            index: 0,
            session_step: record.number.session,
            plan_step: planned.map(|it| it.plan.step),
            subtask: planned.map_or(String::new(), |it| it.plan.subtask.clone()),
            observation: remarks.map_or(String::new(), |it| it.observation.clone()),
            thought: remarks.map_or(String::new(), |it| it.thought.clone()),
            observed: seen.filter(|_| view.is_some()).map(|it| it.entry),
            // An approved action begins when it runs: waiting for the user does not count.
            began: own.map_or(self.began, |it| it.at),
            screenshot: view.and_then(screenshot),
            ended: self.ended,
            model_calls: count(self.replies(record, since) + carried.map_or(0, |it| it.replies)),
            action: self.action,
        }
    }

    fn remarks<'r>(&self, record: &'r StepRecord) -> Option<&'r Remarks> {
        let own = record.decisions.iter().rfind(|it| it.entry <= self.entry).map(|it| &it.decision);
        own.or(record.carried.as_ref().map(|it| &it.decision)).and_then(StepDecision::remarks)
    }

    fn replies(&self, record: &StepRecord, since: u64) -> usize {
        record.replies().iter().filter(|it| since < it.entry && it.entry < self.entry).count()
    }
}

/// The decision of an earlier step that the user approved and that nothing was done for before: its agent looked and thought for
/// this action, only one step earlier.
fn carried(record: &StepRecord) -> Option<&CarriedDecision> {
    record.carried.as_ref().filter(|it| it.earlier == 0)
}

fn count(replies: usize) -> u32 {
    u32::try_from(replies).unwrap_or(u32::MAX)
}

fn screenshot(view: &AppView) -> Option<StepScreenshot> {
    let blob = view.pictures.clean.clone()?;
    let origin = view.pictures.origin.unwrap_or(Point { x: view.window.rect.x, y: view.window.rect.y });
    Some(StepScreenshot { blob, size: view.pictures.size, origin })
}

#[cfg(test)]
mod tests;
