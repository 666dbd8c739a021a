//! Shortens texts for error messages.

/// The text on one line, cut after `limit` characters.
pub(crate) fn shorten(text: &str, limit: usize) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= limit {
        return line;
    }
    line.chars().take(limit).chain(['…']).collect()
}

/// Both texts from shortly before their first difference, shortened.
pub(crate) fn around_difference(one: &str, other: &str) -> (String, String) {
    let same = one.chars().zip(other.chars()).take_while(|(one, other)| one == other).count();
    (excerpt(one, same), excerpt(other, same))
}

/// How many equal characters an excerpt shows before the difference, as context.
const LEAD: usize = 20;
/// The most characters of an excerpt.
const EXCERPT: usize = 80;

fn excerpt(text: &str, difference: usize) -> String {
    let start = difference.saturating_sub(LEAD);
    let rest: String = text.chars().skip(start).collect();
    let mark = if start > 0 { "…" } else { "" };
    format!("{mark}{}", shorten(&rest, EXCERPT))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_shown_where_it_differs() {
        let same = "a".repeat(500);
        let (one, other) = around_difference(&format!("{same} one"), &format!("{same} two"));
        assert_eq!(one, format!("…{} one", "a".repeat(19)));
        assert_eq!(other, format!("…{} two", "a".repeat(19)));
        assert_eq!(around_difference("x", ""), ("x".into(), String::new()));
    }

    #[test]
    fn a_shortened_text_is_one_line() {
        assert_eq!(shorten("one\n  two", 80), "one two");
        assert_eq!(shorten("äöüß", 2), "äö…");
    }
}
