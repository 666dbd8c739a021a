//! Texts of pages as data: one line, short, without control characters.

/// The text on one line, with at most this many characters.
pub(crate) fn line(text: &str, most: usize) -> String {
    let mut line = String::new();
    for word in text.split(|it: char| it.is_whitespace() || is_hidden(it)).filter(|it| !it.is_empty()) {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    cut(&line, most)
}

/// The text with its lines, without other control characters.
pub(crate) fn lines(text: &str) -> String {
    text.chars().filter(|it| matches!(it, '\n' | '\t') || !is_hidden(*it)).collect()
}

/// At most this many characters, with a sign that something is left out.
pub(crate) fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Control characters, and those that turn texts around or show nothing.
fn is_hidden(it: char) -> bool {
    let is_format = matches!(
        it,
        '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}'
    );
    it.is_control() || is_format
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
