//! Writes text in key notation, with special characters in braces so that they are typed.

/// The key notation that types the text.
pub(super) fn keys_for_text(text: &str) -> String {
    let mut keys = String::new();
    let mut has_begun = false;
    for c in text.chars() {
        // Without braces around its first character, `up` would be a key's name, and `Ctrl-S` is refused.
        let is_plain = has_begun || c.is_whitespace();
        has_begun |= !c.is_whitespace();
        match c {
            '^' | '%' | '+' | '{' | '}' | '(' | ')' => keys.extend(['{', c, '}']),
            '\n' | '\t' => keys.push(c),
            _ if is_plain => keys.push(c),
            _ => keys.extend(['{', c, '}']),
        }
    }
    keys
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{Chord, Key, parse_keys};

    #[test]
    fn what_is_typed_is_the_text_itself() {
        for text in [
            "up",
            "F5",
            "Ctrl+S",
            "a{ENTER}",
            "(1+2)^3 %",
            "}{",
            " x",
            "ü€",
            "5",
            "a b",
            " Tab",
            "Ctrl-S",
            "(Ctrl-S)",
            "<Control>s",
        ] {
            let expected: Vec<Chord> = text.chars().map(|c| Chord::plain(Key::Char(c))).collect();
            assert_eq!(parse_keys(&keys_for_text(text)), Ok(expected), "{text:?}");
        }
        assert_eq!(
            parse_keys(&keys_for_text("a\nb")).map(|keys| keys[1].clone()),
            Ok(Chord::plain(Key::Enter))
        );
    }
}
