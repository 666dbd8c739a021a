//! The results of the steps of a plan.

use deskpilot_core::{Effect, ReasonCode};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The command that presses keys.
const KEYS: &str = "keyboard_input";

/// The result of one step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StepReport {
    /// Whether its effect was seen; `None` if that is unknown, or if it was not tried.
    pub success: Option<bool>,
    /// The label of the control that it was matched to.
    pub label: Option<String>,
    /// The text of that control.
    pub matched: Option<String>,
    /// Its effect in words; empty if it was not tried.
    pub effect: String,
}

/// Why a plan was not carried out to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanStop {
    /// The number of the step, from 1; `None` if it is about the plan as a whole.
    pub step: Option<usize>,
    /// The kind of reason.
    pub kind: StopKind,
    /// The reason in words.
    pub message: String,
}

/// The kind of reason for which a plan stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopKind {
    /// The document could not be opened.
    NotOpened,
    /// No window matches.
    WindowNotMatched,
    /// No control matches.
    ControlNotMatched,
    /// The command does not exist, or rejects its arguments.
    InvalidStep,
    /// Nothing was sent, or only a part.
    NotDone,
    /// The document could not be saved at the end.
    NotSaved,
    /// The application ended before the plan did.
    ApplicationEnded,
}

impl StopKind {
    /// Its name in records.
    pub const fn name(self) -> &'static str {
        match self {
            StopKind::NotOpened => "document_not_opened",
            StopKind::WindowNotMatched => "window_not_matched",
            StopKind::ControlNotMatched => "control_not_matched",
            StopKind::InvalidStep => "invalid_step",
            StopKind::NotDone => "step_not_done",
            StopKind::NotSaved => "document_not_saved",
            StopKind::ApplicationEnded => "application_ended",
        }
    }
}

/// The results of a plan so far. The executor of the plan writes them, and anybody may read them.
#[derive(Debug, Default)]
pub struct PlanReport(Mutex<Reported>);

#[derive(Debug, Default)]
struct Reported {
    steps: Vec<StepReport>,
    /// The step that was begun and whose effect is not recorded yet, from 0.
    begun: Option<usize>,
    stop: Option<PlanStop>,
}

impl PlanReport {
    /// The results of the steps that were begun, in order.
    pub fn steps(&self) -> Vec<StepReport> {
        self.locked().steps.clone()
    }

    /// Why the plan stopped before its end, if it did.
    pub fn stop(&self) -> Option<PlanStop> {
        self.locked().stop.clone()
    }

    /// A step was matched to this control, or to the window.
    pub(super) fn matched(&self, at: usize, control: Option<(String, String)>) {
        let (label, matched) = control.unzip();
        self.with_step(at, |step| (step.label, step.matched) = (label, matched));
        self.locked().begun = Some(at);
    }

    /// A step had this effect. Where nothing had to change it succeeded; keys that only move the caret change nothing that shows.
    pub(super) fn ended(&self, at: usize, command: &str, effect: &Effect) {
        let success = match effect {
            Effect::Confirmed(_) => Some(true),
            Effect::NoChange(_) if effect.code() == Some(ReasonCode::AlreadySo) => Some(true),
            Effect::NoChange(_) if command == KEYS => None,
            Effect::Unverified(_) | Effect::Interrupted => None,
            Effect::NoChange(_) | Effect::Partial(_) | Effect::Refused(_) => Some(false),
        };
        self.with_step(at, |step| (step.success, step.effect) = (success, effect.to_string()));
        self.locked().begun = None;
    }

    /// The last action had this effect, and the plan had no turn after it. If it was for a step, the step had this effect. A window
    /// that closed is no success then: the application may have crashed.
    pub fn broken_off(&self, effect: &Effect) {
        let Some(at) = self.locked().begun else { return };
        self.ended(at, KEYS, effect);
        if matches!(effect, Effect::Confirmed(evidence) if evidence.is_closed_window()) {
            self.with_step(at, |step| step.success = None);
        }
    }

    /// The plan stops here.
    pub(super) fn stopped(&self, stop: PlanStop) {
        if let Some(step) = stop.step {
            self.with_step(step - 1, |it| it.success = Some(false));
        }
        self.locked().stop.get_or_insert(stop);
    }

    fn with_step(&self, at: usize, change: impl FnOnce(&mut StepReport)) {
        let mut reported = self.locked();
        if reported.steps.len() <= at {
            reported.steps.resize_with(at + 1, StepReport::default);
        }
        change(&mut reported.steps[at]);
    }

    fn locked(&self) -> MutexGuard<'_, Reported> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
