//! Which button Enter in a field may press: no application says so, so that its place in the tree shows it.

use super::super::lexicon::{Lexicon, WordList};
use super::target::{blocking_dialog, is_in_document};
use crate::{Control, Role};

/// The buttons of which Enter in this field may press one: on a page those that follow it, as the form's button does; in a dialog its
/// only one that does not leave it.
pub(super) fn default_buttons<'c>(
    controls: &'c [Control],
    field: &Control,
    lexicon: &Lexicon,
) -> Vec<&'c Control> {
    let is_button = |it: &&Control| it.role == Role::Button && !it.text().trim().is_empty();
    if is_in_document(controls, field) {
        let after = controls.iter().skip_while(|it| *it != field).skip(1);
        let to_button = after.skip_while(|it| is_of_form(it.role));
        return to_button.take_while(|it| is_button(it) || is_beside(it.role)).filter(is_button).collect();
    }
    let Some(inside) = blocking_dialog(controls) else { return Vec::new() };
    let leaves = |it: &Control| lexicon.is(WordList::Cancels, &lexicon.read(it.text()));
    let buttons: Vec<&Control> = inside.iter().filter(is_button).filter(|it| !leaves(it)).collect();
    if buttons.len() == 1 { buttons } else { Vec::new() }
}

/// Whether such a control stands in a form between a field and its button.
fn is_of_form(role: Role) -> bool {
    let is_field = matches!(role, Role::Edit | Role::ComboBox | Role::Spinner | Role::Slider);
    is_field || is_beside(role) || matches!(role, Role::CheckBox | Role::RadioButton)
}

/// Whether such a control only says something about its neighbours.
fn is_beside(role: Role) -> bool {
    matches!(role, Role::Text | Role::Image | Role::Group | Role::Separator)
}
