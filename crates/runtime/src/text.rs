//! Makes text from a screen safe to print.

/// The text with control characters replaced, including those that reverse the reading order: text from a screen must not
/// control the terminal.
pub fn plain(text: &str) -> String {
    let is_control =
        |c: char| c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    text.chars().map(|c| if is_control(c) { '\u{fffd}' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_screen_cannot_steer_the_terminal() {
        assert_eq!(plain("a\x1b[2Jb\nc"), "a\u{fffd}[2Jb\u{fffd}c");
        assert_eq!(plain("pay\u{202e}001\u{2069} שלום"), "pay\u{fffd}001\u{fffd} שלום");
    }
}
