//! An AppAgent's turns with a skill: one step at each.

use super::consents::{Candidate, Permission, SkillConsents};
use crate::{
    NamedSkill, SkillStep, SkillStore,
    template::{Bindings, note_parameter},
};
use deskpilot_core::{
    AppDecision, Call, Caution, Control, NextStatus, Question, Remarks, State, WindowState,
};
use deskpilot_deciders::{ActionRequest, AppResponse, AppScene, Target};
use serde_json::json;

/// How often a step waits for a window that is not yet as it was, a second each.
const MOST_WAITS: u32 = 2;

/// The progress of a subtask.
pub(super) struct SubtaskRun {
    /// The round and the index of the subtask.
    of: (u32, u32),
    turn: Turn,
}

/// Who decides next in a subtask.
enum Turn {
    /// The inner decider; the text reports what a skill did before.
    Inner(Option<String>),
    /// This skill, if a person agrees.
    Candidate(Box<SkillRun>),
    /// A skill.
    Skill(Box<SkillRun>),
}

/// A skill that is followed.
struct SkillRun {
    named: NamedSkill,
    values: Bindings,
    /// The next step, from 0.
    at: usize,
    asked: Asked,
    waits: u32,
    /// Whether the effect of the last step reported the expected change.
    is_change_reported: bool,
}

/// What the last action was for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asked {
    /// There was no action.
    Nothing,
    /// The step before.
    Step,
    /// A wait, so that the window reaches the state in which the next step begins.
    Wait,
}

/// What happens next.
pub(super) enum Next {
    /// The skill decides this.
    Respond(AppResponse),
    /// Asks the inner decider, which receives this report.
    Inner(Option<String>),
}

impl SubtaskRun {
    /// Begins the subtask of this scene: with a skill if one fits and nothing was done yet.
    pub(super) fn begin(skills: &SkillStore, scene: &AppScene<'_>) -> SubtaskRun {
        let subtask = &scene.assignment.subtask;
        let is_untouched = scene.context.memory.last.is_empty() && scene.context.memory.held.is_empty();
        let found = skills.for_subtask(&subtask.text, &scene.view.window);
        let turn = match found.filter(|_| is_untouched) {
            Some((named, values)) => Turn::Candidate(Box::new(SkillRun {
                named: named.clone(),
                values,
                at: 0,
                asked: Asked::Nothing,
                waits: 0,
                is_change_reported: true,
            })),
            None => Turn::Inner(None),
        };
        SubtaskRun { of: key(scene), turn }
    }

    /// Whether this is the subtask of the scene.
    pub(super) fn is_of(&self, scene: &AppScene<'_>) -> bool {
        self.of == key(scene)
    }

    /// What happens next in this scene.
    pub(super) fn next(
        &mut self,
        skills: &SkillStore,
        consents: Option<&SkillConsents>,
        scene: &AppScene<'_>,
    ) -> Next {
        let mut run = match std::mem::replace(&mut self.turn, Turn::Inner(None)) {
            Turn::Inner(report) => {
                self.turn = Turn::Inner(report.clone());
                return Next::Inner(report);
            }
            Turn::Skill(run) => run,
            Turn::Candidate(run) => match run.permission(skills, consents, scene) {
                Permission::Granted => run,
                Permission::Ask(question) => {
                    self.turn = Turn::Candidate(run);
                    return Next::Respond(asking(question));
                }
                Permission::Denied => return Next::Inner(None),
            },
        };
        match run.next(scene) {
            Ok(response) => {
                self.turn = Turn::Skill(run);
                Next::Respond(response)
            }
            Err(why) => {
                let report = run.handed_back(&why);
                self.turn = Turn::Inner(Some(report.clone()));
                Next::Inner(Some(report))
            }
        }
    }
}

fn asking(question: Question) -> AppResponse {
    let remarks = Remarks { thought: "A skill could do this.".into(), ..Remarks::default() };
    AppResponse { decision: AppDecision::Ask(vec![question]), remarks }
}

fn key(scene: &AppScene<'_>) -> (u32, u32) {
    (scene.context.round.number, scene.assignment.subtask.index)
}

impl SkillRun {
    fn permission(
        &self,
        skills: &SkillStore,
        consents: Option<&SkillConsents>,
        scene: &AppScene<'_>,
    ) -> Permission {
        let candidate = Candidate { named: &self.named, values: &self.values, inner: Vec::new() };
        candidate.permission(skills, consents, &scene.context.blackboard.questions)
    }

    /// The next decision; the error says what differs from when the skill was learned.
    fn next(&mut self, scene: &AppScene<'_>) -> Result<AppResponse, String> {
        if let Some(complaint) = scene.context.complaint {
            return Err(complaint.as_str().to_owned());
        }
        let notes = &scene.context.blackboard.notes;
        self.values.extend(notes.iter().map(|(name, text)| (note_parameter(name), text.trim().to_owned())));
        self.check_last(scene)?;
        let shown = self.check_shown(scene);
        if shown.is_ok() {
            let rest = self.named.skill.steps.iter().skip(self.at);
            self.at += rest.take_while(|it| it.has_waited(scene.view, &self.values)).count();
        }
        let ready = match (shown, self.named.skill.steps.get(self.at)) {
            (Err(why), _) => Err(why),
            (Ok(()), None) => return Ok(self.finish()),
            (Ok(()), Some(step)) => ready(step, scene, &self.values)
                .and_then(|control| self.check_later(step, scene).map(|()| (step, control))),
        };
        let (step, control) = match ready {
            Ok(ready) => ready,
            Err(_) if self.waits < MOST_WAITS => {
                self.waits += 1;
                self.asked = Asked::Wait;
                return act(
                    scene,
                    &wait(),
                    self.remarks("The window may not be there yet.", self.left(scene, self.at)),
                );
            }
            Err(why) => return Err(why),
        };
        let call = step.call(&self.values).ok_or("a value of the step is missing or is no number")?;
        let target = control.map_or(Target::Window, |it| Target::Control(it.clone()));
        let remarks = self.remarks("The window is as it was.", self.left(scene, self.at + 1));
        let response = act(scene, &ActionRequest { call, target }, remarks)?;
        (self.at, self.asked, self.waits) = (self.at + 1, Asked::Step, 0);
        Ok(response)
    }

    /// Fails if the last step did not have its effect.
    fn check_last(&mut self, scene: &AppScene<'_>) -> Result<(), String> {
        if self.asked != Asked::Step {
            return Ok(());
        }
        let last = scene.context.last_actions();
        let (Some(step), [last]) =
            (self.at.checked_sub(1).and_then(|it| self.named.skill.steps.get(it)), last.as_slice())
        else {
            return Err("the last step was not carried out alone".into());
        };
        self.is_change_reported = step.effect.is_change_reported(last.effect(), &self.values);
        step.effect.difference(last.effect(), scene.view, &self.values).map_or(Ok(()), Err)
    }

    /// Fails if the window lacks what a later step uses, and had it when the skill was learned.
    fn check_later(&self, step: &SkillStep, scene: &AppScene<'_>) -> Result<(), String> {
        let later = self.named.skill.steps.iter().skip(self.at + 1).filter_map(|it| it.control.as_ref());
        step.before.lacking(later, scene.view).map_or(Ok(()), Err)
    }

    /// Fails while the window does not show what the last step changed.
    fn check_shown(&self, scene: &AppScene<'_>) -> Result<(), String> {
        let Some(step) = self.at.checked_sub(1).and_then(|it| self.named.skill.steps.get(it)) else {
            return Ok(());
        };
        if scene.view.window.state == WindowState::Closed {
            return Ok(());
        }
        let mut differs = step.after.iter().filter_map(|it| it.difference(scene.view, &self.values));
        let missing =
            || step.effect.missing_change(scene.view, &self.values).filter(|_| !self.is_change_reported);
        differs.next().or_else(missing).map_or(Ok(()), Err)
    }

    /// Why the next action is done, and what is left to do after it: the plan of the agent that takes over if the skill stops.
    fn remarks(&self, why: &str, left: Vec<String>) -> Remarks {
        let (at, of) = (self.at + 1, self.named.skill.steps.len());
        let thought = format!("Skill {}, step {at} of {of}. {why}", self.named.name);
        Remarks { thought, plan: left, ..Remarks::default() }
    }

    /// What is left to do where this step, from 0, is the next one: the whole subtask, or the skill's steps from that one on.
    fn left(&self, scene: &AppScene<'_>, next: usize) -> Vec<String> {
        match next {
            0 => vec![scene.assignment.subtask.text.clone()],
            next => self.named.skill.steps_in_words(&self.values).split_off(next),
        }
    }

    fn finish(&self) -> AppResponse {
        let steps = self.named.skill.steps.len();
        let comment =
            format!("done by the skill {}: each of its {steps} steps had its effect", self.named.name);
        let thought = format!("Skill {}: all {steps} steps had their effects.", self.named.name);
        let remarks = Remarks { thought, comment, ..Remarks::default() };
        AppResponse { decision: AppDecision::Finish, remarks }
    }

    /// The report that the inner decider receives when it takes over.
    fn handed_back(&self, why: &str) -> String {
        let done = match (self.asked, self.at) {
            (_, 0) => "nothing was done yet".to_owned(),
            (Asked::Step, at) => format!("step {at} was the last that was tried"),
            (_, at) => format!("{at} steps were done"),
        };
        format!(
            "A skill began this subtask and stopped, because the window is not as it was when it was learned: {why}. Of its {} \
             steps {done}. Look at the window and do what is left.",
            self.named.skill.steps.len()
        )
    }
}

/// The control of the step, if the window is as it was when the skill was learned; the error says what
/// differs.
fn ready<'s>(
    step: &SkillStep,
    scene: &AppScene<'s>,
    values: &Bindings,
) -> Result<Option<&'s Control>, String> {
    // Reports a dialog in front before a missing control, which the dialog may hide.
    if let Some(difference) = step.before.difference(scene.view, None, values) {
        return Err(difference);
    }
    let control = step.control.as_ref().map(|it| it.find(scene.view, values)).transpose()?;
    if let Some(control) = control
        && step.edits_field()
        && !control.states.has(State::Enabled)
    {
        return Err(format!("{} is disabled", control.id()));
    }
    match step.before.difference(scene.view, control, values) {
        Some(difference) => Err(difference),
        None => Ok(control),
    }
}

fn wait() -> ActionRequest {
    let args = [("seconds".to_owned(), json!(1))].into_iter().collect();
    ActionRequest { call: Call { command: "wait".to_owned(), args }, target: Target::Window }
}

fn act(scene: &AppScene<'_>, requested: &ActionRequest, remarks: Remarks) -> Result<AppResponse, String> {
    let actions = scene.commands.actions(requested, scene.view).map_err(|it| it.as_str().to_owned())?;
    let decision = AppDecision::Act {
        actions,
        caution: Caution::Usual,
        then: NextStatus::Continue,
        independent: Vec::new(),
    };
    Ok(AppResponse { decision, remarks })
}
