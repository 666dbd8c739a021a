//! Which keys and texts may run a command in a terminal.
//!
//! A shell binds many keys: Ctrl+J, Ctrl+M and Ctrl+O end a line as Enter does, Ctrl+V may paste one that ends. So the chords
//! listed here are those of readline(3) and of VTE that only edit, move or copy; every other chord may run what is typed.

use crate::{Chord, Key, Modifier};

/// Letters that edit, move, search, interrupt or copy with Control, with or without Shift.
const EDITING: &str = "abcefgiklnprstuwyz_";

/// Whether a chord may end a line in a terminal, or paste text that does.
pub(super) fn may_run(chord: &Chord) -> bool {
    let is_held = |modifier| chord.held.contains(&modifier);
    match chord.key {
        Key::Enter => true,
        Key::Char(letter) if letter.is_control() => letter != '\t',
        Key::Char(letter) if is_held(Modifier::Control) => !EDITING.contains(letter.to_ascii_lowercase()),
        Key::Insert => is_held(Modifier::Shift),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_keys;

    #[test]
    fn only_chords_that_edit_move_or_copy_are_harmless() {
        for (keys, expected) in [
            ("a", false),
            ("{TAB}", false),
            ("{LEFT}", false),
            ("Ctrl+C", false),
            ("Ctrl+Shift+C", false),
            ("Ctrl+U", false),
            ("Alt+B", false),
            ("{ENTER}", true),
            ("Shift+Enter", true),
            ("Alt+Enter", true),
            ("Ctrl+J", true),
            ("Ctrl+M", true),
            ("Ctrl+O", true),
            ("Ctrl+D", true),
            ("Ctrl+X", true),
            ("Ctrl+V", true),
            ("Ctrl+Shift+V", true),
            ("Shift+Insert", true),
            ("Ctrl+Insert", false),
        ] {
            let chords = parse_keys(keys).unwrap();
            assert_eq!(chords.iter().any(may_run), expected, "{keys}");
        }
        assert!(may_run(&Chord::plain(Key::Char('\r'))) && may_run(&Chord::plain(Key::Char('\u{f}'))));
    }
}
