//! Checks whether the effects of a subtask's operations are known.

use deskpilot_core::{
    ActiveAgent, Effect, Operation, Verb,
    fold::{Ledger, PerformedOperation},
};

/// The last operation without a known effect, with its outcome, unless a later confirmed operation covers it.
pub(crate) fn unproven_operation(operations: &[PerformedOperation]) -> Option<String> {
    let mut unproven = None;
    for done in operations {
        let Operation::Act(action) = &done.operation else { continue };
        let does = matches!(action.verb, Verb::Gesture(_));
        match done.outcome.as_ref().map(|it| (&it.effect, it)) {
            Some((Effect::Confirmed(_), _)) if does => unproven = None,
            Some((Effect::Confirmed(_), _)) => {}
            Some((Effect::Unverified(_), _)) if !does || action.only_moves() => {}
            Some((_, outcome)) if outcome.is_as_wanted(&done.operation) => {}
            Some((effect, _)) => unproven = Some(format!("{action}: {effect}")),
            None => unproven = Some(format!("{action}: interrupted")),
        }
    }
    unproven
}

/// The first note that an AppAgent's subtask must produce and the blackboard lacks. Names with a dot or slash are files.
pub(crate) fn missing_note(who: &ActiveAgent, ledger: &Ledger) -> Option<String> {
    let ActiveAgent::App(it) = who else { return None };
    let notes = &ledger.blackboard.notes;
    let is_missing = |name: &&String| !name.contains(['.', '/']) && !notes.contains_key(*name);
    it.subtask.produces.iter().find(is_missing).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::window;
    use deskpilot_core::{
        Action, Aim, Button, Call, Evidence, ExistingState, Gesture, NoChangeReason, Outcome, Refusal, State,
        parse_keys,
    };

    fn done(verb: Verb, effect: Effect) -> PerformedOperation {
        let window = window(1, "t", "a");
        let call = Call { command: "c".into(), ..Call::default() };
        let operation = Operation::Act(Box::new(Action { call, window, aim: Aim::Window, verb }));
        PerformedOperation { step: 0, operation, outcome: Some(Outcome::from(effect)), picture: None }
    }

    #[test]
    fn a_step_is_proven_by_what_was_confirmed_last() {
        let click = || Verb::Gesture(Gesture::Click { button: Button::Left, count: 1, held: Vec::new() });
        let keys = |text: &str| Verb::Gesture(Gesture::Keys(parse_keys(text).unwrap()));
        let confirmed = || Effect::Confirmed(Evidence::State("checked".into()));
        let unsure = || Effect::Unverified("not seen".into());
        let nothing = |what: &str| Effect::NoChange(NoChangeReason::Same(Evidence::State(what.into())));
        for (operations, expected) in [
            (vec![], None),
            (vec![done(click(), confirmed())], None),
            (vec![done(click(), unsure())], Some("unverified: not seen")),
            (vec![done(click(), unsure()), done(click(), confirmed())], None),
            (vec![done(click(), confirmed()), done(click(), nothing("same"))], Some("no change: same")),
            (
                vec![done(
                    click(),
                    Effect::NoChange(NoChangeReason::AlreadySo(ExistingState::State(State::Checked, true))),
                )],
                None,
            ),
            (vec![done(keys("{END}"), unsure())], None),
            (vec![done(Verb::Summary("read".into()), unsure())], None),
            (
                vec![done(click(), unsure()), done(Verb::Summary("ok".into()), confirmed())],
                Some("unverified"),
            ),
            (vec![done(click(), Effect::Interrupted)], Some("interrupted")),
            (
                vec![done(
                    Verb::Native,
                    Effect::Refused(Refusal::NotRun { program: "cat".into(), why: "no such file".into() }),
                )],
                Some("no such file"),
            ),
        ] {
            let found = unproven_operation(&operations);
            assert_eq!(found.is_some(), expected.is_some(), "{found:?} {expected:?}");
            let found = found.unwrap_or_default();
            assert!(found.contains(expected.unwrap_or_default()), "{found:?} {expected:?}");
        }
    }
}
