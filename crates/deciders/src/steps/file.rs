//! Saving a file: opens the file dialog, fills it in, and verifies the result.

use super::{
    act::{Act, Move, may_wait, moment},
    dialog::{file_dialog, overwrite_question, trouble},
    quote::mask,
    step::{Name, Step, Words},
    words::{short, simple},
};
use crate::sight::AppSight;
use deskpilot_core::Role;
use serde_json::json;

/// The time limit for a file dialog to appear, in seconds.
const DIALOG_SECONDS: u32 = 10;

/// The button that every file dialog has.
const WAY_OUT: &str = "Cancel";

/// The steps that save the document under this path or its own name, after typing these words.
pub(super) fn save(sight: &AppSight<'_>, what: Option<&Words>, path: Option<&str>) -> Vec<Step> {
    let mut steps: Vec<Step> = what.map(|words| Step::Type(words.clone(), None)).into_iter().collect();
    let Some(path) = path else {
        steps.extend([Step::Press(vec!["Ctrl+S".into()]), Step::MakeSure(None)]);
        return steps;
    };
    let has_menu = sight.controls.iter().any(|seen| seen.role == Role::Menu && simple(&seen.name) == "file");
    steps.extend([
        match has_menu {
            true => Step::Choose(vec![Name::of("File"), Name::of("Save As...")]),
            false => Step::Press(vec!["Ctrl+Shift+S".into()]),
        },
        Step::AwaitFileDialog,
        Step::NameFile(path.to_owned()),
        Step::AcceptFile(path.to_owned()),
        Step::MakeSure(Some(path.to_owned())),
    ]);
    steps
}

/// Waits for the file dialog.
pub(super) fn wait(sight: &AppSight<'_>) -> Result<Move, String> {
    if file_dialog(sight).is_some() {
        return Ok(Move::Done("The file dialog is shown.".into()));
    }
    if just_waited(sight) {
        return Err(format!("no file dialog showed within {DIALOG_SECONDS} seconds"));
    }
    let wait = Act::window("wait", [("seconds", json!(DIALOG_SECONDS)), ("text", json!(WAY_OUT))]);
    Ok(wait.then(vec![Step::AwaitFileDialog]).into())
}

/// Enters the path in the file dialog.
pub(super) fn name(sight: &AppSight<'_>, path: &str) -> Result<Move, String> {
    let dialog = file_dialog(sight).ok_or("the file dialog is not shown")?;
    if dialog.field.value.as_deref() == Some(path) {
        return Ok(Move::Done("The file dialog has the path already.".into()));
    }
    let args = [("text", json!(path)), ("clear_current_text", json!(true))];
    Ok(Act::control(dialog.field, "set_edit_text", args).into())
}

/// Confirms the file dialog once its field has the path.
pub(super) fn accept(sight: &AppSight<'_>, path: &str) -> Result<Move, String> {
    let dialog = file_dialog(sight).ok_or("the file dialog is not shown")?;
    match dialog.field.value.as_deref() {
        Some(value) if value.trim() != path => {
            Err(format!("the file dialog says {:?} and not {path:?}", short(value)))
        }
        // The dialog checks the name first and enables its button a moment later.
        _ if dialog.accept.label.is_none() && may_wait(sight) => {
            Ok(moment().then(vec![Step::AcceptFile(path.to_owned())]).into())
        }
        _ if dialog.accept.label.is_none() => {
            Err(format!("the file dialog's \"{}\" is not enabled", dialog.accept.name.trim()))
        }
        _ => Ok(Act::control(dialog.accept, "click_input", [("button", json!("left"))]).into()),
    }
}

/// Verifies that the file dialog is gone. Overwrites a file only if the request allows it.
pub(super) fn make_sure(sight: &AppSight<'_>, path: Option<&str>) -> Result<Move, String> {
    let again = || vec![Step::MakeSure(path.map(str::to_owned))];
    if let Some(button) = overwrite_question(sight) {
        if !may_overwrite(sight) {
            return Err(
                "the file exists already; add \"overwrite it\" to the request if it is to be replaced".into(),
            );
        }
        let press = Act::control(button, "click_input", [("button", json!("left"))]).with_a_yes();
        return Ok(press.because("The request says that the file may be overwritten.").then(again()).into());
    }
    if let Some(message) = trouble(sight) {
        return Err(format!("the application says: {message}"));
    }
    match (file_dialog(sight), path) {
        (None, _) => Ok(Move::Done("The file dialog is gone.".into())),
        (Some(_), None) => {
            Err("the document has no name yet: say under which, such as save it as notes.txt in /tmp".into())
        }
        (Some(_), Some(_)) if may_wait(sight) => Ok(moment().then(again()).into()),
        (Some(_), Some(_)) => Err("the file dialog is still open".into()),
    }
}

fn may_overwrite(sight: &AppSight<'_>) -> bool {
    [sight.request, sight.subtask].into_iter().any(|text| {
        let said = mask(text);
        said.contains("overwrit") || said.contains("replac")
    })
}

fn just_waited(sight: &AppSight<'_>) -> bool {
    sight.last.as_ref().is_some_and(|last| last.command() == "wait")
}
