//! Follows which step of the plan each action carries out.

use deskpilot_core::Action;
use deskpilot_dataflow::ExecutedStep;

/// The place in a plan while its actions pass by.
pub(super) struct PlanCursor<'a> {
    steps: &'a [ExecutedStep],
    at: usize,
}

impl<'a> PlanCursor<'a> {
    /// Before the first step.
    pub(super) fn new(steps: &'a [ExecutedStep]) -> PlanCursor<'a> {
        PlanCursor { steps, at: 0 }
    }

    /// The step that the action carries out: the next with this call, or the last one once more. `None` for what the plan does
    /// not list, such as saving.
    pub(super) fn step_of(&mut self, action: &Action) -> Option<&'a ExecutedStep> {
        let carries_out = |step: &&ExecutedStep| {
            step.plan.function == action.call.command && step.plan.args == action.call.args
        };
        let next = self.steps.get(self.at).filter(carries_out);
        if next.is_some() {
            self.at += 1;
            return next;
        }
        let last = self.at.checked_sub(1)?;
        self.steps.get(last).filter(carries_out)
    }
}
