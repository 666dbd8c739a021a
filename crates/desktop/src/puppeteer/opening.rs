//! What a launch did, for the agent that asked for it.

use crate::{DesktopError, DocumentState, OpenedApplication};
use deskpilot_core::{Effect, Evidence, Launch, Outcome, WhenInUse, Window};

/// The outcome of a launch: the window that opened, and what it shows if that is not simply the document. Where the launch says how
/// to read its document, these windows were there before.
pub(super) fn of_launch(opened: &OpenedApplication, launch: &Launch, before: &[Window]) -> Outcome {
    if is_as_before(opened, before) {
        return Effect::unverified(sentence_as_before(opened, launch)).into();
    }
    let confirmed = Effect::Confirmed(Evidence::opened(&opened.window));
    match opened.document {
        DocumentState::Shown => confirmed.into(),
        DocumentState::InUse(_) | DocumentState::BehindDialog => {
            Outcome { output: Some(sentence(opened, launch)), ..confirmed.into() }
        }
        DocumentState::NotShown => Effect::unverified(sentence(opened, launch)).into(),
    }
}

/// The outcome of opening a document from within its application. Only a document that is shown is confirmed, so that nothing that
/// is meant for it goes to a dialog.
pub(super) fn of_document(opened: &OpenedApplication, launch: &Launch, before: &[Window]) -> Outcome {
    match opened.document {
        DocumentState::BehindDialog => Effect::unverified(sentence(opened, launch)).into(),
        DocumentState::Shown | DocumentState::InUse(_) | DocumentState::NotShown => {
            of_launch(opened, launch, before)
        }
    }
}

/// Whether one of these windows showed the document already. A window that was empty and took it has another title now.
fn is_as_before(opened: &OpenedApplication, before: &[Window]) -> bool {
    let is_same = |it: &Window| it.id == opened.window.id && it.title == opened.window.title;
    opened.shows_document() && before.iter().any(is_same)
}

fn sentence_as_before(opened: &OpenedApplication, launch: &Launch) -> String {
    let (file, title) = (launch.file.as_deref().unwrap_or("a document"), &opened.window.title);
    format!(
        "{file} was open already, and the window {title:?} shows it as it was read before: close it first"
    )
}

/// The error that nothing was opened, because the application does not take what the launch says of the document.
pub(super) fn not_as_table(launch: &Launch) -> DesktopError {
    let why = "only a spreadsheet that Deskpilot opens takes a separator and an encoding: name one as the application, or \
               leave them out";
    let file = launch.file.as_deref().unwrap_or("nothing");
    DesktopError::NotPossible { what: format!("the application that opens {file}"), why: why.into() }
}

/// What the window shows of the document.
fn sentence(opened: &OpenedApplication, launch: &Launch) -> String {
    let file = launch.file.as_deref().unwrap_or("a document");
    let title = &opened.window.title;
    let locked = || format!("{file} is locked by another program, as the lock file next to it says");
    match opened.document {
        DocumentState::Shown => format!("the window {title:?} shows {file}"),
        DocumentState::InUse(WhenInUse::ReadOnly) => format!(
            "{}, so it was opened for reading only and cannot be changed here; to change a copy, open it with when_in_use {:?}",
            locked(),
            WhenInUse::Copy.word()
        ),
        DocumentState::InUse(WhenInUse::Copy) => {
            format!("{}, so a copy of it was opened: save that under another name", locked())
        }
        DocumentState::BehindDialog => {
            format!(
                "the application waits behind the dialog {title:?} and has not opened {file} yet: answer the dialog"
            )
        }
        DocumentState::NotShown => {
            format!("the window {title:?} does not show {file} yet: look at it before you open {file} again")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{Rect, WindowId, WindowState};

    fn opened(title: &str, document: DocumentState) -> OpenedApplication {
        let window = Window {
            label: None,
            id: WindowId(1),
            title: title.into(),
            application: "soffice".into(),
            process: None,
            rect: Rect::default(),
            state: WindowState::Normal,
            focused: true,
        };
        OpenedApplication { window, document }
    }

    fn shown(outcome: &Outcome) -> String {
        let output = outcome.output.as_ref().map(|it| format!(" => {it}")).unwrap_or_default();
        format!("{}{output}", outcome.effect)
    }

    #[test]
    fn a_launch_says_in_what_way_its_document_was_opened_or_what_it_waits_for() {
        let launch = Launch { file: Some("a.odt".into()), ..Launch::default() };
        let locked = "confirmed: window \"a\" opened => a.odt is locked by another program, as the lock file next to it says, so";
        for (title, document, expected) in [
            ("a", DocumentState::Shown, "confirmed: window \"a\" opened".to_owned()),
            (
                "a",
                DocumentState::InUse(WhenInUse::ReadOnly),
                format!(
                    "{locked} it was opened for reading only and cannot be changed here; to change a copy, open it with \
                     when_in_use \"copy\""
                ),
            ),
            (
                "a",
                DocumentState::InUse(WhenInUse::Copy),
                format!("{locked} a copy of it was opened: save that under another name"),
            ),
            (
                "Enter Password",
                DocumentState::BehindDialog,
                "confirmed: window \"Enter Password\" opened => the application waits behind the dialog \"Enter Password\" and has \
                 not opened a.odt yet: answer the dialog"
                    .to_owned(),
            ),
            (
                "LibreOffice 7.4",
                DocumentState::NotShown,
                "unverified: the window \"LibreOffice 7.4\" does not show a.odt yet: look at it before you open a.odt again"
                    .to_owned(),
            ),
        ] {
            assert_eq!(shown(&of_launch(&opened(title, document), &launch, &[])), expected);
        }
    }

    #[test]
    fn a_document_that_was_open_before_is_not_read_otherwise() {
        let launch = Launch { file: Some("a.csv".into()), ..Launch::default() };
        let as_before = "unverified: a.csv was open already, and the window \"a.csv\" shows it as it was read before: close it first";
        let confirmed = "confirmed: window \"a.csv\" opened";
        let behind = "unverified: the application waits behind the dialog \"a.csv\" and has not opened a.csv yet: answer the dialog";
        let window = |id, title: &str| {
            let window = opened(title, DocumentState::Shown).window;
            vec![Window { id: WindowId(id), ..window }]
        };
        for (what, before, document, expected) in [
            ("its window was there", window(1, "a.csv"), DocumentState::Shown, as_before),
            ("it was empty", window(1, "LibreOffice"), DocumentState::Shown, confirmed),
            ("another of that name", window(2, "a.csv"), DocumentState::Shown, confirmed),
            ("no way to read it is named", Vec::new(), DocumentState::Shown, confirmed),
            ("a dialog was there", window(1, "a.csv"), DocumentState::BehindDialog, behind),
        ] {
            let opened = opened("a.csv", document);
            assert_eq!(shown(&of_document(&opened, &launch, &before)), expected, "{what}");
        }
    }

    #[test]
    fn a_document_behind_a_dialog_is_not_confirmed_as_opened() {
        let launch = Launch { file: Some("a.odt".into()), ..Launch::default() };
        for (document, is_confirmed) in [
            (DocumentState::Shown, true),
            (DocumentState::InUse(WhenInUse::ReadOnly), true),
            (DocumentState::BehindDialog, false),
            (DocumentState::NotShown, false),
        ] {
            let outcome = of_document(&opened("Enter Password", document), &launch, &[]);
            assert_eq!(matches!(outcome.effect, Effect::Confirmed(_)), is_confirmed, "{document:?}");
            assert!(is_confirmed || outcome.effect.to_string().contains("Enter Password"), "{outcome:?}");
        }
    }
}
