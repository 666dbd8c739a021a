//! Checks whether a window still looks as it did when the user approved an action. Pure.

use super::{Control, ControlChange, Difference, Divergence, Expectation, Role, State};
use crate::{Action, Aim};

impl Expectation<'_> {
    /// Why an action that the user approved earlier must not run now: everything that
    /// [`Expectation::divergence`] reports, a field or choice with another content, other text in a dialog, or,
    /// for an action on the whole window, another focused control.
    pub fn changed_since_approval(&self, approved: &Action) -> Option<Divergence> {
        self.divergence(approved).or_else(|| self.other_focus(approved)).or_else(|| self.other_text())
    }

    fn other_focus(&self, approved: &Action) -> Option<Divergence> {
        let of = |controls: &[Control]| {
            controls.iter().find(|it| it.states.has(State::Focused)).map(|it| it.id().to_string())
        };
        match (&approved.aim, of(self.seen), of(self.now)) {
            (Aim::Window, Some(was), is) if is.as_ref() != Some(&was) => {
                let is = is.unwrap_or_else(|| "nothing".into());
                Some(Divergence::Changed(format!("the keyboard was on {was} and is on {is}")))
            }
            _ => None,
        }
    }

    fn other_text(&self) -> Option<Divergence> {
        let difference = Difference::between(self.seen, self.now);
        let in_dialog = self.now.iter().any(Control::blocks);
        let is_word = |it: &Control| in_dialog && matches!(it.role, Role::Text | Role::Alert | Role::Dialog);
        let is_other = |it: &&ControlChange| {
            let holds = is_field(it.after.role) && (it.value().is_some() || choice_changed(it));
            holds || (is_word(&it.after) && (it.name().is_some() || it.value().is_some()))
        };
        if let Some(changed) = difference.changed.iter().find(is_other) {
            return Some(Divergence::Changed(changed.to_string()));
        }
        let added = difference.added.iter().find(|it| is_word(it));
        added.map(|it| Divergence::Changed(format!("{} appeared", it.id())))
    }
}

fn choice_changed(changed: &ControlChange) -> bool {
    let is_choice = |it: State| matches!(it, State::Checked | State::Selected);
    changed.gained().iter().chain(changed.lost().iter()).any(is_choice)
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
