//! Dialogs that stand between a step and its end: the file dialog, and its question about a file that exists.

use super::{
    sections::{AppSight, Seen},
    words::{likeness, simple},
};
use deskpilot_core::{Role, State};

/// What the field for the file's name is called.
const FIELD_NAMES: &[&str] = &["name", "file name", "filename", "save as", "location"];

/// What the button is called that ends the dialog.
const ACCEPTS: &[&str] = &["save", "open", "save as", "ok", "export"];

/// What the button is called that overwrites.
const OVERWRITES: &[&str] = &["replace", "overwrite", "replace file"];

/// What the button is called that ends a message.
const ENDS: &[&str] = &["ok", "close"];

/// Words by which a message says that something went wrong.
const TROUBLE: &[&str] =
    &["could not", "cannot", "can't", "can’t", "failed", "error", "unable", "denied", "no such"];

/// A dialog that asks for a file.
pub(super) struct FileDialog<'s> {
    /// The field for its name.
    pub(super) field: &'s Seen,
    /// The button that ends it; without a label as long as there is no name.
    pub(super) accept: &'s Seen,
}

/// The file dialog, if one is shown: a field for a name, a way out, and a button to end it.
pub(super) fn file_dialog(sight: &AppSight) -> Option<FileDialog<'_>> {
    let controls = &sight.controls;
    let is_button = |seen: &Seen, names: &[&str]| {
        seen.role == Role::Button && names.contains(&simple(&seen.name).as_str())
    };
    let cancel = controls.iter().rposition(|seen| is_button(seen, &["cancel"]))?;
    // A window may have a button of the same name in its tool bar: the dialog's is the one beside its way out.
    let (place, accept) = controls
        .iter()
        .enumerate()
        .filter(|(_, seen)| is_button(seen, ACCEPTS))
        .min_by_key(|(place, _)| place.abs_diff(cancel))?;
    let is_field = |(at, seen): &(usize, &Seen)| {
        seen.role == Role::Edit
            && !seen.label.is_empty()
            && !seen.is(State::MultiLine)
            && field_rank(controls, *at) > 0
    };
    let field =
        controls.iter().enumerate().filter(is_field).max_by_key(|(at, _)| (field_rank(controls, *at), *at));
    let (at, field) = field?;
    // Far away, they belong to something else.
    let beside = place.abs_diff(cancel) <= 4 && at < place.max(cancel) + 4;
    beside.then_some(FileDialog { field, accept })
}

/// The button that overwrites the file that exists, if the question is asked.
pub(super) fn overwrite_question(sight: &AppSight) -> Option<&Seen> {
    let asks = |seen: &&Seen| seen.role == Role::Button && OVERWRITES.contains(&simple(&seen.name).as_str());
    let button = sight.controls.iter().rev().find(asks)?;
    let is_said = |seen: &Seen| {
        let text = seen.text().to_lowercase();
        text.contains("exist") || text.contains("overwrite") || text.contains("replace it")
    };
    let is_asked = sight.controls.iter().any(|seen| seen.role != Role::Button && is_said(seen));
    (is_asked && !button.label.is_empty()).then_some(button)
}

/// What a message over the window says, if it tells of trouble: the texts before the button that ends it.
pub(super) fn trouble(sight: &AppSight) -> Option<String> {
    let ends = |seen: &Seen| seen.role == Role::Button && ENDS.contains(&simple(&seen.name).as_str());
    let end = sight.controls.iter().rposition(ends)?;
    let texts = sight.controls[..end].iter().rev().take_while(|seen| seen.role == Role::Text);
    let mut said: Vec<&str> = texts.map(Seen::text).collect();
    said.reverse();
    let said = said.join(": ");
    let lower = said.to_lowercase();
    TROUBLE.iter().any(|word| lower.contains(word)).then_some(said)
}

/// How surely the field at this place is one for a file's name: it bears the name, stands beside it, or has the focus.
fn field_rank(controls: &[Seen], at: usize) -> u8 {
    let is_name = |text: &str| FIELD_NAMES.iter().any(|name| likeness(name, text) >= 0.97);
    let beside =
        [at.checked_sub(1), Some(at + 1)].into_iter().flatten().filter_map(|place| controls.get(place));
    let mut titles = beside.filter(|seen| seen.role == Role::Text);
    match &controls[at] {
        seen if is_name(&seen.name) => 3,
        seen if seen.name.trim().is_empty() && titles.any(|title| is_name(title.text())) => 2,
        seen if seen.name.trim().is_empty() && seen.is(State::Focused) => 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::{super::testing::app, *};

    #[test]
    fn a_file_dialog_is_told_from_what_looks_like_one() {
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
            let sight = app("", controls);
            let found = file_dialog(&sight).map(|it| (it.field.label.as_str(), it.accept.label.as_str()));
            assert_eq!(found, expected, "{what}");
        }
    }

    #[test]
    fn a_message_is_told_when_it_is_about_trouble() {
        for (controls, expected) in [
            (
                &["1 Button Save", "- Text It failed", "- Text No such file", "2 Button OK"][..],
                Some("It failed: No such file"),
            ),
            (&["- Text It is done", "2 Button OK"], None),
            (&["- Text No such file", "2 Button More"], None),
        ] {
            assert_eq!(trouble(&app("", controls)).as_deref(), expected, "{controls:?}");
        }
    }

    #[test]
    fn the_question_about_a_file_that_exists_is_told_from_a_replace_button() {
        let question = [
            "- Alert Question",
            "- Text A file named “a.txt” already exists.",
            "1 Button Cancel",
            "2 Button Replace",
        ];
        let sight = app("", &question);
        assert_eq!(overwrite_question(&sight).map(|seen| seen.label.as_str()), Some("2"));
        assert!(overwrite_question(&app("", &["1 Edit Replace with", "2 Button Replace"])).is_none());
    }
}
