//! Limits and sanitizes what other programs write, before anybody is shown it.

use std::str;

/// A buffer that stops growing at its limit.
#[derive(Debug)]
pub struct CappedText {
    bytes: Vec<u8>,
    most: usize,
    is_cut: bool,
}

impl CappedText {
    /// An empty buffer that keeps at most this many bytes.
    pub const fn new(most: usize) -> CappedText {
        CappedText { bytes: Vec::new(), most, is_cut: false }
    }

    /// Keeps as much of this as there is room for.
    pub fn push(&mut self, more: &[u8]) {
        let room = self.most - self.bytes.len();
        self.bytes.extend_from_slice(&more[..more.len().min(room)]);
        self.is_cut |= more.len() > room;
    }

    /// Whether nothing was kept.
    pub const fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The text, with a note if it was cut.
    pub fn text(&self) -> String {
        let kept = if self.is_cut { complete_chars(&self.bytes) } else { &self.bytes };
        let text = without_control_chars(&String::from_utf8_lossy(kept));
        let text = text.trim();
        if self.is_cut {
            format!("{text}\n(cut here: only the first {} KiB are kept)", self.most / 1024)
        } else {
            text.to_owned()
        }
    }
}

/// The text on one line, cut after `most` characters. Hidden characters are escaped.
pub fn one_line(text: &str, most: usize) -> String {
    let shown: String = text.chars().flat_map(visible_form).collect();
    match shown.char_indices().nth(most) {
        Some((end, _)) => format!("{}... (cut here)", &shown[..end]),
        None => shown,
    }
}

/// The whole text on one line, with backslashes doubled so that an escaped hidden character cannot be confused
/// with literal text.
pub fn escape(text: &str) -> String {
    one_line(&text.replace('\\', "\\\\"), usize::MAX)
}

/// Whether the text has hidden characters, which a line shows escaped.
pub fn has_hidden_chars(text: &str) -> bool {
    text.chars().any(is_hidden_char)
}

/// The text without control characters, which could move a terminal's cursor or change its colours.
pub fn without_control_chars(text: &str) -> String {
    text.chars().filter(|it| matches!(it, '\n' | '\t') || !it.is_control()).collect()
}

/// The character as a line shows it: control, invisible and bidirectional formatting characters are escaped.
fn visible_form(it: char) -> impl Iterator<Item = char> {
    let is_hidden = is_hidden_char(it);
    let escaped = is_hidden.then(|| it.escape_default()).into_iter().flatten();
    escaped.chain((!is_hidden).then_some(it))
}

/// Whether a person sees nothing of the character: a control, or one that turns texts around or shows nothing.
pub fn is_hidden_char(it: char) -> bool {
    it.is_control()
        || matches!(
            it,
            '\u{ad}'
                | '\u{61c}'
                | '\u{180e}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e007f}'
        )
}

/// Drops an incomplete character at the end.
fn complete_chars(bytes: &[u8]) -> &[u8] {
    match str::from_utf8(bytes) {
        Err(error) if error.error_len().is_none() => &bytes[..error.valid_up_to()],
        _ => bytes,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_between_characters_and_says_so() {
        let capped_text = |text: &str, most: usize| {
            let mut kept = CappedText::new(most);
            kept.push(text.as_bytes());
            kept.text()
        };
        assert_eq!(capped_text(" a b \n", 1024), "a b");
        let long = format!("{}é", "x".repeat(1023));
        let cut = capped_text(&long, 1024);
        assert_eq!(cut, format!("{}\n(cut here: only the first 1 KiB are kept)", "x".repeat(1023)));
    }

    #[test]
    fn a_line_hides_nothing_and_moves_no_cursor() {
        assert_eq!(one_line("a\nb\u{1b}[2J\u{202e}c", 99), "a\\nb\\u{1b}[2J\\u{202e}c");
        assert_eq!(one_line("äöü", 2), "äö... (cut here)");
        assert_eq!(without_control_chars("a\tb\r\n\u{1b}c"), "a\tb\nc");
    }

    #[test]
    fn what_is_hidden_is_reported_by_its_number_and_is_not_to_be_mistaken() {
        for hidden in [
            '\n',
            '\u{7f}',
            '\u{ad}',
            '\u{61c}',
            '\u{180e}',
            '\u{200b}',
            '\u{202e}',
            '\u{2060}',
            '\u{2064}',
            '\u{2069}',
            '\u{feff}',
            '\u{fff9}',
            '\u{fffb}',
            '\u{e0000}',
            '\u{e007f}',
        ] {
            let (real, looks) = (format!("a{hidden}b"), format!("a{}b", hidden.escape_default()));
            assert!(has_hidden_chars(&real) && !has_hidden_chars(&looks), "{looks}");
            assert_eq!(one_line(&real, 99), looks);
            assert_eq!(escape(&real), looks);
            assert_eq!(escape(&looks), looks.replace('\\', "\\\\"));
        }
        for plain in ["\\", "ä é \u{4e2d}", "~"] {
            assert!(!has_hidden_chars(plain) && one_line(plain, 99) == plain, "{plain}");
        }
    }
}
