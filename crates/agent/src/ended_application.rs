//! What an application loses that is ended: the documents that the session changed in it and has not seen saved. Pure.

use crate::last_save::not_seen_saved;
use deskpilot_core::{Gesture, Operation, Outcome, Verb, Window, fold::UnsavedWork};

/// The sentence about the documents that are lost if this operation ends an application; `None` where it ends none or loses none.
pub(crate) fn lost_by_ending(operation: &Operation, unsaved: &UnsavedWork) -> Option<String> {
    let Operation::Act(action) = operation else { return None };
    let Verb::Gesture(Gesture::EndApplication) = &action.verb else { return None };
    let ended = &action.window;
    // An office suite has one process for the windows of several applications, and an application may run several times.
    let is_ended = |it: &&Window| match (it.process, ended.process) {
        (Some(process), Some(of_ended)) => process == of_ended,
        _ => it.application == ended.application,
    };
    not_seen_saved(unsaved.windows().filter(is_ended))
}

/// The outcome of an operation, with what was lost by it.
pub(crate) fn with_lost_documents(outcome: Outcome, lost: Option<String>) -> Outcome {
    match lost {
        Some(documents) if outcome.effect.is_success() => {
            Outcome { output: Some(format!("{}; {documents}", outcome.effect.detail())), ..outcome }
        }
        _ => outcome,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures;
    use deskpilot_core::{
        Action, ActionId, Aim, Call, Effect, Entry, Event, Evidence, Projection, Refusal, Timestamp,
        WindowChange,
    };

    fn window(id: u64, title: &str, application: &str, process: u32) -> Window {
        Window { process: Some(process), ..fixtures::window(id, title, application) }
    }

    fn act(window: Window, gesture: Gesture) -> Operation {
        let verb = Verb::Gesture(gesture);
        Operation::Act(Box::new(Action { call: Call::default(), window, aim: Aim::Window, verb }))
    }

    /// What is unsaved after a change in each of these windows.
    fn changed(windows: &[Window]) -> UnsavedWork {
        let mut unsaved = UnsavedWork::default();
        for (number, window) in (1..).zip(windows) {
            let id = ActionId(number);
            let operation = act(window.clone(), Gesture::SetNumber(1.0));
            let evidence = Evidence::Value { before: None, after: Some("1".into()), of: None };
            let outcome = Effect::Confirmed(evidence).into();
            for event in [Event::Acting { id, operation, selected: None }, Event::Acted { id, outcome }] {
                unsaved.apply(&Entry { seq: 0, at: Timestamp(0), event });
            }
        }
        unsaved
    }

    #[test]
    fn an_ended_application_loses_the_unsaved_documents_of_its_program_and_no_others() {
        let sheet = || window(1, "costs.ods", "libreoffice-calc", 7);
        let letter = window(2, "letter.odt", "libreoffice-writer", 7);
        let unknown = Window { process: None, ..window(5, "list.txt", "editor", 0) };
        let (note, other) = (|| window(3, "note.txt", "editor", 8), window(6, "other.txt", "editor", 10));
        let unsaved = changed(&[sheet(), letter, note(), other, unknown]);
        for (operation, expected) in [
            (
                act(sheet(), Gesture::EndApplication),
                Some("changed and not seen saved: \"costs.ods\", \"letter.odt\""),
            ),
            (
                act(note(), Gesture::EndApplication),
                Some("changed and not seen saved: \"note.txt\", \"list.txt\""),
            ),
            (act(window(4, "mail", "mail", 9), Gesture::EndApplication), None),
            (act(sheet(), Gesture::SetNumber(2.0)), None),
        ] {
            assert_eq!(lost_by_ending(&operation, &unsaved).as_deref(), expected, "{operation:?}");
        }
    }

    #[test]
    fn what_was_lost_is_reported_once_the_application_has_ended() {
        let closed = || Effect::Confirmed(Evidence::Windows(vec![WindowChange::Closed("costs.ods".into())]));
        let refused = || Effect::Refused(Refusal::OffLimits("it is closed to agents".into()));
        let lost = || Some("changed and not seen saved: \"costs.ods\"".to_owned());
        let whole = "window \"costs.ods\" closed; changed and not seen saved: \"costs.ods\"";
        for (effect, lost, expected) in
            [(closed(), lost(), Some(whole)), (closed(), None, None), (refused(), lost(), None)]
        {
            assert_eq!(with_lost_documents(effect.into(), lost).output.as_deref(), expected);
        }
    }
}
