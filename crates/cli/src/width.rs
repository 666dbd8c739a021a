//! How wide texts and the terminal are, in columns.

use console::{Term, measure_text_width};

/// The narrowest terminal that lines are cut for.
const NARROWEST: usize = 20;
/// The columns for a word that does not fit from which its beginning is shown.
const PART_OF_WORD: usize = 16;

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

/// The text with spaces behind it, so that what follows stands in the same column for all of these texts.
pub(crate) fn padded<'t>(text: &str, all: impl IntoIterator<Item = &'t str>, least: usize) -> String {
    let columns = all.into_iter().map(text_width).max().unwrap_or_default().max(least);
    text.to_owned() + &" ".repeat(columns.saturating_sub(text_width(text)))
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
    // A word that is too long is cut all the same where it is alone, or much of it can be seen, as of a path.
    let rest = &text[kept.len()..];
    let room = columns.saturating_sub(text_width(&kept));
    if kept.is_empty() || room >= PART_OF_WORD {
        let fits = |it: &&str| text_width(it) < room;
        let beginnings = rest.char_indices().map(|(at, _)| &rest[..at]);
        kept.push_str(beginnings.take_while(fits).last().unwrap_or_default());
    }
    format!("{kept}…")
}

/// The text on lines of this many columns, broken at spaces alone: paths and commands stay whole, so that they can be copied. Later
/// lines begin with so many spaces.
pub(crate) fn wrapped(text: &str, columns: usize, indent: usize) -> Vec<String> {
    let indent = " ".repeat(indent);
    let options = textwrap::Options::new(columns).subsequent_indent(&indent).break_words(false);
    let options = options.word_splitter(textwrap::WordSplitter::NoHyphenation);
    textwrap::wrap(text, options).iter().map(ToString::to_string).collect()
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
            ("type /home/ada/logs/answer.txt", 24, "type /home/ada/logs/ans…"),
            ("type /home/ada/logs/answer.txt", 20, "type …"),
        ] {
            let shown = cut(text, columns);
            assert_eq!(shown, expected);
            assert!(text_width(&shown) <= columns);
        }
    }

    #[test]
    fn what_follows_texts_stands_in_one_column() {
        let all = ["a", "日本語", "twelve-and-1"];
        for (text, least, expected) in
            [("a", 4, "a           "), ("日本語", 4, "日本語      "), ("a", 14, "a             ")]
        {
            assert_eq!(padded(text, all, least), expected);
        }
    }

    #[test]
    fn a_text_is_wrapped_at_spaces_and_a_path_stays_whole() {
        for (text, columns, indent, expected) in [
            ("one two three", 9, 2, &["one two", "  three"][..]),
            ("to /logs/demo-2026-11-30/home.", 20, 0, &["to", "/logs/demo-2026-11-30/home."]),
            ("well-known", 6, 0, &["well-known"]),
        ] {
            assert_eq!(wrapped(text, columns, indent), expected, "{text}");
        }
    }
}
