//! Texts as Markdown in which nothing from a screen is markup.

/// One list item for each non-empty value, then a blank line.
pub(super) fn items(items: &[(&str, String)]) -> String {
    let lines: String = items
        .iter()
        .filter(|(_, value)| !value.trim().is_empty())
        .map(|(name, value)| format!("- {name}: {}\n", escape_markup(value)))
        .collect();
    lines + "\n"
}

/// The text on one line with its markup escaped, so that screen content cannot load a picture into the report.
pub(super) fn escape_markup(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.split_whitespace().collect::<Vec<_>>().join(" ").chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '!' | '|' | '~' | '&') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_from_the_screen_is_never_markup() {
        assert_eq!(escape_markup("![x](http://h/p.png)\n# A"), "\\!\\[x\\](http://h/p.png) \\# A");
        assert_eq!(escape_markup("<img src=x>&copy;"), "\\<img src=x\\>\\&copy;");
    }
}
