//! How wide texts and the terminal are, in columns.

use console::{Term, measure_text_width};

/// The narrowest terminal that lines are cut for.
const NARROWEST: usize = 20;

/// The columns of the terminal behind standard output; `None` where it is no terminal.
pub(crate) fn terminal_width() -> Option<usize> {
    let (_, columns) = Term::stdout().size_checked()?;
    Some(usize::from(columns).max(NARROWEST))
}

/// The same for standard error.
pub(crate) fn stderr_width() -> Option<usize> {
    let (_, columns) = Term::stderr().size_checked()?;
    Some(usize::from(columns).max(NARROWEST))
}

/// The columns that a text takes.
pub(crate) fn text_width(text: &str) -> usize {
    measure_text_width(text)
}

/// The text in this many columns. What does not fit is left out from a space on, and an ellipsis says so.
pub(crate) fn cut(text: &str, columns: usize) -> String {
    if text_width(text) <= columns {
        return text.to_owned();
    }
    let mut kept = String::new();
    for word in text.split_inclusive(' ') {
        if text_width(&kept) + text_width(word.trim_end()) + 2 > columns {
            break;
        }
        kept.push_str(word);
    }
    // A single word that is too long is cut all the same.
    if kept.is_empty() {
        let fits = |it: &&str| text_width(it) < columns;
        let beginnings = text.char_indices().map(|(at, _)| &text[..at]);
        kept = beginnings.take_while(fits).last().unwrap_or_default().to_owned();
        return format!("{kept}…");
    }
    format!("{kept}…")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_between_words_and_fits() {
        for (text, columns, expected) in [
            ("one two", 7, "one two"),
            ("one two three", 9, "one two …"),
            ("one two three", 8, "one …"),
            ("incomprehensible", 6, "incom…"),
            ("日本語 日本語", 9, "日本語 …"),
            ("", 5, ""),
        ] {
            let shown = cut(text, columns);
            assert_eq!(shown, expected);
            assert!(text_width(&shown) <= columns);
        }
    }
}
