//! Checks whether a window still looks as it did when the user approved an action. Pure.

use super::{Changed, Control, Difference, Divergence, Expectation, Role, State};
use crate::{Action, Aim};

impl Expectation<'_> {
    /// Why an action that the user approved earlier must not run now: everything that
    /// [`Expectation::divergence`] reports, a field or choice with another content, other text in a dialog, or,
    /// for an action on the whole window, another focused control.
    pub fn changed_since_approval(&self, agreed: &Action) -> Option<Divergence> {
        self.divergence(agreed).or_else(|| self.other_focus(agreed)).or_else(|| self.other_words())
    }

    fn other_focus(&self, agreed: &Action) -> Option<Divergence> {
        let of = |controls: &[Control]| {
            controls.iter().find(|it| it.states.has(State::Focused)).map(|it| it.id().to_string())
        };
        match (&agreed.aim, of(self.seen), of(self.now)) {
            (Aim::Window, Some(was), is) if is.as_ref() != Some(&was) => {
                let is = is.unwrap_or_else(|| "nothing".into());
                Some(Divergence::Changed(format!("the keyboard was on {was} and is on {is}")))
            }
            _ => None,
        }
    }

    fn other_words(&self) -> Option<Divergence> {
        let difference = Difference::between(self.seen, self.now);
        let in_dialog = self.now.iter().any(Control::blocks);
        let is_word = |it: &Control| in_dialog && matches!(it.role, Role::Text | Role::Alert | Role::Dialog);
        let is_other = |it: &&Changed| {
            let holds = is_field(it.after.role) && (it.value().is_some() || turned(it));
            holds || (is_word(&it.after) && (it.name().is_some() || it.value().is_some()))
        };
        if let Some(changed) = difference.changed.iter().find(is_other) {
            return Some(Divergence::Changed(changed.to_string()));
        }
        let moved = difference.added.iter().find(|it| is_word(it));
        moved.map(|it| Divergence::Changed(format!("{} came up", it.id())))
    }
}

fn turned(changed: &Changed) -> bool {
    let is_choice = |it: State| matches!(it, State::Checked | State::Selected);
    changed.entered().iter().chain(changed.left().iter()).any(is_choice)
}

const fn is_field(role: Role) -> bool {
    matches!(
        role,
        Role::Edit
            | Role::ComboBox
            | Role::CheckBox
            | Role::RadioButton
            | Role::Spinner
            | Role::Slider
            | Role::Document
            | Role::ListItem
            | Role::TreeItem
            | Role::Cell
    )
}
