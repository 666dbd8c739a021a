//! Recognises dialogs that interrupt a step: the file dialog, its overwrite question, and error messages. Waits for those that a
//! step is to open.

use super::{
    act::{PlannedAction, StepMove, may_wait, short_wait},
    names::{folded_name, likeness},
    step::Step,
};
use crate::facts::{AppFacts, NestedControl};
use deskpilot_core::{Role, State, is_in_front};
use serde_json::json;

/// The time limit for a window to open, in seconds.
const WINDOW_SECONDS: u32 = 10;

/// The names of the file name field.
const FIELD_NAMES: &[&str] = &["name", "file name", "filename", "save as", "location"];

/// The names of the button that confirms the dialog.
const ACCEPT_BUTTONS: &[&str] = &["save", "open", "save as", "ok", "export"];

/// The names of the button that overwrites.
const OVERWRITE_BUTTONS: &[&str] = &["replace", "overwrite", "replace file"];

/// How the buttons of LibreOffice's question begin that keep the format that a file's name says, and the format they are not about.
const KEEP_FORMAT: (&str, &str) = ("use ", "odf");

/// The names of the button that closes a message.
const CLOSE_BUTTONS: &[&str] = &["ok", "close"];

/// Words of error messages.
const ERROR_WORDS: &[&str] =
    &["could not", "cannot", "can't", "can’t", "failed", "error", "unable", "denied", "no such"];

/// Whether a window or dialog of this title is open: the one that is looked at, or one in front of it.
pub(super) fn is_open(facts: &AppFacts<'_>, title: &str) -> bool {
    facts.window.title == title || facts.controls.iter().any(|it| is_in_front(it.role) && it.name == title)
}

/// Waits for a window or dialog of this title.
pub(super) fn wait_for_window(facts: &AppFacts<'_>, title: &str) -> Result<StepMove, String> {
    if is_open(facts, title) {
        return Ok(StepMove::Done(format!("{title:?} is open.")));
    }
    let has_waited = facts.last.as_ref().is_some_and(|last| last.command() == "wait");
    let wait = match has_waited {
        false => PlannedAction::window("wait", [("seconds", json!(WINDOW_SECONDS)), ("text", json!(title))]),
        // Something else may show the text of the title, and the window open a moment later.
        true if may_wait(facts) => short_wait(),
        true => return Err(format!("no window or dialog {title:?} opened within {WINDOW_SECONDS} seconds")),
    };
    Ok(wait.then(vec![Step::AwaitWindow(title.to_owned())]).into())
}

/// A file dialog.
pub(super) struct FileDialog<'s> {
    /// The file name field.
    pub(super) field: &'s NestedControl<'s>,
    /// The button that confirms it; it has no label while there is no name.
    pub(super) accept: &'s NestedControl<'s>,
}

/// The file dialog, if it is visible: it has a name field, a cancel button and a confirm button.
pub(super) fn file_dialog<'s>(facts: &'s AppFacts<'s>) -> Option<FileDialog<'s>> {
    let controls = &facts.controls;
    let is_button = |seen: &NestedControl<'_>, names: &[&str]| {
        seen.role == Role::Button && names.contains(&folded_name(&seen.name).as_str())
    };
    let cancel = controls.iter().rposition(|seen| is_button(seen, &["cancel"]))?;
    // The window's tool bar may have a button with the same name: the dialog's is the one next to its cancel
    // button.
    let (place, accept) = controls
        .iter()
        .enumerate()
        .filter(|(_, seen)| is_button(seen, ACCEPT_BUTTONS))
        .min_by_key(|(place, _)| place.abs_diff(cancel))?;
    let is_field = |(at, seen): &(usize, &NestedControl<'_>)| {
        seen.role == Role::Edit
            && seen.has_label()
            && !seen.is(State::MultiLine)
            && field_rank(controls, *at) > 0
    };
    let field =
        controls.iter().enumerate().filter(is_field).max_by_key(|(at, _)| (field_rank(controls, *at), *at));
    let (at, field) = field?;
    // Distant controls belong to something else.
    let is_near = place.abs_diff(cancel) <= 4 && at < place.max(cancel) + 4;
    is_near.then_some(FileDialog { field, accept })
}

/// The button that overwrites the existing file, if the dialog asks.
pub(super) fn overwrite_question<'s>(facts: &'s AppFacts<'s>) -> Option<&'s NestedControl<'s>> {
    let asks = |seen: &&NestedControl<'_>| {
        seen.role == Role::Button && OVERWRITE_BUTTONS.contains(&folded_name(&seen.name).as_str())
    };
    let button = facts.controls.iter().rev().find(asks)?;
    let mentions_existing_file = |seen: &NestedControl<'_>| {
        let text = seen.text().to_lowercase();
        text.contains("exist") || text.contains("overwrite") || text.contains("replace it")
    };
    let is_asked =
        facts.controls.iter().any(|seen| seen.role != Role::Button && mentions_existing_file(seen));
    (is_asked && button.label.is_some()).then_some(button)
}

/// The button that saves in the format that the file's name says, if a dialog asks about the format.
pub(super) fn format_question<'s>(facts: &'s AppFacts<'s>) -> Option<&'s NestedControl<'s>> {
    let (start, other) = KEEP_FORMAT;
    let is_choice = |seen: &&NestedControl<'_>| {
        let name = seen.name.to_lowercase();
        seen.role == Role::Button && name.starts_with(start) && name.contains("format")
    };
    let is_other = |seen: &NestedControl<'_>| seen.name.to_lowercase().contains(other);
    let is_asked = facts.controls.iter().filter(is_choice).any(is_other);
    let keep = facts.controls.iter().filter(is_choice).find(|seen| !is_other(seen))?;
    (is_asked && keep.label.is_some()).then_some(keep)
}

/// An error message.
pub(super) struct ErrorMessage<'s> {
    /// What it says.
    pub(super) text: String,
    /// The button that closes it.
    pub(super) close: &'s NestedControl<'s>,
}

impl ErrorMessage<'_> {
    /// Whether it passes by itself, because the application only was not done with something else.
    pub(super) fn passes(&self) -> bool {
        self.text.to_lowercase().split(|it: char| !it.is_alphabetic()).any(|word| word == "busy")
    }
}

/// The error message, if one is visible: the texts before its close button.
pub(super) fn error_message<'s>(facts: &'s AppFacts<'s>) -> Option<ErrorMessage<'s>> {
    let is_close_button = |seen: &NestedControl<'_>| {
        seen.role == Role::Button && CLOSE_BUTTONS.contains(&folded_name(&seen.name).as_str())
    };
    let end = facts.controls.iter().rposition(is_close_button)?;
    let texts = facts.controls[..end].iter().rev().take_while(|seen| seen.role == Role::Text);
    let mut messages: Vec<&str> = texts.map(NestedControl::text).collect();
    messages.reverse();
    let text = messages.join(": ");
    let lower = text.to_lowercase();
    let is_error = ERROR_WORDS.iter().any(|word| lower.contains(word));
    is_error.then(|| ErrorMessage { text, close: &facts.controls[end] })
}

/// The rank of this field as file name field: it has the name, is next to it, or has the focus.
fn field_rank(controls: &[NestedControl], at: usize) -> u8 {
    let is_name = |text: &str| FIELD_NAMES.iter().any(|name| likeness(name, text) >= 0.97);
    let neighbours =
        [at.checked_sub(1), Some(at + 1)].into_iter().flatten().filter_map(|place| controls.get(place));
    let mut titles = neighbours.filter(|seen| seen.role == Role::Text);
    match &controls[at] {
        seen if is_name(&seen.name) => 3,
        seen if seen.name.trim().is_empty() && titles.any(|title| is_name(title.text())) => 2,
        seen if seen.name.trim().is_empty() && seen.is(State::Focused) => 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::testing::{facts, view},
        *,
    };
    use deskpilot_core::{Label, fold::Blackboard};

    fn label(seen: &NestedControl<'_>) -> String {
        seen.label.map_or(String::new(), |it| it.to_string())
    }

    #[test]
    fn a_file_dialog_is_distinguished_from_what_looks_like_one() {
        for (what, controls, expected) in [
            (
                "a dialog over a text editor with a tool bar",
                &[
                    "1 Button Save",
                    "2 Edit ~hello [multi_line,editable]",
                    "3 Edit [focused,editable]",
                    "- Text Name:",
                    "4 ListItem Home",
                    "5 Button Cancel",
                    "- Button Save",
                ][..],
                Some(("3", "")),
            ),
            ("a named field", &["1 Edit File name:", "2 Button Open", "3 Button Cancel"], Some(("1", "2"))),
            ("a find bar", &["1 Edit Find", "2 Button Cancel", "3 Button OK"], None),
            ("a text editor", &["1 Edit [multi_line,focused]", "2 Button Save"], None),
        ] {
            let (view, board) = (view(controls), Blackboard::default());
            let facts = facts(&view, &board);
            let found = file_dialog(&facts).map(|it| (label(it.field), label(it.accept)));
            let found = found.as_ref().map(|(field, accept)| (field.as_str(), accept.as_str()));
            assert_eq!(found, expected, "{what}");
        }
    }

    #[test]
    fn a_message_is_reported_when_it_is_about_trouble() {
        for (controls, expected) in [
            (
                &["1 Button Save", "- Text It failed", "- Text No such file", "2 Button OK"][..],
                Some("It failed: No such file"),
            ),
            (&["- Text It is done", "2 Button OK"], None),
            (&["- Text No such file", "2 Button More"], None),
        ] {
            let (view, board) = (view(controls), Blackboard::default());
            let facts = facts(&view, &board);
            let message = error_message(&facts).map(|it| it.text);
            assert_eq!(message.as_deref(), expected, "{controls:?}");
        }
    }

    #[test]
    fn the_question_about_the_format_is_answered_with_that_of_the_name() {
        for (controls, expected) in [
            (
                &[
                    "1 CheckBox Ask when not saving in ODF or default format",
                    "2 Button Use ODF Format",
                    "3 Button Use Text Format",
                ][..],
                Some(Label(3)),
            ),
            (&["1 Button Use Text Format"], None),
            (&["1 Button Use ODF Format", "2 Button Cancel"], None),
        ] {
            let (view, board) = (view(controls), Blackboard::default());
            let facts = facts(&view, &board);
            assert_eq!(format_question(&facts).and_then(|it| it.label), expected, "{controls:?}");
        }
    }

    #[test]
    fn the_question_about_a_file_that_exists_is_distinguished_from_a_replace_button() {
        let question = [
            "- Alert Question",
            "- Text A file named “a.txt” already exists.",
            "1 Button Cancel",
            "2 Button Replace",
        ];
        let (view_of_it, board) = (view(&question), Blackboard::default());
        let facts_of_it = facts(&view_of_it, &board);
        assert_eq!(overwrite_question(&facts_of_it).and_then(|seen| seen.label), Some(Label(2)));
        let other = view(&["1 Edit Replace with", "2 Button Replace"]);
        assert!(overwrite_question(&facts(&other, &board)).is_none());
    }
}
