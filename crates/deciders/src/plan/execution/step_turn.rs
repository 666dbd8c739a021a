//! The turns of the AppAgent that carries out a plan of commands: one step at each.

use super::{CommandPlan, CommandStep, PlanReport, PlanStop, StopKind, matching::WantedText};
use crate::{
    ActionRequest, BarsNeed, LastAction, Target,
    draft::{AppDraft, AppMove},
    facts::{AppFacts, NestedControl},
    needs::KEYBOARD_COMMANDS,
};
use deskpilot_core::{Call, Caution, Effect, NextStatus, ReasonCode, WindowState};
use serde_json::{Map, Value, json};

/// The waits for a control that does not appear, in seconds, in order.
const WAITS: &[u32] = &[1, 2, 4];
/// How often a step is tried again for which nothing was sent, because the window had changed.
const MOST_RETRIES: u32 = 2;
/// How many of the controls that are there a message names.
const MOST_NAMED: usize = 8;

/// Where the AppAgent is in its plan.
#[derive(Debug, Default)]
pub(super) struct Turns {
    /// The step whose turn it is, from 0.
    at: usize,
    /// What the last action was for.
    asked: Asked,
    /// How often this step was tried again.
    retries: u32,
    /// How often it waited for its control; the search comes before.
    waits: usize,
    is_searched: bool,
    /// How far the saving after all steps is.
    saving: Saving,
}

/// How far the saving of the document after all steps is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Saving {
    /// It has not begun.
    #[default]
    NotBegun,
    /// The keys were pressed once.
    Tried,
    /// Nothing was written.
    Blocked,
    /// What may have kept it from being written was closed.
    Closed,
    /// The keys were pressed once more.
    TriedAgain,
    /// It is saved, or had nothing to save.
    Done,
}

/// What the last action was for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Asked {
    /// Nothing yet, or to bring the control of the next step up.
    #[default]
    Search,
    /// The step.
    Step,
    /// To save the document after all steps.
    Saving,
    /// To close what keeps the document from being saved.
    Closing,
}

impl Turns {
    /// The AppAgent's next draft. Records the result of the last one in the report.
    pub(super) fn next(&mut self, plan: &CommandPlan, facts: &AppFacts<'_>, report: &PlanReport) -> AppDraft {
        self.decide(plan, facts, report).unwrap_or_else(|stop| {
            let message = stop.message.clone();
            report.stopped(stop);
            AppDraft::new(AppMove::Fail, "The plan cannot be carried out any further.").with_comment(message)
        })
    }

    /// What the next step reads of tool bars: nothing if it and the step before press keys. What a click opens may come late, and
    /// the last look shows all.
    pub(super) fn bars_need(&self, plan: &CommandPlan) -> BarsNeed {
        let presses_keys = |at: usize| {
            plan.steps.get(at).is_none_or(|it| KEYBOARD_COMMANDS.contains(&it.call.command.as_str()))
        };
        match self.asked {
            Asked::Step
                if !self.ends_with_step(plan) && presses_keys(self.at) && presses_keys(self.at + 1) =>
            {
                BarsNeed::Nothing
            }
            _ => BarsNeed::Current,
        }
    }

    /// Whether nothing follows this step: it is the last one, and there is nothing to save.
    fn ends_with_step(&self, plan: &CommandPlan) -> bool {
        plan.save_keys.is_none() && self.at + 1 >= plan.steps.len()
    }

    fn decide(
        &mut self,
        plan: &CommandPlan,
        facts: &AppFacts<'_>,
        report: &PlanReport,
    ) -> Result<AppDraft, PlanStop> {
        if let Some(complaint) = facts.complaint {
            return Err(self.stop(plan, StopKind::InvalidStep, complaint));
        }
        // A window that goes with the last step is no failure where there is nothing to save.
        if facts.window.state == WindowState::Closed && !self.ends_with_step(plan) {
            facts.last.iter().for_each(|it| report.broken_off(it.effect()));
            let (place, window) = (self.place(plan), facts.window_name());
            let message =
                format!("{place}: the application ended: {window} is gone, and it has no other one");
            return Err(PlanStop { step: None, kind: StopKind::ApplicationEnded, message });
        }
        if let Some(last) = &facts.last {
            self.settle(plan, last, report)?;
        }
        let Some(step) = plan.steps.get(self.at) else { return Ok(self.finish(plan)) };
        let target = match self.target(plan, step, facts)? {
            Ok(target) => target,
            Err(search) => {
                self.asked = Asked::Search;
                return Ok(act(search, format!("{} is not there yet.", step.control_text)));
            }
        };
        report.matched(self.at, control_of(&target));
        self.asked = Asked::Step;
        let thought = format!("Step {} of {}: {}", self.at + 1, plan.steps.len(), step.subtask);
        Ok(act(ActionRequest { call: step.call.clone(), target }, thought))
    }

    /// Records the result of the last action.
    fn settle(
        &mut self,
        plan: &CommandPlan,
        last: &LastAction<'_>,
        report: &PlanReport,
    ) -> Result<(), PlanStop> {
        let asked = std::mem::take(&mut self.asked);
        match (asked, last.effect()) {
            (Asked::Search, _) => return Ok(()),
            // The document has nothing to save where nothing changed.
            (Asked::Saving, Effect::Confirmed(_) | Effect::NoChange(_)) => {
                self.saving = Saving::Done;
                return Ok(());
            }
            // A dialog or an open text may keep it from being saved: it is closed once, then it is saved again.
            (Asked::Saving, Effect::Unverified(_)) if self.saving == Saving::Tried => {
                self.saving = Saving::Blocked;
                return Ok(());
            }
            (Asked::Saving, _) => {
                let message = format!("the document could not be saved: {}", last.reason());
                return Err(PlanStop { step: None, kind: StopKind::NotSaved, message });
            }
            (Asked::Closing, _) => {
                self.saving = Saving::Closed;
                return Ok(());
            }
            (Asked::Step, _) => {}
        }
        if last.code().is_some_and(ReasonCode::is_stale) && self.retries < MOST_RETRIES {
            self.retries += 1;
            return Ok(());
        }
        report.ended(self.at, last.command(), last.effect());
        match last.effect() {
            Effect::Confirmed(_) | Effect::Unverified(_) | Effect::NoChange(_) => {
                *self = Turns { at: self.at + 1, ..Turns::default() };
                Ok(())
            }
            Effect::Partial(_) | Effect::Refused(_) | Effect::Interrupted => {
                Err(self.stop(plan, StopKind::NotDone, &last.reason()))
            }
        }
    }

    /// The target of the step, or the action that may bring it up.
    fn target(
        &mut self,
        plan: &CommandPlan,
        step: &CommandStep,
        facts: &AppFacts<'_>,
    ) -> Result<Result<Target, ActionRequest>, PlanStop> {
        if step.control_text.trim().is_empty() && step.label.is_none() {
            return Ok(Ok(Target::Window));
        }
        let wanted = WantedText::new(&step.control_text, &plan.matching)
            .map_err(|message| self.stop(plan, StopKind::InvalidStep, &message))?;
        if let Some(seen) = best(&wanted, step, &facts.controls) {
            return Ok(Ok(Target::Control(seen.control().clone())));
        }
        if facts.may_miss_controls && !self.is_searched && !step.control_text.trim().is_empty() {
            self.is_searched = true;
            return Ok(Err(window_request("find_control", [("text", json!(step.control_text))])));
        }
        let Some(seconds) = WAITS.get(self.waits) else {
            let shown: Vec<&str> =
                facts.controls.iter().filter(|it| it.has_label()).map(|it| it.text()).collect();
            let shown: Vec<&str> =
                shown.into_iter().filter(|it| !it.trim().is_empty()).take(MOST_NAMED).collect();
            let message = format!(
                "{} shows no control {:?} that can be used; it shows {} and others",
                facts.window_name(),
                step.control_text,
                shown.join(", ")
            );
            return Err(self.stop(plan, StopKind::ControlNotMatched, &message));
        };
        self.waits += 1;
        let wait = [("text", json!(step.control_text)), ("seconds", json!(seconds))];
        Ok(Err(window_request("wait", wait)))
    }

    /// Saves the document if that is wanted, then finishes.
    fn finish(&mut self, plan: &CommandPlan) -> AppDraft {
        let press = |keys: &str, thought: &str| {
            let args = [("keys", json!(keys)), ("control_focus", json!(false))];
            act(window_request("keyboard_input", args), thought.to_owned())
        };
        let Some(keys) = &plan.save_keys else { return finish_draft() };
        let (asked, saving, draft) = match self.saving {
            Saving::NotBegun => {
                let thought = "All steps are carried out: save the document.";
                (Asked::Saving, Saving::Tried, press(keys, thought))
            }
            Saving::Blocked => {
                let thought = "Nothing was written: something may be open that keeps it from being saved.";
                (Asked::Closing, Saving::Blocked, press("Escape", thought))
            }
            Saving::Closed => (Asked::Saving, Saving::TriedAgain, press(keys, "Save the document again.")),
            Saving::Tried | Saving::TriedAgain | Saving::Done => return finish_draft(),
        };
        (self.asked, self.saving) = (asked, saving);
        draft
    }

    /// Where the plan is, for the beginning of a sentence.
    pub(super) fn place(&self, plan: &CommandPlan) -> String {
        let step = plan.steps.get(self.at).map(|it| format!("step {} ({})", self.at + 1, it.subtask));
        match (self.asked, step) {
            (Asked::Step, Some(step)) => step,
            (_, Some(step)) => format!("before {step}"),
            (Asked::Saving | Asked::Closing, None) => "while the document was saved".to_owned(),
            (_, None) => "after the last step".to_owned(),
        }
    }

    fn stop(&self, plan: &CommandPlan, kind: StopKind, why: &str) -> PlanStop {
        let step = plan.steps.get(self.at);
        let message = match step {
            Some(step) => format!("step {} ({}): {why}", self.at + 1, step.subtask),
            None => why.to_owned(),
        };
        PlanStop { step: step.map(|_| self.at + 1), kind, message }
    }
}

/// The control of the step: the best match of its text; for a control without a text, the one with its label.
fn best<'s>(
    wanted: &WantedText<'_>,
    step: &CommandStep,
    controls: &[NestedControl<'s>],
) -> Option<NestedControl<'s>> {
    if !step.control_text.trim().is_empty() {
        return wanted.best(controls, step.label.as_deref());
    }
    let has_label = |seen: &&NestedControl<'_>| seen.label.map(|it| it.to_string()) == step.label;
    controls.iter().copied().find(|seen| has_label(&seen) && seen.is_usable())
}

fn finish_draft() -> AppDraft {
    AppDraft::new(AppMove::Finish, "All steps are carried out.")
}

/// The label and the text of the target, if it is a control.
fn control_of(target: &Target) -> Option<(String, String)> {
    let Target::Control(control) = target else { return None };
    Some((control.label?.to_string(), control.text().to_owned()))
}

fn act(requested: ActionRequest, thought: String) -> AppDraft {
    let then = NextStatus::Continue;
    AppDraft::new(AppMove::Act { requested: vec![requested], caution: Caution::Usual, then }, thought)
}

/// A command for the window.
fn window_request<const N: usize>(command: &str, args: [(&str, Value); N]) -> ActionRequest {
    let args: Map<String, Value> = args.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    ActionRequest { call: Call { command: command.to_owned(), args }, target: Target::Window }
}
