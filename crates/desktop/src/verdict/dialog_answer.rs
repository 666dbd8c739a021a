//! Which gestures may answer a dialog: what they are for shows only once it has closed. Pure.

use deskpilot_core::{Button, Chord, Gesture, Key, Role};

/// Whether a gesture may answer a dialog: its last key is Enter, or it opens an item of a list with a double click. `target` is the role
/// of the control that it names.
pub fn may_close_dialog(gesture: &Gesture, target: Option<Role>) -> bool {
    match gesture {
        Gesture::Keys(chords) => chords.last() == Some(&Chord::plain(Key::Enter)),
        Gesture::Text { text, .. } => text.ends_with('\n'),
        Gesture::Click { button: Button::Left, count: 2, .. } => {
            matches!(target, Some(Role::Cell | Role::ListItem | Role::TreeItem))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::TextMode;

    #[test]
    fn enter_and_a_double_click_on_an_item_answer_a_dialog() {
        let keys = |keys: &[Key]| Gesture::Keys(keys.iter().copied().map(Chord::plain).collect());
        let text = |text: &str| Gesture::Text { text: text.into(), mode: TextMode::Replace };
        let click = |count| Gesture::Click { button: Button::Left, count, held: Vec::new() };
        for (gesture, target, expected) in [
            (keys(&[Key::Tab, Key::Enter]), None, true),
            (keys(&[Key::Enter, Key::Tab]), None, false),
            (text("name\n"), Some(Role::Edit), true),
            (text("name"), Some(Role::Edit), false),
            (click(2), Some(Role::ListItem), true),
            (click(1), Some(Role::ListItem), false),
            (click(2), Some(Role::Button), false),
            (click(2), None, false),
        ] {
            assert_eq!(may_close_dialog(&gesture, target), expected, "{gesture:?} on {target:?}");
        }
    }
}
