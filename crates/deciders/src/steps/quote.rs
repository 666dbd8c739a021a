//! Finds, reads and writes quoted text, which is literal and never split.

use std::ops::Range;

/// Opening marks and their closing marks.
const MARKS: &[(char, &[char])] = &[
    ('"', &['"']),
    ('“', &['”', '“']),
    ('„', &['“', '”']),
    ('«', &['»']),
    ('`', &['`']),
    ('\'', &['\'']),
    ('‘', &['’']),
];

/// What stands for quoted text in a masked one.
pub(super) const MASKED: char = '\u{1}';

/// One quoted text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Quotation {
    /// Its byte range, including the marks.
    pub(super) outer: Range<usize>,
    /// Its content.
    pub(super) text: String,
}

/// The text in lower-case ASCII with quoted parts blanked out. Byte offsets stay the same.
pub(super) fn mask(text: &str) -> String {
    let mut masked = text.to_ascii_lowercase();
    let mut from = 0;
    while let Some(quoted) = next_quotation(text, from) {
        from = quoted.outer.end;
        masked.replace_range(quoted.outer.clone(), &MASKED.to_string().repeat(quoted.outer.len()));
    }
    masked
}

/// The content of a text that is one quoted text as a whole.
pub(super) fn unquote(text: &str) -> Option<String> {
    let text = text.trim();
    leading_quotation(text).filter(|quoted| quoted.outer.end == text.len()).map(|quoted| quoted.text)
}

/// The quoted text at the start.
pub(super) fn leading_quotation(text: &str) -> Option<Quotation> {
    quotation_at(text, 0, text.chars().next()?)
}

/// The text in quotation marks, so that it parses back unchanged.
pub(super) fn quote(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

fn next_quotation(text: &str, from: usize) -> Option<Quotation> {
    text[from..].char_indices().find_map(|(i, c)| quotation_at(text, from + i, c))
}

fn quotation_at(text: &str, place: usize, open: char) -> Option<Quotation> {
    let (_, closers) = MARKS.iter().find(|(mark, _)| *mark == open)?;
    // Apostrophes inside words are no quotation marks.
    let single = matches!(open, '\'' | '‘');
    if single && text[..place].chars().next_back().is_some_and(char::is_alphanumeric) {
        return None;
    }
    let start = place + open.len_utf8();
    let mut rest = text[start..].char_indices().peekable();
    while let Some((i, c)) = rest.next() {
        let follower = rest.peek().map(|(_, c)| *c);
        if !closers.contains(&c) || (single && follower.is_some_and(char::is_alphanumeric)) {
            continue;
        }
        // A doubled mark is the mark itself.
        if open == '"' && follower == Some('"') {
            rest.next();
            continue;
        }
        let inner = &text[start..start + i];
        let content = if open == '"' { inner.replace("\"\"", "\"") } else { inner.to_owned() };
        // Blanks inside of `« »` belong to the marks.
        let content = if open == '«' { content.trim().to_owned() } else { content };
        return Some(Quotation { outer: place..start + i + c.len_utf8(), text: content });
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_text_is_found_in_every_spelling() {
        for (text, expected) in [
            (r#""a. b""#, Some("a. b")),
            (r#"  "" "#, Some("")),
            (r#""say ""hi""""#, Some(r#"say "hi""#)),
            ("'don't stop'", Some("don't stop")),
            ("“a”", Some("a")),
            ("„a“", Some("a")),
            ("‘it’s’", Some("it’s")),
            ("`x`", Some("x")),
            ("« À bientôt »", Some("À bientôt")),
            (r#""a" and "b""#, None),
            ("don't", None),
            (r#""open"#, None),
        ] {
            assert_eq!(unquote(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn a_mask_has_the_places_of_its_text() {
        assert_eq!(mask("Type \"A. É\" into B"), "type \u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1} into b");
    }

    #[test]
    fn what_is_quoted_is_read_back() {
        for text in ["", "a", "\"", "\"\"", "say \"hi\"", "'a'", "“", "a\nb"] {
            assert_eq!(unquote(&quote(text)).as_deref(), Some(text));
        }
    }
}
