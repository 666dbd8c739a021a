//! Finds the window in which an AppAgent works: the given one, or that of another application to which it went to open a document.

use deskpilot_core::{
    Effect, Evidence, Operation, Verb, Window,
    fold::{Ledger, PerformedOperation},
    windows_of_application,
};
use std::slice;

/// The window, where these are open and the agent may work in it. In the application of the given window the keyboard says where
/// the agent goes on, as in any application.
pub(crate) fn working_window(
    given: &Window,
    ledger: &Ledger,
    all: &[Window],
    is_allowed: impl Fn(&Window) -> bool,
) -> Window {
    let operations = ledger.evaluation.of_subtask();
    let went = operations.iter().rposition(goes_elsewhere).map(|at| operations.split_at(at));
    let found = went.and_then(|(_, since)| match since {
        [went] => destination(went, all),
        // What followed in the same list was done there, whatever its title is by now.
        [went, .., last] if last.step == went.step => window_of(last),
        _ => ledger.steps.window.clone(),
    });
    let is_open = |it: &Window| !windows_of_application(all, it).is_empty();
    let is_elsewhere = |it: &Window| windows_of_application(slice::from_ref(it), given).is_empty();
    found.filter(|it| is_open(it) && is_elsewhere(it) && is_allowed(it)).unwrap_or_else(|| given.clone())
}

/// Whether an operation led to another window, by its title or with a document. A document that is not seen to be open may wait behind
/// a dialog there, which the agent has to answer.
pub(crate) fn goes_elsewhere(done: &PerformedOperation) -> bool {
    let Some(effect) = done.outcome.as_ref().map(|it| &it.effect) else { return false };
    match (&done.operation, effect) {
        (Operation::Act(action), Effect::Confirmed(_) | Effect::Unverified(_)) => {
            matches!(action.verb, Verb::Open(_) | Verb::Switch(_))
        }
        (Operation::Act(action), Effect::NoChange(_)) => matches!(action.verb, Verb::Switch(_)),
        _ => false,
    }
}

/// The window to which it led: of several with the title of the one that it opened, the one with the keyboard; where no window is known
/// to have opened, the one with the keyboard.
fn destination(went: &PerformedOperation, all: &[Window]) -> Option<Window> {
    let Operation::Act(action) = &went.operation else { return None };
    match &action.verb {
        Verb::Switch(window) => Some(Window::clone(window)),
        _ => {
            let effect = &went.outcome.as_ref()?.effect;
            if matches!(effect, Effect::Unverified(_)) {
                return all.iter().find(|it| it.focused).cloned().or_else(|| window_of(went));
            }
            let is_it = |it: &&Window| Effect::Confirmed(Evidence::opened(it)) == *effect;
            all.iter().filter(is_it).max_by_key(|it| it.focused).cloned()
        }
    }
}

fn window_of(done: &PerformedOperation) -> Option<Window> {
    match &done.operation {
        Operation::Act(action) => Some(action.window.clone()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures;
    use deskpilot_core::{Action, Aim, Call, Launch, Timestamp, WaitCondition};

    fn done(step: u32, window: &Window, verb: Verb, effect: Effect) -> PerformedOperation {
        let action = Action { call: Call::default(), window: window.clone(), aim: Aim::Window, verb };
        PerformedOperation {
            step,
            at: Timestamp(0),
            operation: Operation::Act(Box::new(action)),
            outcome: Some(effect.into()),
            picture: None,
            grounds: None,
        }
    }

    #[test]
    fn an_agent_stays_with_the_document_that_it_opened_in_another_application_and_comes_back() {
        let letter = fixtures::window(1, "letter", "editor");
        let june = fixtures::window(2, "june", "sheets");
        let saved = Window { title: "june.xlsx".into(), ..june.clone() };
        let opened = Effect::Confirmed(Evidence::opened(&june));
        let open = |effect: Effect| done(1, &letter, Verb::Open(Launch::default()), effect);
        let wait = |step, window: &Window| {
            let condition = WaitCondition { shows: None, known: Vec::new(), millis: 0 };
            done(step, window, Verb::Wait(condition), Effect::Confirmed(Evidence::Accepted))
        };
        let back = done(3, &june, Verb::Switch(Box::new(letter.clone())), opened.clone());
        let (both, renamed) = ([june.clone(), letter.clone()], [saved.clone(), letter.clone()]);
        let dialog = Window { focused: true, ..fixtures::window(3, "Enter Password", "sheets") };
        let asks = [dialog.clone(), letter.clone()];
        let unverified = || Effect::unverified("it waits behind a dialog");
        let from_june = done(2, &june, Verb::Open(Launch::default()), unverified());
        for (what, operations, seen, all, expected) in [
            ("nothing", vec![], None, &both[..], 1),
            ("it was just opened", vec![open(opened.clone())], None, &both, 2),
            ("it waits behind a dialog", vec![open(unverified())], None, &asks, 3),
            ("the dialog was seen", vec![open(unverified()), wait(2, &dialog)], Some(&dialog), &asks, 3),
            ("nothing opened", vec![open(unverified())], None, &both, 1),
            ("nothing more opened", vec![open(opened.clone()), from_june], Some(&june), &both, 2),
            ("renamed in the list", vec![open(opened.clone()), wait(1, &june)], None, &renamed, 2),
            ("renamed since", vec![open(opened.clone()), wait(2, &june)], Some(&saved), &renamed, 2),
            ("closed", vec![open(opened.clone()), wait(2, &june)], Some(&june), &both[1..], 1),
            ("it came back", vec![open(opened.clone()), back], Some(&june), &both, 1),
        ] {
            let mut ledger = Ledger::default();
            ledger.evaluation.operations = operations;
            ledger.steps.window = seen.cloned();
            let found = working_window(&letter, &ledger, all, |_| true);
            assert_eq!(found.id.0, expected, "{what}");
        }
        let mut ledger = Ledger::default();
        ledger.evaluation.operations = vec![open(opened)];
        let found = working_window(&letter, &ledger, &both, |it| it.application != june.application);
        assert_eq!(found.id, letter.id, "it is off limits");
    }
}
