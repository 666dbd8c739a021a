//! Quotes texts in messages.

/// A quoted text, cut if long.
pub fn quoted(text: &str) -> String {
    // The text comes from a file, and may be as long as that.
    const LONGEST: usize = 120;
    let mut shown: String = text.chars().take(LONGEST).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    format!("{shown:?}")
}
