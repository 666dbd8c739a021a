//! How long to wait for the effect of an action, and when the wait ends. Pure.

use deskpilot_core::{Effect, Evidence, WaitEnd};
use deskpilot_desktop::verdict::{Certainty, Proof, Verdict};
use std::time::Duration;

/// How long to wait before the first look after input, which the application handles by and by.
pub(super) const FIRST_LOOK: Duration = Duration::from_millis(50);
/// How long to wait between two looks.
pub(super) const BETWEEN_LOOKS: Duration = Duration::from_millis(100);
/// How long to wait where nothing changes.
pub(super) const SILENCE: Duration = Duration::from_millis(800);
/// The longest wait, whatever is still going on.
const CAP: Duration = Duration::from_millis(1500);
/// How much longer to wait for each typed character.
const PER_CHARACTER: Duration = Duration::from_millis(20);
/// The longest wait for a text.
const LONGEST: Duration = Duration::from_secs(10);

/// The longest wait for the proof of an action.
pub(super) fn longest_wait(proof: &Proof) -> Duration {
    let characters = u32::try_from(proof.typed_characters()).unwrap_or(u32::MAX);
    CAP.saturating_add(PER_CHARACTER.saturating_mul(characters)).min(LONGEST)
}

/// What a look after an action is, beside what it shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LookAfter {
    /// Whether the application is known to have nothing left to do for the action, or two looks in a row showed the same.
    pub(super) is_quiet: bool,
    /// Whether the time is up.
    pub(super) is_over: bool,
    /// How long ago the gesture was sent.
    pub(super) waited: Duration,
}

/// Why the wait ends with this effect; `None` when it goes on.
pub(super) fn ending(proof: &Proof, verdict: &Verdict, look: LookAfter) -> Option<WaitEnd> {
    let millis = u64::try_from(look.waited.as_millis()).unwrap_or(u64::MAX);
    match &verdict.effect {
        Effect::Confirmed(_) if verdict.certainty == Certainty::Provisional && !look.is_over => None,
        Effect::Confirmed(_) if proof.is_direct() || shows_what_was_typed(proof, &verdict.effect) => {
            Some(WaitEnd::Condition(millis))
        }
        Effect::Confirmed(_) if look.is_quiet => Some(WaitEnd::Quiet(millis)),
        Effect::Confirmed(evidence) if look.is_over || !comes_first(evidence) => {
            Some(WaitEnd::Condition(millis))
        }
        _ if look.is_over && !look.is_quiet => Some(WaitEnd::Deadline(millis)),
        // No later look can show more of hidden text.
        _ if look.is_over || *proof == Proof::Hidden => Some(WaitEnd::Quiet(millis)),
        _ => None,
    }
}

/// Whether more may be to come of an action than this: the keyboard and the caret move before a control does its work.
const fn comes_first(evidence: &Evidence) -> bool {
    matches!(evidence, Evidence::Focus(_) | Evidence::Text(_) | Evidence::Pointer(_))
}

/// Whether the control to which a text went shows the whole of it: nothing more is to come.
fn shows_what_was_typed(proof: &Proof, effect: &Effect) -> bool {
    let is_own_value = matches!(effect, Effect::Confirmed(Evidence::Value { of: None, .. }));
    is_own_value && proof.typed_characters() > 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{Gesture, NoChangeReason, State, parse_keys};

    #[test]
    fn there_are_at_most_ten_looks_in_a_second() {
        assert!(BETWEEN_LOOKS >= Duration::from_millis(100));
        assert!(FIRST_LOOK < SILENCE && SILENCE < CAP);
    }

    #[test]
    fn a_long_text_is_waited_for_as_long_as_it_takes_and_no_longer() {
        for (proof, millis) in [
            (Proof::AnyChange, 1500),
            (Proof::Typed("tea".into()), 1560),
            (Proof::Typed("x".repeat(4000)), 10_000),
        ] {
            assert_eq!(longest_wait(&proof), Duration::from_millis(millis), "{proof:?}");
        }
    }

    #[test]
    fn a_change_ends_the_wait_and_the_keyboard_that_moved_must_stand_still_first() {
        let checked = Proof::State(State::Checked, true);
        let turned = || Effect::Confirmed(Evidence::Turned { state: State::Checked, on: true });
        let focused = || Effect::Confirmed(Evidence::Focus("Edit \"Name\"".into()));
        let nothing = || Effect::NoChange(NoChangeReason::Same(Evidence::NOTHING));
        let typed = Proof::of(&Gesture::Keys(parse_keys("tea").unwrap()), None).unwrap();
        let shown =
            || Effect::Confirmed(Evidence::Value { before: None, after: Some("tea".into()), of: None });
        let (certain, provisional) = (Certainty::Certain, Certainty::Provisional);
        for (proof, effect, certainty, is_quiet, is_over, expected) in [
            (&checked, turned(), certain, false, false, Some("seen after 7 ms")),
            (&checked, turned(), provisional, true, false, None),
            (&checked, turned(), provisional, true, true, Some("seen after 7 ms")),
            (&typed, shown(), certain, false, false, Some("seen after 7 ms")),
            (&typed, focused(), certain, false, false, None),
            (&Proof::AnyChange, focused(), certain, false, false, None),
            (&Proof::AnyChange, focused(), certain, true, false, Some("quiet after 7 ms")),
            (&Proof::AnyChange, turned(), certain, false, false, Some("seen after 7 ms")),
            (&Proof::AnyChange, turned(), certain, true, false, Some("quiet after 7 ms")),
            (&Proof::AnyChange, nothing(), certain, true, false, None),
            (&Proof::AnyChange, nothing(), certain, true, true, Some("quiet after 7 ms")),
            (&Proof::AnyChange, nothing(), certain, false, true, Some("deadline")),
            (&Proof::Hidden, Effect::unverified("hidden"), certain, false, false, Some("quiet after 7 ms")),
        ] {
            let look = LookAfter { is_quiet, is_over, waited: Duration::from_millis(7) };
            let end = ending(proof, &Verdict { effect, certainty }, look);
            let matches = match (&end, expected) {
                (None, None) => true,
                (Some(WaitEnd::Quiet(7)), Some(word)) => word.starts_with("quiet"),
                (Some(WaitEnd::Condition(7)), Some(word)) => word.starts_with("seen"),
                (Some(WaitEnd::Deadline(7)), Some(word)) => word.starts_with("deadline"),
                _ => false,
            };
            assert!(matches, "{proof:?}, {look:?}: {end:?}");
        }
    }
}
