//! Which keys and texts may run a command in a terminal that has a shell.
//!
//! A shell binds many keys: Ctrl+J, Ctrl+M and Ctrl+O end a line as Enter does, Ctrl+V may paste one that ends. So the chords
//! listed here are those of readline(3), of zshzle(1)'s emacs keymap and of VTE that only edit, move or copy; every other chord may
//! run what is typed: Ctrl+Alt+E expands the commands in a line, Alt+# ends it, and Alt+A accepts it in zsh.

use crate::{Chord, Key, Modifier};

/// Letters that edit, move, search, interrupt or copy with Control, with or without Shift.
const EDITING: &str = "abcefgiklnprstuwyz_";
/// Letters that edit, move or count with Alt.
const EDITING_WITH_ALT: &str = "bcdefgijklmnopqrstuvwy0123456789-.<>_~\\";

/// Whether a chord may end a line in a terminal, or paste text that does.
pub(super) fn may_run(chord: &Chord) -> bool {
    let is_held = |modifier| chord.held.contains(&modifier);
    match chord.key {
        Key::Enter => true,
        // Tab completes a name, and ends no line.
        Key::Char(letter) if letter.is_control() => letter != '\t',
        Key::Char(_) if is_held(Modifier::Control) && is_held(Modifier::Alt) => true,
        Key::Char(letter) if is_held(Modifier::Alt) => {
            !EDITING_WITH_ALT.contains(letter.to_ascii_lowercase()) || is_held(Modifier::Super)
        }
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
            ("Alt+A", true),
            ("Alt+#", true),
            ("Alt+1", false),
            ("Ctrl+Alt+E", true),
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
