//! Texts of documents as data: without control characters.

use crate::limits::LONGEST_TITLE;
use deskpilot_core::is_hidden_char;
use std::borrow::Cow;

/// The text with its lines, without other control characters.
pub(crate) fn lines(text: &str) -> Cow<'_, str> {
    let is_plain = |it: &u8| matches!(it, b' '..=b'~' | b'\n' | b'\t');
    if text.as_bytes().iter().all(is_plain) {
        return Cow::Borrowed(text);
    }
    let is_shown = |it: &char| matches!(it, '\n' | '\t') || !is_hidden_char(*it);
    if text.chars().all(|it| is_shown(&it)) {
        Cow::Borrowed(text)
    } else {
        text.chars().filter(is_shown).collect()
    }
}

/// A title: one line without the signs of Markdown for code and strong text, of limited length.
pub(crate) fn title(text: &str) -> String {
    let text = lines(text).replace("**", "").replace('`', "");
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
        if line.len() > 4 * LONGEST_TITLE {
            break;
        }
    }
    match line.char_indices().nth(LONGEST_TITLE) {
        Some((end, _)) => format!("{}…", line[..end].trim_end()),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_no_hidden_characters() {
        assert_eq!(lines("a\u{7}\n\u{200b}b\tcä\r"), "a\nb\tcä");
        assert!(matches!(lines("plain\n"), Cow::Borrowed(_)));
    }

    #[test]
    fn a_title_is_a_short_line() {
        assert_eq!(title(" The **big**\n  `file` "), "The big file");
        assert_eq!(title(&"ä".repeat(300)).chars().count(), LONGEST_TITLE + 1);
        assert!(title(&"word ".repeat(1_000_000)).len() < 4 * LONGEST_TITLE);
    }
}
