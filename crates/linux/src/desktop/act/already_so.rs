//! Detects actions whose goal was reached before: some are skipped, others explain why nothing changed.

use super::executor::ActionExecutor;
use crate::desktop::effect::is_same;
use crate::desktop::find_again::Target;
use crate::desktop::proof::Proof;
use crate::desktop::proof_value::read_proof;
use crate::desktop::typed_text::is_own_spelling;
use deskpilot_core::{
    Button, Effect, ExistingState, Gesture, NoChangeReason, Outcome, Role, State, States, TextMode,
};
use deskpilot_desktop::DesktopError;

impl ActionExecutor {
    /// The effect of an action that is not needed; nothing is sent.
    pub(super) async fn already_so(
        &mut self,
        target: &Target,
        proof: &Proof,
    ) -> Result<Option<Effect>, DesktopError> {
        let Some(found) = target.control() else { return Ok(None) };
        let is_so = match proof {
            Proof::State(state, on) => {
                (found.element.states().has(*state) == *on).then_some(ExistingState::State(*state, *on))
            }
            Proof::Choice(item) => {
                let chosen = read_proof(&self.reader, found, proof).await?;
                chosen.filter(|chosen| is_same(chosen, item)).map(ExistingState::Chosen)
            }
            _ => None,
        };
        Ok(is_so.map(|what| Effect::NoChange(NoChangeReason::AlreadySo(what))))
    }
}

/// The outcome, with the reason why nothing changed if the control already was in the wanted state.
pub(super) fn with_reason(outcome: Outcome, gesture: &Gesture, target: &Target) -> Outcome {
    match (&outcome.effect, state_before(gesture, target)) {
        (Effect::NoChange(_), Some(state)) => {
            Outcome { effect: Effect::NoChange(NoChangeReason::AlreadySo(state)), ..outcome }
        }
        _ => outcome,
    }
}

fn state_before(gesture: &Gesture, target: &Target) -> Option<ExistingState> {
    let element = &target.control()?.element;
    match gesture {
        Gesture::Click { button: Button::Left, count: 1, held } if held.is_empty() => {
            let state = clicked_state(element.facts.kind(), element.states())?;
            Some(ExistingState::State(state, true))
        }
        // Enter after a text that stood there already, as in a name box, has nothing to do.
        Gesture::Text { text, mode: TextMode::Replace } => {
            let shown = element.control().value.filter(|shown| is_own_spelling(text, shown))?;
            Some(ExistingState::Text(shown))
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
