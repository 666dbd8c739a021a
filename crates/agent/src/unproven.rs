//! Finds the operation of a subtask that is unproven: it failed, or its effect is unknown, and no later operation made up for it.

use deskpilot_core::{
    Action, Effect, Gesture, Key, Modifier, Operation, Risk, Risks, Timestamp, Verb, fold::PerformedOperation,
};
use serde_json::Value;

/// What of a subtask's promise was reached, and when.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Reached {
    /// When the last note or file that it promised was there; `None` if it promised nothing.
    pub(crate) all: Option<Timestamp>,
    /// When the last of its files was written; `None` without files.
    pub(crate) files: Option<Timestamp>,
    /// The names of these files.
    pub(crate) names: Vec<String>,
}

/// Whose operations are judged.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Judged {
    /// Those of a goal, with what was reached of its promise.
    Goal(Reached),
    /// Those of a step of a plan: every gesture has to be seen.
    PlanStep,
}

/// Risks of what nothing on this desktop shows, and no saved file makes up for.
const LASTING: Risks = Risks::of(&[
    Risk::Sends,
    Risk::Deletes,
    Risk::Discards,
    Risk::Pays,
    Risk::Installs,
    Risk::Permits,
    Risk::Watches,
    Risk::Runs,
]);

/// Why an operation is unproven.
#[derive(Clone, Copy, PartialEq, Eq)]
enum UnprovenKind {
    /// Nothing happened.
    NotDone,
    /// It may have happened.
    Unknown,
    /// Only a part happened.
    Part,
}

/// The last unproven operation, with its outcome.
pub(crate) fn unproven_operation(operations: &[PerformedOperation], judged: &Judged) -> Option<String> {
    let mut open: Vec<(&PerformedOperation, UnprovenKind)> = Vec::new();
    for done in operations.iter().filter(|it| matches!(it.operation, Operation::Act(_))) {
        if is_confirmed(done) {
            open.retain(|(failed, kind)| !judged.is_made_up_for(failed, *kind, done));
        }
        open.extend(judged.unproven_kind(done).map(|kind| (done, kind)));
    }
    if let Judged::Goal(reached) = judged {
        open.retain(|(failed, kind)| !reached.makes_up_for(failed, *kind));
    }
    open.last().map(|(done, _)| described(done))
}

impl Judged {
    /// Why the operation is unproven; `None` if its effect is known, or it needs no proof.
    fn unproven_kind(&self, done: &PerformedOperation) -> Option<UnprovenKind> {
        let Operation::Act(action) = &done.operation else { return None };
        let Some(outcome) = &done.outcome else { return Some(UnprovenKind::Unknown) };
        if outcome.is_as_wanted(&done.operation) {
            return None;
        }
        match &outcome.effect {
            Effect::Confirmed(_) => None,
            Effect::Unverified(_) if self.only_looks(done) || action.only_moves() => None,
            // What was read is there; there is more of it.
            Effect::Partial(_) if self.only_looks(done) && *self != Judged::PlanStep => None,
            Effect::Unverified(_) | Effect::Interrupted => Some(UnprovenKind::Unknown),
            Effect::NoChange(_) | Effect::Refused(_) => Some(UnprovenKind::NotDone),
            Effect::Partial(_) => Some(UnprovenKind::Part),
        }
    }

    /// Whether the operation only looks, reads or notes.
    fn only_looks(&self, done: &PerformedOperation) -> bool {
        match self {
            Judged::Goal(_) => !done.may_change(),
            Judged::PlanStep => !is_gesture(done),
        }
    }

    /// Whether a later operation, whose effect was seen, makes up for this one: it is another try of the same, or another way on.
    fn is_made_up_for(
        &self,
        failed: &PerformedOperation,
        kind: UnprovenKind,
        later: &PerformedOperation,
    ) -> bool {
        match kind {
            _ if *self == Judged::PlanStep => is_gesture(later),
            _ if self.only_looks(failed) => touches(later),
            _ if self.only_looks(later) => false,
            UnprovenKind::Part => is_same(failed, later),
            UnprovenKind::NotDone | UnprovenKind::Unknown => !is_lasting(failed) || is_same(failed, later),
        }
    }
}

impl Reached {
    /// Whether the promise that was reached makes up for the operation.
    fn makes_up_for(&self, failed: &PerformedOperation, kind: UnprovenKind) -> bool {
        let (Some(all), Operation::Act(action)) = (self.all, &failed.operation) else { return false };
        match kind {
            // Nothing was changed by it, and what was wanted is there.
            _ if !failed.may_change() => true,
            _ if is_lasting(failed) => false,
            // The file shows that it was saved, although the act of saving showed nothing.
            _ if action.only_saves() => self.files.is_some(),
            // What was not done before the promise was kept was not needed for it.
            UnprovenKind::NotDone => failed.at <= all,
            // A file shows that a dialog was answered, but not that it holds what was entered before.
            UnprovenKind::Unknown => {
                self.files.is_some_and(|it| failed.at <= it) && !self.enters_content(failed, action)
            }
            UnprovenKind::Part => false,
        }
    }

    /// Whether the operation enters content, instead of saving or naming a file.
    fn enters_content(&self, done: &PerformedOperation, action: &Action) -> bool {
        match &action.verb {
            Verb::Native => done.written_files().is_empty(),
            Verb::AskAgent(_) => true,
            _ => typed_text(action).is_some_and(|it| !self.is_name(&it)),
        }
    }

    /// Whether the text is the name of a promised file, as it is typed into a dialog.
    fn is_name(&self, text: &str) -> bool {
        let text = file_name(text.trim());
        let stem = |it: &str| it.rsplit_once('.').map_or_else(|| it.to_owned(), |(stem, _)| stem.to_owned());
        !text.is_empty() && self.names.iter().map(|it| file_name(it)).any(|it| it == text || stem(it) == text)
    }
}

/// The last part of a path.
pub(crate) fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// Whether the action does something to the window or reads from it.
pub(crate) const fn touches_window(action: &Action) -> bool {
    let verb = &action.verb;
    matches!(verb, Verb::Gesture(_) | Verb::Read { .. } | Verb::ReadClipboard { .. } | Verb::Native)
}

/// Whether the effect of the operation was seen.
pub(crate) fn is_confirmed(done: &PerformedOperation) -> bool {
    done.outcome.as_ref().is_some_and(|it| matches!(it.effect, Effect::Confirmed(_)))
}

fn touches(done: &PerformedOperation) -> bool {
    matches!(&done.operation, Operation::Act(action) if touches_window(action))
}

fn is_gesture(done: &PerformedOperation) -> bool {
    matches!(&done.operation, Operation::Act(action) if matches!(action.verb, Verb::Gesture(_)))
}

fn risks(done: &PerformedOperation) -> Risks {
    done.grounds.iter().flat_map(|it| &it.findings).map(|it| it.risk).collect()
}

fn is_lasting(done: &PerformedOperation) -> bool {
    risks(done).intersects(LASTING)
}

/// Whether the later operation does what the earlier one should have done: the same call, something to the same control, the same
/// command or program with other arguments, or the same lasting effect.
fn is_same(failed: &PerformedOperation, later: &PerformedOperation) -> bool {
    let (Operation::Act(one), Operation::Act(other)) = (&failed.operation, &later.operation) else {
        return false;
    };
    let has_same_target = is_gesture(failed)
        && is_gesture(later)
        && !one.control_text().is_empty()
        && one.control_text() == other.control_text();
    let is_same_command = one.verb == Verb::Native
        && other.verb == Verb::Native
        && one.call.command == other.call.command
        && program(one) == program(other);
    let mut lasting = risks(failed).iter().map(|it| Risks::of(&[it])).filter(|it| it.intersects(LASTING));
    let is_same_call = one.call == other.call && one.control_text() == other.control_text();
    is_same_call || has_same_target || is_same_command || lasting.any(|it| risks(later).intersects(it))
}

/// The program that a command runs.
fn program(action: &Action) -> Option<&Value> {
    action.call.args.values().find_map(|it| it.as_array()?.first())
}

/// The text that the action types, by keys or into a field.
fn typed_text(action: &Action) -> Option<String> {
    match &action.verb {
        Verb::Gesture(Gesture::Text { text, .. }) => Some(text.clone()),
        Verb::Gesture(Gesture::Keys(chords)) => {
            let plain = |held: &[Modifier]| held.iter().all(|it| *it == Modifier::Shift);
            let typed = chords.iter().filter(|it| plain(&it.held)).filter_map(|it| match it.key {
                Key::Char(letter) => Some(letter),
                _ => None,
            });
            let typed: String = typed.collect();
            (!typed.is_empty()).then_some(typed)
        }
        _ => None,
    }
}

fn described(done: &PerformedOperation) -> String {
    match &done.outcome {
        Some(outcome) => format!("{}: {}", done.operation, outcome.effect),
        None => format!("{}: interrupted", done.operation),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::window;
    use deskpilot_core::{
        Aim, Button, Call, Divergence, Evidence, ExistingState, Grounds, NoChangeReason, Outcome, Preset,
        Refusal, RulingSource, State, TextMode, parse_keys,
        policy::{Finding, KnownEffect},
    };
    use std::mem::discriminant;

    fn done(verb: Verb, effect: Effect) -> PerformedOperation {
        let window = window(1, "t", "a");
        let command = match &verb {
            Verb::Gesture(gesture) => format!("{:?}", discriminant(gesture)),
            verb => format!("{:?}", discriminant(verb)),
        };
        let call = Call { command, ..Call::default() };
        let operation = Operation::Act(Box::new(Action { call, window, aim: Aim::Window, verb }));
        let (outcome, at) = (Some(Outcome::from(effect)), Timestamp::default());
        PerformedOperation { step: 0, at, operation, outcome, picture: None, grounds: None }
    }

    fn with_grounds(
        done: PerformedOperation,
        risks: &[Risk],
        known: Option<KnownEffect>,
    ) -> PerformedOperation {
        let findings = risks.iter().map(|risk| Finding { risk: *risk, sign: String::new() }).collect();
        let grounds = Grounds {
            source: RulingSource::Preset(Preset::Ask),
            findings,
            rule: None,
            places: Vec::new(),
            targets: None,
            beside: None,
            known_effect: known.map(Box::new),
        };
        PerformedOperation { grounds: Some(Box::new(grounds)), ..done }
    }

    fn click() -> Verb {
        Verb::Gesture(Gesture::Click { button: Button::Left, count: 1, held: Vec::new() })
    }

    fn keys(text: &str) -> Verb {
        Verb::Gesture(Gesture::Keys(parse_keys(text).unwrap()))
    }

    fn text(text: &str) -> Verb {
        Verb::Gesture(Gesture::Text { text: text.into(), mode: TextMode::Replace })
    }

    fn confirmed() -> Effect {
        Effect::Confirmed(Evidence::Reported("checked".into()))
    }

    fn unsure() -> Effect {
        Effect::unverified("not seen")
    }

    fn same() -> Effect {
        Effect::NoChange(NoChangeReason::Same(Evidence::Reported("same".into())))
    }

    fn refused() -> Effect {
        Effect::Refused(Refusal::NotDone(Divergence::Gone("no such file".into())))
    }

    fn look(effect: Effect) -> PerformedOperation {
        with_grounds(done(Verb::Native, effect), &[], Some(KnownEffect::Looks))
    }

    #[test]
    fn a_step_of_a_plan_is_proven_by_what_was_confirmed_last() {
        let already =
            || Effect::NoChange(NoChangeReason::AlreadySo(ExistingState::State(State::Checked, true)));
        for (operations, expected) in [
            (vec![], None),
            (vec![done(click(), confirmed())], None),
            (vec![done(click(), unsure())], Some("unverified: not seen")),
            (vec![done(click(), unsure()), done(click(), confirmed())], None),
            (vec![done(click(), confirmed()), done(click(), same())], Some("no change: same")),
            (vec![done(click(), already())], None),
            (vec![done(keys("{END}"), unsure())], None),
            (vec![done(Verb::Summary("read".into()), unsure())], None),
            (vec![done(Verb::Native, unsure())], None),
            (
                vec![done(click(), unsure()), done(Verb::Summary("ok".into()), confirmed())],
                Some("unverified"),
            ),
            (vec![done(click(), Effect::Interrupted)], Some("interrupted")),
            (vec![done(Verb::Native, refused())], Some("no such file")),
        ] {
            let found = unproven_operation(&operations, &Judged::PlanStep);
            assert_eq!(found.is_some(), expected.is_some(), "{found:?} {expected:?}");
            let found = found.unwrap_or_default();
            assert!(found.contains(expected.unwrap_or_default()), "{found:?} {expected:?}");
        }
    }

    #[test]
    fn what_a_goal_needed_is_made_up_for_by_what_came_later() {
        let part = || Effect::Partial("5 of 12 characters".into());
        let send = |effect| with_grounds(done(click(), effect), &[Risk::Sends], None);
        let written = || Some(KnownEffect::Writes(vec!["/h/a.txt".into()]));
        let command = |effect, known| with_grounds(done(Verb::Native, effect), &[], known);
        let note = || Reached { all: Some(Timestamp(5)), ..Reached::default() };
        let file = || Reached { files: Some(Timestamp(5)), names: vec!["/h/a.txt".into()], ..note() };
        for (why, operations, reached, is_proven) in [
            ("a part of what was read", vec![look(part())], Reached::default(), true),
            ("a look at nothing", vec![look(refused())], Reached::default(), false),
            ("another look", vec![look(refused()), look(confirmed())], Reached::default(), true),
            ("a look that was not needed", vec![look(refused())], note(), true),
            ("a part of what was written", vec![done(text("a"), part())], file(), false),
            ("written again", vec![done(text("a"), part()), done(text("a"), confirmed())], file(), true),
            ("clicked instead", vec![done(text("a"), part()), done(click(), confirmed())], file(), false),
            ("refused", vec![done(click(), refused())], Reached::default(), false),
            ("refused, then read", vec![done(click(), refused())], note(), true),
            (
                "refused, then a look",
                vec![done(click(), refused()), look(confirmed())],
                Reached::default(),
                false,
            ),
            (
                "another way",
                vec![done(click(), same()), command(confirmed(), None)],
                Reached::default(),
                true,
            ),
            ("unknown, and a note", vec![done(click(), unsure())], note(), false),
            ("the press that saves", vec![done(click(), unsure())], file(), true),
            ("a text that nobody saw", vec![done(text("hello"), unsure())], file(), false),
            ("the name in the dialog", vec![done(text("a"), unsure())], file(), true),
            ("keys that nobody saw", vec![done(keys("hello"), unsure())], file(), false),
            ("a command that may have changed the text", vec![command(unsure(), None)], file(), false),
            ("a command that saves", vec![command(unsure(), written())], file(), true),
            ("a command alone", vec![command(unsure(), None)], Reached::default(), false),
            ("sent or not", vec![send(unsure())], file(), false),
            ("not sent", vec![send(same()), done(keys("a"), confirmed())], file(), false),
            ("sent again", vec![send(unsure()), send(confirmed())], file(), true),
            ("interrupted", vec![done(keys("hello"), Effect::Interrupted)], file(), false),
            ("the same name", vec![done(text("a"), unsure())], note(), false),
        ] {
            let found = unproven_operation(&operations, &Judged::Goal(reached));
            assert_eq!(found.is_none(), is_proven, "{why}: {found:?}");
        }
        let later = |done: PerformedOperation| PerformedOperation { at: Timestamp(6), ..done };
        for (why, done, is_proven) in [
            ("a press after the file", later(done(click(), unsure())), false),
            ("no effect after the file", later(done(click(), same())), false),
            ("saved once more", later(done(keys("^s"), same())), true),
        ] {
            let found = unproven_operation(&[done], &Judged::Goal(file()));
            assert_eq!(found.is_none(), is_proven, "{why}: {found:?}");
        }
    }
}
