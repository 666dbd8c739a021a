//! Saving a file: opens the file dialog, fills it in, and verifies the result.

use super::{
    act::{PlannedAction, StepMove, may_wait, short_wait},
    dialog::{error_message, file_dialog, format_question, overwrite_question},
    names::{folded_name, shorten},
    quote::mask,
    step::{Name, Step, TextSource},
};
use crate::facts::AppFacts;
use deskpilot_core::Role;
use serde_json::json;

/// The time limit for a file dialog to appear, in seconds.
const DIALOG_SECONDS: u32 = 10;

/// How the title of a document in Notepad begins that has no name yet.
const UNNAMED: &str = "Untitled - ";

/// The button that every file dialog has.
const CANCEL_BUTTON: &str = "Cancel";

/// The steps that save the document under this path or its own name, after typing these words.
pub(super) fn save(facts: &AppFacts<'_>, what: Option<&TextSource>, path: Option<&str>) -> Vec<Step> {
    let mut steps: Vec<Step> = what.map(|words| Step::Type(words.clone(), None)).into_iter().collect();
    let Some(path) = path else {
        steps.extend([Step::Press(vec!["Ctrl+S".into()]), Step::MakeSure(None)]);
        return steps;
    };
    let has_menu =
        facts.controls.iter().any(|seen| seen.role == Role::Menu && folded_name(&seen.name) == "file");
    steps.extend([
        match has_menu {
            true => Step::Choose(vec![Name::of("File"), Name::of("Save As...")]),
            false => Step::Press(vec![naming_keys(&facts.window.title).into()]),
        },
        Step::AwaitFileDialog,
        Step::NameFile(path.to_owned()),
        Step::AcceptFile(path.to_owned()),
        Step::MakeSure(Some(path.to_owned())),
    ]);
    steps
}

/// The keys that ask for a file's name. The Notepad of Windows has few shortcuts, and those that save ask for a name that is missing.
fn naming_keys(title: &str) -> &'static str {
    match title.trim_start_matches('*').starts_with(UNNAMED) {
        true => "Ctrl+S",
        false => "Ctrl+Shift+S",
    }
}

/// Waits for the file dialog.
pub(super) fn wait(facts: &AppFacts<'_>) -> Result<StepMove, String> {
    if file_dialog(facts).is_some() {
        return Ok(StepMove::Done("The file dialog is shown.".into()));
    }
    if just_waited(facts) {
        return Err(format!("no file dialog showed within {DIALOG_SECONDS} seconds"));
    }
    let wait =
        PlannedAction::window("wait", [("seconds", json!(DIALOG_SECONDS)), ("text", json!(CANCEL_BUTTON))]);
    Ok(wait.then(vec![Step::AwaitFileDialog]).into())
}

/// Enters the path in the file dialog.
pub(super) fn enter_name(facts: &AppFacts<'_>, path: &str) -> Result<StepMove, String> {
    let dialog = file_dialog(facts).ok_or("the file dialog is not shown")?;
    if dialog.field.value.as_deref() == Some(path) {
        return Ok(StepMove::Done("The file dialog has the path already.".into()));
    }
    let args = [("text", json!(path)), ("clear_current_text", json!(true))];
    Ok(PlannedAction::control(dialog.field, "set_edit_text", args).into())
}

/// Confirms the file dialog once its field has the path.
pub(super) fn accept(facts: &AppFacts<'_>, path: &str) -> Result<StepMove, String> {
    let dialog = file_dialog(facts).ok_or("the file dialog is not shown")?;
    match dialog.field.value.as_deref() {
        Some(value) if value.trim() != path => {
            Err(format!("the file dialog says {:?} and not {path:?}", shorten(value)))
        }
        // The dialog checks the name first and enables its button a moment later.
        _ if dialog.accept.label.is_none() && may_wait(facts) => {
            Ok(short_wait().then(vec![Step::AcceptFile(path.to_owned())]).into())
        }
        _ if dialog.accept.label.is_none() => {
            Err(format!("the file dialog's \"{}\" is not enabled", dialog.accept.name.trim()))
        }
        _ => Ok(PlannedAction::control(dialog.accept, "click_input", [("button", json!("left"))]).into()),
    }
}

/// Verifies that the file dialog is gone. Overwrites a file only if the request allows it.
pub(super) fn verify_saved(facts: &AppFacts<'_>, path: Option<&str>) -> Result<StepMove, String> {
    let retry = || vec![Step::MakeSure(path.map(str::to_owned))];
    if let Some(button) = overwrite_question(facts) {
        if !may_overwrite(facts) {
            return Err(
                "the file exists already; add \"overwrite it\" to the request if it is to be replaced".into(),
            );
        }
        let click =
            PlannedAction::control(button, "click_input", [("button", json!("left"))]).with_approval();
        return Ok(click.because("The request says that the file may be overwritten.").then(retry()).into());
    }
    if let Some(button) = format_question(facts) {
        let click = PlannedAction::control(button, "click_input", [("button", json!("left"))]);
        return Ok(click.because("The name says the format.").then(retry()).into());
    }
    if let Some(message) = error_message(facts) {
        if let Some(path) = path.filter(|_| message.passes()) {
            let close = PlannedAction::control(message.close, "click_input", [("button", json!("left"))]);
            let again = vec![Step::Wait(1), Step::Save(None, Some(path.to_owned()))];
            return Ok(close.because("The application was busy: I save again.").then(again).into());
        }
        return Err(format!("the application says: {}", message.text));
    }
    match (file_dialog(facts), path) {
        (None, _) => Ok(StepMove::Done("The file dialog is gone.".into())),
        (Some(_), None) => {
            Err("the document has no name yet: say under which, such as save it as notes.txt".into())
        }
        (Some(_), Some(_)) if may_wait(facts) => Ok(short_wait().then(retry()).into()),
        (Some(_), Some(_)) => Err("the file dialog is still open".into()),
    }
}

fn may_overwrite(facts: &AppFacts<'_>) -> bool {
    [facts.request, facts.subtask].into_iter().any(|text| {
        let masked = mask(text);
        masked.contains("overwrit") || masked.contains("replac")
    })
}

fn just_waited(facts: &AppFacts<'_>) -> bool {
    facts.last.as_ref().is_some_and(|last| last.command() == "wait")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_keys_that_save_ask_only_for_a_name_that_is_missing() {
        for (title, keys) in [
            ("Untitled - Notepad", "Ctrl+S"),
            ("*Untitled - Notepad", "Ctrl+S"),
            ("Untitled Document 1 - gedit", "Ctrl+Shift+S"),
            ("notes.txt - Notepad", "Ctrl+Shift+S"),
        ] {
            assert_eq!(naming_keys(title), keys, "{title}");
        }
    }
}
