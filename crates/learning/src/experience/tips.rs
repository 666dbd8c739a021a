//! Tips: sentences about what was observed. Names and texts from the screen are quoted, on one line, and cut
//! to a maximum length.

use super::{MOST_CHARACTERS, MOST_TIPS, hidden_texts::is_hidden};
use crate::{ControlIdentity, trajectory::SubtaskStep};
use deskpilot_core::{
    Action, Aim, AppView, Control, Effect, NoChangeReason, Operation, Outline, Refusal, Role, SubtaskOutcome,
    Verb, is_in_front, one_line,
};
use serde_json::Value;

/// The most characters of a name or an argument.
const MOST_OF_NAME: usize = 80;
/// The most characters of a reason.
const MOST_OF_REASON: usize = 220;
/// The most texts of a dialog that a tip quotes.
const MOST_OF_DIALOG: usize = 4;

/// What worked: which control or command had which effect, by which menus it was reached, which dialog it answered.
pub(super) fn advice(steps: &[SubtaskStep]) -> Vec<String> {
    let worked: Vec<&SubtaskStep> = steps.iter().filter(|it| has_worked(it)).collect();
    let mut tips = Vec::new();
    for (at, step) in worked.iter().enumerate() {
        let is_on_the_way =
            menu_item(step).is_some() && worked.get(at + 1).is_some_and(|it| menu_item(it).is_some());
        if !is_on_the_way {
            add(&mut tips, &tip(step, &menu_path(&worked[..=at])));
        }
    }
    tips.truncate(MOST_TIPS);
    tips
}

/// What went wrong, with its reason: what was refused, what changed nothing, and how the subtask failed.
pub(super) fn warnings(steps: &[SubtaskStep], outcome: Option<&SubtaskOutcome>) -> Vec<String> {
    let mut tips = Vec::new();
    for step in steps {
        if let Some(what) = went_wrong(step) {
            add(&mut tips, &format!("{} {what}", subject(step, Place::Unstated)));
        }
    }
    let end = match outcome {
        Some(SubtaskOutcome::Failed(why)) => Some(format!(
            "The subtask failed; its agent gave this reason: {}",
            quote_up_to(why, MOST_OF_REASON)
        )),
        // A window may be gone because a person closed it, or because the desktop ended.
        Some(SubtaskOutcome::Finished | SubtaskOutcome::Errored(_) | SubtaskOutcome::WindowGone(_))
        | None => None,
    };
    tips.truncate(MOST_TIPS - usize::from(end.is_some()));
    tips.extend(end);
    tips
}

fn add(tips: &mut Vec<String>, tip: &str) {
    let tip = one_line(tip, MOST_CHARACTERS);
    if !tips.contains(&tip) {
        tips.push(tip);
    }
}

/// Whether the action changed something, or found the wanted state already there.
pub(super) fn has_worked(step: &SubtaskStep) -> bool {
    let effect = step.outcome.as_ref().map(|it| &it.effect);
    let wanted =
        matches!(effect, Some(Effect::Confirmed(_) | Effect::NoChange(NoChangeReason::AlreadySo(_))));
    wanted && changes(&step.action)
}

const fn changes(action: &Action) -> bool {
    matches!(action.verb, Verb::Gesture(_) | Verb::Native)
}

fn tip(step: &SubtaskStep, menus: &[String]) -> String {
    let effect =
        step.outcome.as_ref().map(|it| one_line(&it.effect.detail(), MOST_CHARACTERS)).unwrap_or_default();
    let had = format!("had this effect: {effect}");
    if menus.len() > 1 {
        return format!("The menu path {} {had}", menus.join(" > "));
    }
    match dialog(step) {
        Some((dialog, texts)) if texts.is_empty() => {
            format!("In {dialog}, {} {had}", subject(step, Place::Stated))
        }
        Some((dialog, texts)) => {
            format!("{dialog} said {}; there, {} {had}", texts.join(", "), subject(step, Place::Stated))
        }
        None => format!("{} {had}", subject(step, Place::Unstated)),
    }
}

/// Whether the sentence already says where the control is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Stated,
    Unstated,
}

/// What was done, with its control and arguments.
fn subject(step: &SubtaskStep, place: Place) -> String {
    let action = &step.action;
    let command = one_line(&action.call.command, MOST_OF_NAME);
    let command = match action.verb {
        Verb::Native => format!("The native command {command}"),
        _ => command,
    };
    let arguments = if is_hidden(step) { String::new() } else { arguments(action) };
    let on = match &action.aim {
        Aim::Control(control) => {
            let within = ControlIdentity::of(control, step.view.as_ref()).within.unwrap_or_default();
            let within = within.first().filter(|_| place == Place::Unstated);
            let within = within.map(|it| format!(" in {}", one_line(it, MOST_OF_NAME))).unwrap_or_default();
            format!(" on {}{within}", named(control))
        }
        Aim::Window => String::new(),
        Aim::Point(_) => " at a place".to_owned(),
    };
    format!("{command}{arguments}{on}")
}

/// The arguments worth mentioning. The left button is left out, because it is the default.
fn arguments(action: &Action) -> String {
    let texts = action.call.args.iter().filter_map(|(name, value)| {
        let name = one_line(name, MOST_OF_NAME);
        match value {
            Value::String(text) if text.trim().is_empty() || text == "left" => None,
            Value::String(text) => Some(format!("{name} {}", quote(text))),
            Value::Bool(_) | Value::Null => None,
            other => Some(format!("{name} {}", one_line(&other.to_string(), MOST_OF_NAME))),
        }
    });
    match texts.collect::<Vec<_>>().as_slice() {
        [] => String::new(),
        some => format!(" with {}", some.join(" and ")),
    }
}

/// The dialog in which the step's control is, and what it says. The texts of a whole window in front are the labels of its fields.
fn dialog(step: &SubtaskStep) -> Option<(String, Vec<String>)> {
    let (Aim::Control(control), Some(view)) = (&step.action.aim, &step.view) else { return None };
    let outline = Outline::of(&view.controls, &view.levels);
    let at = view.controls.iter().position(|it| it.label.is_some() && it.label == control.label)?;
    let dialog = outline.around(at).find(|it| is_in_front(view.controls[*it].role))?;
    let texts = match view.controls[dialog].role {
        Role::Window => Vec::new(),
        _ => texts_in(dialog, view, &outline),
    };
    Some((named(&view.controls[dialog]), texts))
}

fn texts_in(dialog: usize, view: &AppView, outline: &Outline) -> Vec<String> {
    let is_text = |at: &usize| {
        let control = &view.controls[*at];
        control.role == Role::Text
            && !control.text().trim().is_empty()
            && outline.around(*at).any(|it| it == dialog)
    };
    let texts = (0..view.controls.len()).filter(is_text);
    texts.take(MOST_OF_DIALOG).map(|it| quote(view.controls[it].text())).collect()
}

/// The name of the menu or entry that the step is on.
fn menu_item(step: &SubtaskStep) -> Option<String> {
    match &step.action.aim {
        Aim::Control(control) if matches!(control.role, Role::Menu | Role::MenuItem) => {
            Some(quote(&control.name))
        }
        _ => None,
    }
}

/// The menus and the entry that the last steps went through, outermost first.
pub(super) fn menu_path(worked: &[&SubtaskStep]) -> Vec<String> {
    let mut path: Vec<String> = worked.iter().rev().map_while(|it| menu_item(it)).collect();
    path.reverse();
    path
}

/// What went wrong in a step, by its effect; `None` if nothing did, or if the cause may be temporary.
fn went_wrong(step: &SubtaskStep) -> Option<String> {
    let outcome = step.outcome.as_ref()?;
    let detail = || one_line(&outcome.effect.detail(), MOST_CHARACTERS);
    match &outcome.effect {
        Effect::Refused(refusal) if is_lasting(refusal) => Some(format!("was refused: {}", detail())),
        Effect::NoChange(_) if changes(&step.action) => {
            let is_wanted = outcome.is_as_wanted(&Operation::Act(Box::new(step.action.clone())));
            (!is_wanted).then(|| format!("changed nothing: {}", detail()))
        }
        _ => None,
    }
}

/// Whether the same action would be refused again, because the cause is not temporary.
const fn is_lasting(refusal: &Refusal) -> bool {
    matches!(
        refusal,
        Refusal::NotEnabled(_)
            | Refusal::NotPossible { .. }
            | Refusal::NoSuchApplication { .. }
            | Refusal::NoSuchCommand(_)
            | Refusal::BadArgument { .. }
            | Refusal::OffLimits(_)
            | Refusal::NotAllowed(_)
            | Refusal::NoSecret(_)
            | Refusal::SecretBound { .. }
            | Refusal::HoldsSecret { .. }
            | Refusal::NoControl
    )
}

fn named(control: &Control) -> String {
    format!("{} {}", control.role.name(), quote(&control.name))
}

fn quote(text: &str) -> String {
    quote_up_to(text, MOST_OF_NAME)
}

fn quote_up_to(text: &str, most: usize) -> String {
    format!("{:?}", one_line(text.trim(), most))
}
