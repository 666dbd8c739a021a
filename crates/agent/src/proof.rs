//! Checks whether the effects of a subtask's operations are known.

use crate::{Halt, saved_files, session_parts::SessionParts};
use deskpilot_core::{
    Action, ActiveAgent, Effect, Operation, Product, Subtask, Timestamp, Verb,
    fold::{Ledger, PerformedOperation},
};
use std::time::Duration;
use tokio::time::Instant;

/// How long a promised file may take to be written: applications save in the background.
const SAVING: Duration = Duration::from_secs(2);
/// How long to wait between two looks at a file.
const PAUSE: Duration = Duration::from_millis(50);

/// Whether the last subtask is proven: every effect was seen, and what it promised is there since it began; a file since the
/// last change.
pub(crate) async fn is_proven(parts: &SessionParts) -> Result<bool, Halt> {
    let ledger = parts.ledger();
    let operations = ledger.evaluation.of_subtask();
    let Some(node) = ledger.round.subtasks.last() else { return Ok(false) };
    let is_noted = |name: &str| ledger.round.noted.iter().any(|it| it == name);
    let promised = &node.subtask.produces;
    if !has_effect(operations)
        || unproven_operation(operations).is_some()
        || !promised.iter().filter_map(Product::note).all(is_noted)
    {
        return Ok(false);
    }
    let since = last_change(operations).unwrap_or_default().max(ledger.round.since);
    let own = parts.gate.own_paths();
    let paths = own.paths();
    let are_saved = || {
        promised.iter().filter_map(Product::file).all(|it| saved_files::is_written_since(it, since, paths))
    };
    let deadline = Instant::now() + SAVING;
    while !are_saved() {
        if Instant::now() >= deadline {
            return Ok(false);
        }
        parts.world.sleep(PAUSE).await?;
    }
    Ok(true)
}

/// Whether what the subtask promised is there, perhaps from before.
pub(crate) fn is_there(subtask: &Subtask, parts: &SessionParts) -> bool {
    let own = parts.gate.own_paths();
    let paths = own.paths();
    subtask.produces.iter().all(|it| match it {
        Product::Note(name) => parts.ledger().blackboard.notes.contains_key(name),
        Product::File(path) => saved_files::is_there(path, paths),
    })
}

/// Whether an effect was seen at all.
fn has_effect(operations: &[PerformedOperation]) -> bool {
    let is_confirmed = |it: &PerformedOperation| {
        matches!(&it.operation, Operation::Act(it) if touches(it))
            && it.outcome.as_ref().is_some_and(|it| matches!(it.effect, Effect::Confirmed(_)))
    };
    operations.iter().any(is_confirmed)
}

/// Whether the action does something to the window or reads from it.
const fn touches(action: &Action) -> bool {
    let verb = &action.verb;
    matches!(verb, Verb::Gesture(_) | Verb::Read { .. } | Verb::ReadClipboard { .. } | Verb::Native)
}

/// When the last operation began that may have changed a document.
fn last_change(operations: &[PerformedOperation]) -> Option<Timestamp> {
    let changes = |it: &&PerformedOperation| match &it.operation {
        Operation::Act(action) => it.operation.may_change() && !action.only_moves(),
        _ => false,
    };
    operations.iter().rev().find(changes).map(|it| it.at)
}

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

/// The first note that an AppAgent's subtask must produce and the blackboard lacks, of those that it was not yet told of.
pub(crate) fn missing_note(who: &ActiveAgent, ledger: &Ledger) -> Option<String> {
    let ActiveAgent::App(it) = who else { return None };
    let notes = &ledger.blackboard.notes;
    let is_new = |name: &&str| ledger.round.reminded.iter().all(|it| it != name);
    let missing = it.subtask.produces.iter().filter_map(Product::note).filter(is_new);
    missing.into_iter().find(|name| !notes.contains_key(*name)).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::window;
    use deskpilot_core::{
        Aim, Button, Call, Evidence, ExistingState, Gesture, NoChangeReason, Outcome, Refusal, State,
        parse_keys,
    };

    fn done(verb: Verb, effect: Effect) -> PerformedOperation {
        let window = window(1, "t", "a");
        let call = Call { command: "c".into(), ..Call::default() };
        let operation = Operation::Act(Box::new(Action { call, window, aim: Aim::Window, verb }));
        let (outcome, at) = (Some(Outcome::from(effect)), Timestamp::default());
        PerformedOperation { step: 0, at, operation, outcome, picture: None }
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
