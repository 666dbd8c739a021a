//! Detects actions whose goal was reached before: some are not needed, others need an explanation why nothing changed. Pure.

use super::proof::Proof;
use super::typed_text::is_own_spelling;
use deskpilot_core::{
    Button, Control, Effect, ExistingState, Gesture, NoChangeReason, Outcome, Role, State, States, TextMode,
    is_same_name,
};

impl Proof {
    /// What was wanted and is so before the action, by the states of the target and the item chosen in it: nothing need be sent.
    pub fn existing_state(&self, states: States, chosen: Option<String>) -> Option<ExistingState> {
        match self {
            Proof::State(state, on) => {
                (states.has(*state) == *on).then_some(ExistingState::State(*state, *on))
            }
            Proof::Choice(item) => chosen.filter(|it| is_same_name(it, item)).map(ExistingState::Chosen),
            _ => None,
        }
    }
}

/// The outcome, with the reason why nothing changed if the control already was in the wanted state.
pub fn with_existing_state(outcome: Outcome, gesture: &Gesture, target: Option<&Control>) -> Outcome {
    match (&outcome.effect, target.and_then(|it| state_before(gesture, it))) {
        (Effect::NoChange(_), Some(state)) => {
            Outcome { effect: Effect::NoChange(NoChangeReason::AlreadySo(state)), ..outcome }
        }
        _ => outcome,
    }
}

fn state_before(gesture: &Gesture, target: &Control) -> Option<ExistingState> {
    match gesture {
        Gesture::Click { button: Button::Left, count: 1, held } if held.is_empty() => {
            let state = clicked_state(target.role, target.states)?;
            Some(ExistingState::State(state, true))
        }
        // Enter after a text that was there already, as in a name box, does nothing.
        Gesture::Text { text, mode: TextMode::Replace } => {
            let shown = target.value.as_ref().filter(|shown| is_own_spelling(text, shown))?;
            Some(ExistingState::Text(shown.clone()))
        }
        _ => None,
    }
}

/// The state a click on this role would set, if the control already has it.
fn clicked_state(role: Role, states: States) -> Option<State> {
    let wanted: &[State] = match role {
        Role::Cell => &[State::Selected, State::Checked, State::Focused],
        Role::ListItem | Role::TreeItem | Role::TabItem => &[State::Selected],
        Role::RadioButton => &[State::Checked],
        role if role.holds_text() => &[State::Focused],
        _ => &[],
    };
    wanted.iter().copied().find(|state| states.has(*state))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_are_clicked_to_be_selected_checked_or_focused() {
        use State::{Checked, Enabled, Focused, Selected};
        for (role, states, expected) in [
            (Role::Cell, &[Enabled, Focused][..], Some(Focused)),
            (Role::Cell, &[Focused, Selected], Some(Selected)),
            (Role::ListItem, &[Focused], None),
            (Role::TabItem, &[Selected], Some(Selected)),
            (Role::RadioButton, &[Checked], Some(Checked)),
            (Role::CheckBox, &[Checked], None),
            (Role::Edit, &[Enabled, Focused], Some(Focused)),
            (Role::Document, &[Enabled], None),
            (Role::Button, &[Focused], None),
        ] {
            let states = states.iter().copied().collect();
            assert_eq!(clicked_state(role, states), expected, "{role:?} {states:?}");
        }
    }
}
