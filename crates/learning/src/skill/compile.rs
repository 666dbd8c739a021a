//! Compiles trajectories into skills. Steps that depended on what an agent saw or read give no skill, because
//! it would repeat them when the screen shows something else.

use super::{
    ExpectedEffect, SKILL_FORMAT, ShownControl, Skill, SkillConsent, SkillLaunch, SkillStep, SkillSubtask,
    WindowCondition, argument_texts::leaves, revealed::revealed,
};
use crate::{
    ControlIdentity, Template,
    template::{Bindings, is_note, note_parameter, with_parameters, with_single_spaces},
    trajectory::{RoundTrajectory, SubtaskStep, SubtaskTrajectory},
};
use deskpilot_core::{
    Action, Aim, Control, Effect, Gesture, Launch, Outcome, Product, Role, Subtask, SubtaskOutcome, TextMode,
    Verb, Verdict, WaitCondition,
};
use serde_json::{Map, Value};
use thiserror::Error;

/// The most steps of a skill.
const MOST_STEPS: usize = 200;

/// Why a trajectory gives no skill.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotCompiled {
    /// It did not finish.
    #[error("it was not finished")]
    NotFinished,
    /// A person took part in it.
    #[error("a person answered or took the desktop meanwhile")]
    Disturbed,
    /// It did not produce what it promised.
    #[error("it promised {0}, which was not there when it ended")]
    Missing(String),
    /// It has no steps, or too many.
    #[error("it has {0} steps, and a skill has from 1 to {MOST_STEPS}")]
    Length(usize),
    /// An action cannot be repeated without an agent that looks at the window.
    #[error("{0}")]
    NotRepeatable(String),
    /// What the screen showed decided what was done.
    #[error("{0} came from what the window showed, and that may differ the next time")]
    DependsOnScreen(String),
}

/// The skill of a subtask that has succeeded once. `source` says where it was learned.
///
/// # Errors
/// It cannot be repeated without a model, for this reason.
pub fn subtask_skill(done: &SubtaskTrajectory, source: &str) -> Result<Skill, NotCompiled> {
    check_ended(done)?;
    let kept = essential(&done.steps)?;
    if kept.is_empty() || kept.len() > MOST_STEPS {
        return Err(NotCompiled::Length(kept.len()));
    }
    let instructions =
        done.subtask.to_string().to_lowercase() + &done.subtask.message.join("\n").to_lowercase();
    let mut steps: Vec<SkillStep> = Vec::new();
    for step in kept {
        check_origin(step, done, &instructions)?;
        if let Some(control) = revealed(step, done, &instructions) {
            let what = format!("what followed {}, which showed {control},", step.action);
            return Err(NotCompiled::DependsOnScreen(what));
        }
        steps.push(compiled(step, done, &instructions)?);
    }
    mark_window(&mut steps, done);
    Ok(Skill {
        format: SKILL_FORMAT,
        text: Template::literal(&done.subtask.text),
        application: done.window.application.clone(),
        runs: 1,
        demonstration: None,
        consent: SkillConsent::Unasked,
        learned_from: vec![source.to_owned()],
        subtasks: Vec::new(),
        steps,
    })
}

/// The skill of a request that has succeeded once.
///
/// # Errors
/// It cannot be repeated without a HostAgent's model, for this reason.
pub fn request_skill(done: &RoundTrajectory, source: &str) -> Result<Skill, NotCompiled> {
    if !matches!(done.verdict, Some(Verdict::Finished(_))) {
        return Err(NotCompiled::NotFinished);
    }
    if !done.is_plain {
        return Err(NotCompiled::NotRepeatable(
            "programs were run, or other agents or the user asked".into(),
        ));
    }
    if done.subtasks.is_empty() {
        return Err(NotCompiled::Length(0));
    }
    done.subtasks.iter().try_for_each(check_ended)?;
    check_planned(done)?;
    Ok(Skill {
        format: SKILL_FORMAT,
        text: Template::literal(&done.request),
        application: String::new(),
        runs: 1,
        demonstration: None,
        consent: SkillConsent::Unasked,
        learned_from: vec![source.to_owned()],
        subtasks: done.subtasks.iter().map(skill_subtask).collect(),
        steps: Vec::new(),
    })
}

fn check_ended(done: &SubtaskTrajectory) -> Result<(), NotCompiled> {
    match done.outcome {
        Some(SubtaskOutcome::Finished) if done.was_disturbed => Err(NotCompiled::Disturbed),
        Some(SubtaskOutcome::Finished) => match done.missing().next() {
            Some(product) => Err(NotCompiled::Missing(product.to_string())),
            None => Ok(()),
        },
        _ => Err(NotCompiled::NotFinished),
    }
}

/// Fails if the HostAgent chose a later subtask only after it had seen the result of an earlier one: it may
/// choose another one the next time.
fn check_planned(done: &RoundTrajectory) -> Result<(), NotCompiled> {
    let is_planned =
        |text: &str| done.planned.iter().any(|it| with_single_spaces(it) == with_single_spaces(text));
    let mut later = done.subtasks.iter().skip(1).map(|it| &it.subtask.text);
    match later.find(|it| !is_planned(it)) {
        Some(text) => Err(NotCompiled::NotRepeatable(format!(
            "the subtask {text:?} was chosen only after an earlier one had ended"
        ))),
        None => Ok(()),
    }
}

fn skill_subtask(done: &SubtaskTrajectory) -> SkillSubtask {
    let Subtask { text, produces, message, .. } = &done.subtask;
    let launch = |it: &Launch| SkillLaunch {
        application: Template::literal(&it.application),
        file: it.file.as_deref().map(Template::literal),
    };
    SkillSubtask {
        text: Template::literal(text),
        application: done.window.application.clone(),
        opens: done.launches.iter().map(launch).collect(),
        notes: produces.iter().filter_map(Product::note).map(str::to_owned).collect(),
        files: produces.iter().filter_map(Product::file).map(Template::literal).collect(),
        tips: message.iter().map(|it| Template::literal(it)).collect(),
    }
}

/// The steps that had an effect. Leaves out steps that only helped the agent to see, and refused steps, which
/// sent nothing to the application.
fn essential(steps: &[SubtaskStep]) -> Result<Vec<&SubtaskStep>, NotCompiled> {
    let last_change = steps.iter().rposition(|it| changes(&it.action)).unwrap_or(0);
    let mut kept = Vec::new();
    for (at, step) in steps.iter().enumerate() {
        let is_reading =
            matches!(&step.action.verb, Verb::Read { note: None } | Verb::ReadClipboard { note: None });
        if (is_reading || has_output(step)) && at < last_change {
            let what = format!("what {} returned decided what came next", step.action);
            return Err(NotCompiled::NotRepeatable(what));
        }
        let was_sent = !matches!(step.outcome.as_ref().map(|it| &it.effect), Some(Effect::Refused(_)));
        if was_sent && !is_reading && !only_shows(&step.action.verb) {
            kept.push(step);
        }
    }
    Ok(kept)
}

/// Whether a native command returned output on which its agent could base the next decision.
fn has_output(step: &SubtaskStep) -> bool {
    let output = step.outcome.as_ref().and_then(|it| it.output.as_deref()).unwrap_or_default();
    step.action.verb == Verb::Native && !output.trim().is_empty()
}

const fn only_shows(verb: &Verb) -> bool {
    matches!(
        verb,
        Verb::Wait(WaitCondition { shows: None, .. })
            | Verb::Summary(_)
            | Verb::ShowNote { .. }
            | Verb::Annotate(_)
            | Verb::ShowMore(_)
            | Verb::Find(_)
            | Verb::Describe(_)
            | Verb::Recall(_)
    )
}

const fn changes(action: &Action) -> bool {
    matches!(action.verb, Verb::Gesture(_) | Verb::Native)
}

fn compiled(
    step: &SubtaskStep,
    done: &SubtaskTrajectory,
    instructions: &str,
) -> Result<SkillStep, NotCompiled> {
    let SubtaskStep { action, outcome, view, is_first, .. } = step;
    if let Some(why) = unrepeatable(action) {
        return Err(NotCompiled::NotRepeatable(format!("{action}: {why}")));
    }
    let notes = used_notes(step, instructions);
    let effect = outcome.as_ref().and_then(|it| {
        let expected = ExpectedEffect::of(&it.effect)?;
        Some(if step.after.is_none() { expected.with_changes_of(&it.effect) } else { expected })
    });
    let effect = effect.map(|it| if changes(action) { it.with_notes(&notes) } else { it.of_any_content() });
    let Some(effect) = effect else {
        let came = outcome.as_ref().map_or("interrupted".into(), |it: &Outcome| it.effect.to_string());
        return Err(NotCompiled::NotRepeatable(format!("{action} had no effect to expect again: {came}")));
    };
    let control = match &action.aim {
        Aim::Control(control) => Some(ControlIdentity::of(control, view.as_ref())),
        Aim::Window | Aim::Point(_) => None,
    };
    let mut before = view.as_ref().filter(|_| *is_first).map(WindowCondition::of).unwrap_or_default();
    if let Aim::Control(control) = &action.aim
        && is_continuing(action)
        && is_as_observed(step, done)
    {
        before = before.with_value_of(control);
    }
    let args =
        action.call.args.iter().map(|(name, value)| (name.clone(), with_notes(value, &notes))).collect();
    let after = shown_after(step, &notes);
    Ok(SkillStep { command: action.call.command.clone(), args, control, before, effect, after })
}

/// The first step also says in which window it is: another window may have the same title.
fn mark_window(steps: &mut [SkillStep], done: &SubtaskTrajectory) {
    let Some(view) = done.steps.first().and_then(|it| it.view.as_ref()) else { return };
    let used: Vec<ControlIdentity> = steps.iter().filter_map(|it| it.control.clone()).collect();
    let Some(first) = steps.first_mut() else { return };
    let condition = std::mem::take(&mut first.before).with_title(&view.window.title);
    first.before = condition.with_landmarks_of(view, &used.iter().collect::<Vec<_>>());
}

/// Whether no earlier action of the same decision was on the same control.
fn is_as_observed(step: &SubtaskStep, done: &SubtaskTrajectory) -> bool {
    let earlier = done.steps.iter().take_while(|it| !std::ptr::eq(*it, step));
    let is_same = |it: &SubtaskStep| it.step == step.step && it.action.aim == step.action.aim;
    !earlier.into_iter().any(is_same)
}

/// Whether the result of the action depends on what its control held before.
fn is_continuing(action: &Action) -> bool {
    matches!(action.verb, Verb::Gesture(Gesture::Text { mode: TextMode::Append, .. } | Gesture::Keys(_)))
}

/// What the window showed after the last action of a decision, with parameters in place of the texts of notes.
fn shown_after(step: &SubtaskStep, notes: &Bindings) -> Vec<ShownControl> {
    let (Some(before), Some(after)) = (&step.view, &step.after) else { return Vec::new() };
    let with_notes = |it: &Template| {
        let text = it.filled(&Bindings::new())?;
        Some(with_parameters(&text, notes))
    };
    ShownControl::between(before, after).iter().filter_map(|it| it.map(with_notes)).collect()
}

/// Why an action cannot be repeated by its control and arguments; `None` if it can.
fn unrepeatable(action: &Action) -> Option<&'static str> {
    let verb = match &action.verb {
        Verb::Switch(_) | Verb::SwitchTo(_) => Some("it went to another window"),
        Verb::Open(_) => Some("it opened a document"),
        Verb::AskAgent(_) => Some("another agent did it"),
        Verb::Note { .. } => Some("it notes what was seen"),
        Verb::EditNote { .. } => Some("it edits a note"),
        Verb::Gesture(Gesture::Drag { .. }) => Some("it drags to a place"),
        _ => None,
    };
    let aim = match &action.aim {
        Aim::Point(_) => Some("it is at a place, and not on a control"),
        Aim::Control(it) if it.is_known_by_place() => Some("only the place of its control is known"),
        Aim::Control(it) if it.is_optional() => Some("its control may or may not be there"),
        Aim::Control(_) | Aim::Window => None,
    };
    verb.or(aim).or_else(|| has_null(&action.call.args).then_some("an argument has a cell without a value"))
}

/// TOML has no null.
fn has_null(args: &Map<String, Value>) -> bool {
    fn is(value: &Value) -> bool {
        match value {
            Value::Null => true,
            Value::Array(items) => items.iter().any(is),
            Value::Object(fields) => fields.values().any(is),
            Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
        }
    }
    args.values().any(is)
}

/// The notes whose texts the step wrote although its instructions do not contain them, with the names of
/// their parameters. Notes with equal texts are left out, because it is unclear which one the step used.
fn used_notes(step: &SubtaskStep, instructions: &str) -> Bindings {
    let mut texts = Vec::new();
    step.action.call.args.values().for_each(|it| leaves(it, &mut texts));
    let is_written = |note: &str| {
        !note.is_empty()
            && !instructions.contains(&note.to_lowercase())
            && texts.iter().any(|it| it.contains(note))
    };
    let same = |text: &str| step.notes.values().filter(|it| it.trim() == text).count();
    let notes = step.notes.iter().map(|(name, text)| (note_parameter(name), text.trim()));
    notes
        .filter(|(name, text)| is_note(name) && is_written(text) && same(text) == 1)
        .map(|(name, text)| (name, text.to_owned()))
        .collect()
}

/// The argument as a template, with parameters in place of the texts of notes.
fn with_notes(value: &Value, notes: &Bindings) -> Value {
    match value {
        Value::String(text) => Value::String(with_parameters(text, notes).to_string()),
        Value::Array(items) => Value::Array(items.iter().map(|it| with_notes(it, notes)).collect()),
        Value::Object(fields) => {
            Value::Object(fields.iter().map(|(name, it)| (name.clone(), with_notes(it, notes))).collect())
        }
        other => other.clone(),
    }
}

/// Fails if what the step does was taken from the window or the blackboard rather than from the subtask.
fn check_origin(step: &SubtaskStep, done: &SubtaskTrajectory, instructions: &str) -> Result<(), NotCompiled> {
    if let Aim::Control(control) = &step.action.aim
        && is_content(control)
        && !instructions.contains(&control.name.trim().to_lowercase())
    {
        return Err(NotCompiled::DependsOnScreen(control.id().to_string()));
    }
    let notes = used_notes(step, instructions);
    let mut texts = Vec::new();
    let args = step.action.call.args.values();
    args.for_each(|it| leaves(&with_notes(it, &notes), &mut texts));
    let noted = |text: &str| step.notes.values().any(|it| it.trim() == text);
    let mut unstated = texts.into_iter().filter(|text| !instructions.contains(&text.to_lowercase()));
    let shown = unstated.find(|text| noted(text) || was_shown(text, step, done));
    shown.map_or(Ok(()), |text| Err(NotCompiled::DependsOnScreen(format!("{text:?}"))))
}

/// Whether the control is named after content, which differs from document to document. The cells of a sheet are named after
/// their place.
fn is_content(control: &Control) -> bool {
    let is_address = |name: &str| {
        let digits = name.trim_start_matches(|it: char| it.is_ascii_uppercase());
        !digits.is_empty() && digits.len() < name.len() && digits.chars().all(|it| it.is_ascii_digit())
    };
    match control.role {
        Role::Cell => !is_address(control.name.trim()) && !control.name.trim().is_empty(),
        Role::ListItem | Role::TreeItem | Role::Hyperlink | Role::Text | Role::Image => true,
        _ => false,
    }
}

/// Whether the window showed the text before, as the value of a control, or a command returned it.
fn was_shown(text: &str, step: &SubtaskStep, done: &SubtaskTrajectory) -> bool {
    let before = done.steps.iter().take_while(|it| !std::ptr::eq(*it, step));
    let returned = before.clone().filter_map(|it| it.outcome.as_ref()?.output.as_deref());
    let mut words =
        returned.flat_map(|it| it.split(|it: char| !(it.is_alphanumeric() || ".,-_/@".contains(it))));
    if words.any(|it| it == text) {
        return true;
    }
    // A text that the agent wrote before is shown because of that.
    let wrote = before.flat_map(|it| {
        let mut texts = Vec::new();
        it.action.call.args.values().for_each(|it| leaves(it, &mut texts));
        texts
    });
    if wrote.into_iter().any(|it| it == text) || text.parse::<f64>().is_ok() {
        return false;
    }
    let controls = step.view.iter().flat_map(|it| &it.controls);
    controls.filter_map(|it| it.value.as_deref()).any(|it| it.trim() == text)
}
