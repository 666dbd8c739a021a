//! Whether a gesture may affect another control than the one that it names, so that a rule for this one does not cover it.

use super::keys::normalized;
use super::target::{is_in_document, is_menu_open, is_pressable};
use crate::{Action, Chord, Control, Gesture, Key, Modifier, Role, State, Verb};

/// Letters that edit the text of a field with Control.
const EDITING: &str = "acvxyz";

/// Whether the gesture may affect another control than its target.
pub(in super::super) fn strays(action: &Action, target: Option<&Control>, controls: &[Control]) -> bool {
    let (Some(target), Verb::Gesture(gesture)) = (target, &action.verb) else { return false };
    let chords: Vec<Chord> = match gesture {
        Gesture::Keys(chords) => chords.clone(),
        Gesture::Text { text, .. } => text.chars().map(|it| Chord::plain(Key::Char(it))).collect(),
        Gesture::Drag { to, .. } => return !target.rect.contains(*to),
        _ => return false,
    };
    is_menu_open(controls) || chords.into_iter().any(|it| leaves(&normalized(it), target, controls))
}

/// Whether a key moves the focus, opens something, or presses another control.
fn leaves(chord: &Chord, target: &Control, controls: &[Control]) -> bool {
    let holds_lines = target.states.has(State::MultiLine);
    if chord.held.iter().any(|it| matches!(it, Modifier::Alt | Modifier::Super)) {
        return true;
    }
    let has_control = chord.held.contains(&Modifier::Control);
    match chord.key {
        Key::Tab => has_control || !holds_lines || is_in_document(controls, target),
        Key::Enter => has_control || !(holds_lines || is_pressable(target.role)),
        Key::Char(' ') => has_control,
        Key::Char(letter) if has_control => !(is_field(target.role) && EDITING.contains(letter)),
        Key::Char(letter) => letter.is_control() || !is_field(target.role),
        Key::Up | Key::Down | Key::Left | Key::Right | Key::Home | Key::End | Key::PageUp | Key::PageDown => {
            !keeps_arrows(target.role)
        }
        Key::Backspace | Key::Delete | Key::Insert => false,
        Key::F(_) | Key::Escape | Key::Menu | Key::Print | Key::Modifier(_) => true,
    }
}

/// Whether letters are typed into such a control.
fn is_field(role: Role) -> bool {
    role.holds_text() || matches!(role, Role::ComboBox | Role::Spinner | Role::Cell)
}

/// Whether arrows stay in such a control.
fn keeps_arrows(role: Role) -> bool {
    let has_range = matches!(role, Role::ComboBox | Role::Spinner | Role::Slider | Role::ScrollBar);
    role.holds_text() || has_range || matches!(role, Role::List | Role::Table | Role::Tree)
}
