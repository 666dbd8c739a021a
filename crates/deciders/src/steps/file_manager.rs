//! What is done with files and folders in a file manager, by the keys that they have in common.

use super::{
    act::{PlannedAction, StepMove, may_wait, short_wait},
    applications::is_file_manager,
    keys::keys_for_text,
    names::folded_name,
    step::{ClickKind, Name, Step},
};
use crate::facts::{AppFacts, NestedControl};
use deskpilot_core::Role;
use serde_json::json;

/// How long the new name may take to show, in seconds.
const SHOWS_WITHIN: u32 = 10;

/// The buttons that delete a file for good, or put it into the trash.
const DELETING: &[&str] = &["delete", "delete permanently", "move to trash", "yes"];

/// The move for a step with files or folders.
pub(super) fn perform(facts: &AppFacts<'_>, step: &Step) -> Result<StepMove, String> {
    let steps = match step {
        Step::MakeSureGone(name) => return verify_gone(facts, name),
        Step::MakeFolder(name) => make_folder(name),
        Step::RenameFile { old, new } => rename(old, new),
        Step::DeleteFile(name) => delete(name),
        other => return Err(format!("it is no step for a file manager: {other}")),
    };
    match is_file_manager(facts.window) {
        true => Ok(StepMove::Steps(steps)),
        false => Err(format!("{} is no file manager: say `in the file manager`", facts.window_name())),
    }
}

/// Makes a folder of this name. The dialog proposes another one.
fn make_folder(name: &str) -> Vec<Step> {
    vec![press("Ctrl+Shift+N"), write_over(name), shows(name)]
}

/// Gives a file or folder another name.
fn rename(old: &str, new: &str) -> Vec<Step> {
    vec![pick(old), press("F2"), write_over(new), shows(new)]
}

/// Deletes a file or folder: it goes to the trash, where there is one.
fn delete(name: &str) -> Vec<Step> {
    vec![pick(name), press("Delete"), Step::MakeSureGone(name.to_owned())]
}

/// Verifies that the file is no longer listed; answers the question whether to delete it, which the user is asked too.
fn verify_gone(facts: &AppFacts<'_>, name: &str) -> Result<StepMove, String> {
    let retry = || vec![Step::MakeSureGone(name.to_owned())];
    if let Some(button) = question(facts, name) {
        let click =
            PlannedAction::control(button, "click_input", [("button", json!("left"))]).with_approval();
        return Ok(click.because("The request says that it is to be deleted.").then(retry()).into());
    }
    let is_it = |seen: &NestedControl<'_>| {
        seen.role != Role::StatusBar && folded_name(seen.text()) == folded_name(name)
    };
    match facts.controls.iter().any(is_it) {
        false => Ok(StepMove::Done(format!("{name:?} is gone."))),
        true if may_wait(facts) => Ok(short_wait().then(retry()).into()),
        true => Err(format!("{name:?} is still there")),
    }
}

/// The button that deletes, where a dialog asks about this file.
fn question<'s>(facts: &'s AppFacts<'s>, name: &str) -> Option<&'s NestedControl<'s>> {
    let is_cancel =
        |seen: &NestedControl<'_>| seen.role == Role::Button && folded_name(&seen.name) == "cancel";
    let is_about = |seen: &NestedControl<'_>| {
        seen.role == Role::Text && seen.text().contains(name) && seen.text().contains('?')
    };
    let is_asked = facts.controls.iter().any(is_cancel) && facts.controls.iter().any(is_about);
    let deletes = |seen: &&NestedControl<'_>| {
        seen.role == Role::Button && seen.has_label() && DELETING.contains(&folded_name(&seen.name).as_str())
    };
    facts.controls.iter().find(deletes).filter(|_| is_asked)
}

fn pick(name: &str) -> Step {
    Step::Click(ClickKind::Click, Name::of(name))
}

fn press(keys: &str) -> Step {
    Step::Press(vec![keys.to_owned()])
}

fn shows(name: &str) -> Step {
    Step::WaitFor(name.to_owned(), SHOWS_WITHIN)
}

/// Replaces a name that is edited, and accepts it.
fn write_over(name: &str) -> Step {
    press(&format!("{{CTRL+A}}{}{{ENTER}}", keys_for_text(name)))
}
