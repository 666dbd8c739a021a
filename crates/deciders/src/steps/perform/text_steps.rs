//! Steps that write and read texts.

use super::{
    super::{
        act::{PlannedAction, StepMove, may_wait, short_wait},
        calculator,
        controls::{self, find},
        forms::DISPLAY,
        keys::keys_for_text,
        names::{folded_name, likeness, shorten},
        step::{Name, Step, TextSource},
        terminal,
    },
    ambiguity_note,
    named_text::resolve_text,
};
use crate::facts::AppFacts;
use deskpilot_core::{Role, State};
use serde_json::json;

/// The names of a window's main text.
const MAIN_TEXT_NAMES: &[&str] = &["document", "text", "page", "content", "contents", "file", "it"];

pub(super) fn type_text(
    facts: &AppFacts<'_>,
    words: &TextSource,
    into: Option<&Name>,
) -> Result<StepMove, String> {
    let text = resolve_text(facts, words)?;
    let found = match into {
        Some(into) => find(facts, into, &controls::TEXT_INPUTS)
            .or_else(|missing| controls::placeholder(facts, into).ok_or(missing))?,
        None => controls::text_target(facts)
            .ok_or_else(|| format!("there is no place for text in {}", facts.window_name()))?,
    };
    // Keys right before it moved the caret or selected something: the text goes there, and not after all other text. A reference
    // to a secret is filled in by the command that puts a text.
    let follows_keys = into.is_none()
        && facts.last.as_ref().is_some_and(|last| last.command() == "keyboard_input" && last.succeeded())
        && !text.contains("{{");
    // A terminal's content cannot be replaced.
    let act = match found.control.role == Role::Terminal || follows_keys {
        true => PlannedAction::control(
            found.control,
            "keyboard_input",
            [("keys", json!(keys_for_text(&text))), ("control_focus", json!(true))],
        ),
        false => PlannedAction::control(
            found.control,
            "set_edit_text",
            [("text", json!(text)), ("clear_current_text", json!(false))],
        ),
    };
    let runs = if found.control.role == Role::Terminal { terminal::step_after(&text) } else { None };
    Ok(act.because(ambiguity_note(&found)).then(runs.into_iter().collect()).into())
}

/// A text that is there would be saved with the one that is to be typed.
pub(super) fn empty_text(facts: &AppFacts<'_>) -> Result<StepMove, String> {
    let shown = controls::text_target(facts).and_then(|found| found.control.value.as_deref());
    match shown.filter(|text| !text.trim().is_empty()) {
        Some(text) => Err(format!(
            "{} has a text already, {:?}: close it first, or ask to add to it, as in `open the text editor. type \"hello\"`",
            facts.window_name(),
            shorten(text)
        )),
        None => Ok(StepMove::Done("The text is empty.".into())),
    }
}

pub(super) fn set(facts: &AppFacts<'_>, what: &Name, words: &TextSource) -> Result<StepMove, String> {
    let text = resolve_text(facts, words)?;
    let found = find(facts, what, &controls::SETTABLE)?;
    let number = text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
    let act = match (found.control.role, number) {
        (Role::Slider | Role::Spinner, Some(number)) => {
            PlannedAction::control(found.control, "set_value", [("value", json!(number))])
        }
        (Role::Slider, None) => return Err(format!("{what} takes a number, not {text:?}")),
        (Role::ComboBox, _) if !found.control.is(State::Editable) => {
            PlannedAction::control(found.control, "select_item", [("item", json!(text))])
        }
        _ => PlannedAction::control(
            found.control,
            "set_edit_text",
            [("text", json!(text)), ("clear_current_text", json!(true))],
        ),
    };
    Ok(act.because(ambiguity_note(&found)).into())
}

pub(super) fn select_text(facts: &AppFacts<'_>, text: &str) -> Result<StepMove, String> {
    let found =
        controls::text_target(facts).ok_or_else(|| format!("there is no text in {}", facts.window_name()))?;
    Ok(PlannedAction::control(found.control, "select_text", [("text", json!(text))]).into())
}

pub(super) fn read(facts: &AppFacts<'_>, what: &Name, note: &str) -> Result<StepMove, String> {
    let called = folded_name(&what.text);
    let named = find(facts, what, &controls::READABLE)
        .ok()
        .filter(|found| likeness(&what.text, found.control.text()) >= 0.97);
    let found = match named {
        Some(found) => found,
        None if DISPLAY.contains(&called.as_str()) => controls::display(facts)
            .ok_or_else(|| format!("nothing in {} looks like a display", facts.window_name()))?,
        None if MAIN_TEXT_NAMES.contains(&called.as_str()) => controls::text_target(facts)
            .or_else(|| controls::display(facts))
            .ok_or_else(|| format!("there is no text in {}", facts.window_name()))?,
        None => find(facts, what, &controls::READABLE)?,
    };
    if DISPLAY.contains(&called.as_str()) && calculator::is_busy(facts, found.control) {
        let retry = vec![Step::Read(what.clone(), note.to_owned())];
        return match may_wait(facts) {
            true => Ok(short_wait().then(retry).into()),
            false => Err(format!(
                "the display shows {:?} and no result",
                found.control.value.as_deref().unwrap_or("")
            )),
        };
    }
    if !found.control.has_label() {
        return Err(format!("it shows {:?}, but has no number to be read by", found.control.text()));
    }
    if found.control.is(State::Protected) {
        return Err(format!("what {what} holds is hidden, and stays so"));
    }
    Ok(PlannedAction::control(found.control, "texts", [("name", json!(note))])
        .because(ambiguity_note(&found))
        .into())
}
