//! The text of a document as a reader sees it: whitespace collapsed to single spaces, and bold known for each
//! letter.

/// The maximum size of a text in bytes, many times that of a long book. A cell that repeats a long text takes a few bytes of a
/// document.
pub(super) const MAX_BYTES: usize = 16 << 20;

/// Text with bold flags.
#[derive(Debug, Default)]
pub(super) struct VisibleText {
    text: String,
    /// Whether each byte of the text is bold.
    bold: Vec<bool>,
}

impl VisibleText {
    pub(super) fn push(&mut self, text: &str, bold: bool) {
        if self.is_full() {
            return;
        }
        for c in text.chars() {
            if !c.is_whitespace() {
                self.text.push(c);
            } else if !self.text.is_empty() && !self.text.ends_with(' ') {
                self.text.push(' ');
            }
            self.bold.resize(self.text.len(), bold);
        }
    }

    /// Marks the end of a paragraph, line or cell.
    pub(super) fn separate(&mut self) {
        self.push(" ", false);
    }

    /// Whether it has reached its maximum; what was pushed after that is not in it.
    pub(super) const fn is_full(&self) -> bool {
        self.text.len() >= MAX_BYTES
    }

    /// Appends another text.
    pub(super) fn append(&mut self, other: &VisibleText) {
        self.separate();
        self.text.push_str(&other.text);
        self.bold.extend_from_slice(&other.bold);
    }

    pub(super) fn text(&self) -> &str {
        self.text.trim_end()
    }

    pub(super) fn contains(&self, wanted: &str) -> bool {
        self.text.contains(&fold_whitespace(wanted))
    }

    /// Whether the text occurs somewhere with all its letters bold.
    pub(super) fn contains_bold(&self, wanted: &str) -> bool {
        let wanted = fold_whitespace(wanted);
        self.text.match_indices(&wanted).any(|(start, found)| {
            let mut letters = found.char_indices().filter(|(_, c)| *c != ' ');
            letters.all(|(at, _)| self.bold.get(start + at) == Some(&true))
        })
    }
}

fn fold_whitespace(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_are_folded_and_bold_is_of_every_letter() {
        let mut shown = VisibleText::default();
        for (text, bold) in
            [("  Dear ", false), ("\u{a0}A", true), ("da\n", true), ("L", true), ("ove", false)]
        {
            shown.push(text, bold);
        }
        let mut note = VisibleText::default();
        note.push("Äh", true);
        shown.append(&note);
        assert_eq!(shown.text(), "Dear Ada Love Äh");
        for (text, contains, bold) in [
            ("Dear  Ada", true, false),
            ("Ada", true, true),
            ("Ada L", true, true),
            ("Love", true, false),
            ("Äh", true, true),
            ("Bob", false, false),
        ] {
            assert_eq!((shown.contains(text), shown.contains_bold(text)), (contains, bold), "{text}");
        }
    }
}
