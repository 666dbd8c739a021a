//! A second look at a control that was seen to take what it was given: some give it back a moment later. Pure.

use super::evidence::end_of;
use super::proof::Proof;
use deskpilot_core::{Effect, Evidence, ExistingState, NoChangeReason, Outcome, Role, State, WaitEnd};
use std::time::Duration;

/// What to read of the target a moment after its effect was confirmed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SecondLook {
    /// The value that the proof compares.
    Value,
    /// Whether it still is, or is not, in this state.
    State(State, bool),
}

impl SecondLook {
    /// What may be taken back of an effect on a control of this role; `None` where nothing is. A field takes its text back where it
    /// accepts certain texts only, which is seen by what was in it and what it was given: dates, times and numbers.
    pub fn of(effect: &Effect, proof: &Proof, role: Role) -> Option<SecondLook> {
        let Effect::Confirmed(evidence) = effect else { return None };
        match evidence {
            Evidence::Turned { state: State::Checked, on } if stays_checked(role, proof) => {
                Some(SecondLook::State(State::Checked, *on))
            }
            Evidence::Value { before, after, of: None } => {
                let is_strict = || [before, after].into_iter().flatten().any(|it| is_of_digits(it));
                let may_revert = match role {
                    Role::ComboBox | Role::Slider | Role::Spinner => proof.is_of_value(),
                    Role::Edit => matches!(proof, Proof::Text { .. }) && is_strict(),
                    _ => false,
                };
                may_revert.then_some(SecondLook::Value)
            }
            _ => None,
        }
    }

    /// How much longer to wait until the second look, which comes this long after the input.
    pub fn pause(outcome: &Outcome, after: Duration) -> Duration {
        let waited = match outcome.settled {
            Some(WaitEnd::Quiet(millis) | WaitEnd::Condition(millis) | WaitEnd::Deadline(millis)) => millis,
            None => 0,
        };
        after.saturating_sub(Duration::from_millis(waited))
    }

    /// The effect, where the target reads so at the second look and had this value before the action.
    pub fn effect_of_value(effect: Effect, proof: &Proof, before: Option<&str>, now: &str) -> Effect {
        match proof.effect_of_value(before, Some(now)) {
            Some(Effect::NoChange(NoChangeReason::Same(_))) => reverted(shown_by(proof, now)),
            Some(other @ Effect::Partial(_)) => other,
            _ => effect,
        }
    }

    /// The effect, where the target has, or lacks, the state at the second look.
    pub fn effect_of_state(self, effect: Effect, is: bool) -> Effect {
        match self {
            SecondLook::State(state, was) if was != is => reverted(ExistingState::State(state, is)),
            SecondLook::State(..) | SecondLook::Value => effect,
        }
    }
}

fn reverted(to: ExistingState) -> Effect {
    Effect::NoChange(NoChangeReason::Reverted(to))
}

fn shown_by(proof: &Proof, now: &str) -> ExistingState {
    match (proof, now.parse::<f64>()) {
        (Proof::Number(_), Ok(number)) => ExistingState::Number(number),
        _ => ExistingState::Text(end_of(now)),
    }
}

/// Whether a control of this role is to stay checked. A toggle button that is clicked may be one that springs back when it has done
/// its work, as the keys of a calculator do.
fn stays_checked(role: Role, proof: &Proof) -> bool {
    match role {
        Role::CheckBox => true,
        Role::RadioButton | Role::ToggleButton => matches!(proof, Proof::State(State::Checked, _)),
        _ => false,
    }
}

/// Whether a text is a date, a time or a number: digits, and what stands between them.
fn is_of_digits(text: &str) -> bool {
    let is_separator = |it: char| matches!(it, '.' | ',' | '-' | '/' | ':' | ' ' | '_' | '+' | '%');
    let has_digit = text.contains(|it: char| it.is_ascii_digit());
    has_digit && text.chars().all(|it| it.is_ascii_digit() || is_separator(it))
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::TextMode;

    fn replacing(text: &str) -> Proof {
        Proof::Text { text: text.into(), mode: TextMode::Replace }
    }

    fn value(before: &str, after: &str) -> Effect {
        Effect::Confirmed(Evidence::Value {
            before: Some(before.into()),
            after: Some(after.into()),
            of: None,
        })
    }

    #[test]
    fn only_what_can_revert_is_looked_at_again() {
        let turned = || Effect::Confirmed(Evidence::Turned { state: State::Checked, on: true });
        let expanded = Effect::Confirmed(Evidence::Turned { state: State::Expanded, on: true });
        let checked = Some(SecondLook::State(State::Checked, true));
        for (effect, proof, role, expected) in [
            (value("10", "42"), replacing("42"), Role::Spinner, Some(SecondLook::Value)),
            (value("10", "42"), Proof::Number(42.0), Role::Slider, Some(SecondLook::Value)),
            (value("Left", "Right"), Proof::Choice("Right".into()), Role::ComboBox, Some(SecondLook::Value)),
            (value("Left", "Right"), Proof::AnyChange, Role::ComboBox, None),
            (turned(), Proof::State(State::Checked, true), Role::CheckBox, checked),
            (turned(), Proof::AnyChange, Role::CheckBox, checked),
            (turned(), Proof::State(State::Checked, true), Role::ToggleButton, checked),
            (turned(), Proof::AnyChange, Role::ToggleButton, None),
            (turned(), Proof::State(State::Checked, true), Role::MenuItem, None),
            (expanded, Proof::State(State::Expanded, true), Role::TreeItem, None),
            (value("", "2027-04-03"), replacing("2027-04-03"), Role::Edit, Some(SecondLook::Value)),
            (value("__:__", "07:30"), replacing("07:30"), Role::Edit, Some(SecondLook::Value)),
            // Lists of actions that fill in names and texts are not slowed down.
            (value("", "Ada Lovelace"), replacing("Ada Lovelace"), Role::Edit, None),
            (value("12", "12 eggs"), replacing("12 eggs"), Role::Document, None),
            (Effect::Partial("half".into()), replacing("42"), Role::Spinner, None),
        ] {
            let case = format!("{effect} of {role:?}");
            assert_eq!(SecondLook::of(&effect, &proof, role), expected, "{case}");
        }
    }

    #[test]
    fn a_value_that_is_taken_back_was_confirmed_and_then_reverted() {
        let left = Proof::Choice("Right".into());
        for (proof, before, first, second, expected) in [
            (replacing("42"), "10", "42", "42", "confirmed: value \"10\" -> \"42\""),
            (replacing("42"), "10", "42", "42.00", "confirmed: value \"10\" -> \"42\""),
            (replacing("42"), "10", "42", "10", "no change: confirmed, then reverted to \"10\""),
            (replacing("42"), "10", "42", "40", "partial: the text is now \"40\""),
            (Proof::Number(42.0), "10", "42", "10", "no change: confirmed, then reverted to 10"),
            (Proof::Number(42.0), "10", "42", "40", "partial: it is now 40, not 42"),
            (left.clone(), "Left", "Right", "Left", "no change: confirmed, then reverted to \"Left\""),
            (left, "Left", "Right", "Middle", "partial: \"Middle\" is chosen now, not \"Right\""),
        ] {
            let effect = SecondLook::effect_of_value(value(before, first), &proof, Some(before), second);
            assert_eq!(effect.to_string(), expected, "{proof:?} that reads {second}");
        }
    }

    #[test]
    fn a_state_that_is_taken_back_was_confirmed_and_then_reverted() {
        let turned = || Effect::Confirmed(Evidence::Turned { state: State::Checked, on: true });
        let look = SecondLook::State(State::Checked, true);
        assert_eq!(look.effect_of_state(turned(), true), turned());
        let reverted = look.effect_of_state(turned(), false).to_string();
        assert_eq!(reverted, "no change: confirmed, then reverted to not checked");
    }
}
