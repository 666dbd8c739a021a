//! Texts of pages as data: one line, short, without control characters.

use deskpilot_core::is_hidden_char;

/// The text on one line, with at most this many characters.
pub fn line(text: &str, most: usize) -> String {
    let mut line = String::new();
    for word in text.split(|it: char| it.is_whitespace() || is_hidden_char(it)).filter(|it| !it.is_empty()) {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    cut(&line, most)
}

/// The text with its lines, without other control characters.
pub fn lines(text: &str) -> String {
    text.chars().filter(|it| matches!(it, '\n' | '\t') || !is_hidden_char(*it)).collect()
}

/// At most this many characters, with a mark where something is left out.
pub fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_pages_are_short_lines_without_hidden_characters() {
        for (text, most, expected) in
            [("a\n\tb  c", 10, "a b c"), ("a\u{202e}b\u{0}c", 10, "a b c"), ("äöü€", 3, "äöü…"), ("", 3, "")]
        {
            assert_eq!(line(text, most), expected, "{text:?}");
        }
        assert_eq!(lines("a\u{7}\n\u{200b}b\tc"), "a\nb\tc");
    }
}
