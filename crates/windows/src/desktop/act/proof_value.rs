//! Reads the value of a control that a proof compares.

use super::executor::Executor;
use super::phases::AimedInput;
use crate::desktop::reading::element::{Element, Origin};
use crate::desktop::reading::reader::Reading;
use crate::desktop::reading::snapshot::PROOF;
use deskpilot_core::{Outcome, Role, State};
use deskpilot_desktop::DesktopError;
use deskpilot_desktop::verdict::{Proof, SecondLook};
use std::time::Duration;
use tokio::time::sleep;

/// How long after its effect a control is looked at once more, where it may take back what it was given.
const SECOND_LOOK: Duration = Duration::from_millis(300);

impl Executor {
    /// The value of a control, as this reading has it, that the proof compares.
    pub(super) async fn proof_value(
        &self,
        reading: &Reading,
        element: &Element,
        proof: &Proof,
    ) -> Result<Option<String>, DesktopError> {
        if element.control.states.has(State::Protected) {
            return Ok(None);
        }
        Ok(match proof {
            Proof::Text { .. } | Proof::Typed(_) | Proof::Keys(_) if element.has_text() => {
                // A control that does not reply is looked at again.
                self.reader.whole_text(element, &reading.group.main).await.ok()
            }
            Proof::Number(_) => element.control.value.clone(),
            Proof::Selection(_) => self.reader.selected_text(element).await.and_then(|it| it.text),
            Proof::Choice(_) => self.chosen(reading, element).await,
            _ => None,
        })
    }

    /// The item that is chosen in a control; `None` where it does not say.
    async fn chosen(&self, reading: &Reading, element: &Element) -> Option<String> {
        if element.control.role == Role::ComboBox {
            return element.control.value.clone();
        }
        let inside = reading.items_of(element);
        if element.lists_items() && inside.iter().all(|it| matches!(it.origin, Origin::Item { .. })) {
            // Its items may be scrolled away.
            return self.reader.chosen_item(element).await.ok().flatten();
        }
        let is_chosen = |it: &&&Element| {
            [State::Selected, State::Checked].into_iter().any(|state| it.control.states.has(state))
        };
        inside.iter().find(is_chosen).map(|it| it.control.name.clone())
    }

    /// The outcome after a second look at a control that may take back what it was given.
    pub(super) async fn looked_at_again(
        &mut self,
        outcome: Outcome,
        aimed: &AimedInput,
    ) -> Result<Outcome, DesktopError> {
        let Some(element) = aimed.target.control() else { return Ok(outcome) };
        let Some(look) = SecondLook::of(&outcome.effect, &aimed.proof, element.control.role) else {
            return Ok(outcome);
        };
        sleep(SecondLook::pause(&outcome, SECOND_LOOK)).await;
        let window = aimed.reading.group.main.hwnd.into();
        // A control that is gone, or does not reply, is not seen to revert: a dialog may close with what it took.
        let Ok(reading) = self.reader.read(window, PROOF).await else { return Ok(outcome) };
        let found = element.control.node().and_then(|it| reading.find(it));
        let Some(found) = found else { return Ok(outcome) };
        let Outcome { effect, output, settled } = outcome;
        let effect = match look {
            SecondLook::Value => match self.proof_value(&reading, found, &aimed.proof).await? {
                Some(now) => SecondLook::effect_of_value(effect, &aimed.proof, aimed.value.as_deref(), &now),
                None => effect,
            },
            SecondLook::State(state, _) => look.effect_of_state(effect, found.control.states.has(state)),
        };
        Ok(Outcome { effect, output, settled })
    }
}

impl Reading {
    /// The items of a control: what can be chosen, within its place.
    pub(in crate::desktop) fn items_of(&self, list: &Element) -> Vec<&Element> {
        let place = list.control.rect;
        let is_item = |it: &&Element| {
            let can_be_chosen = matches!(
                it.control.role,
                Role::ListItem
                    | Role::TabItem
                    | Role::TreeItem
                    | Role::Cell
                    | Role::RadioButton
                    | Role::MenuItem
            );
            can_be_chosen && it.control.rect.intersection(place) == it.control.rect
        };
        self.elements.iter().filter(is_item).collect()
    }
}
