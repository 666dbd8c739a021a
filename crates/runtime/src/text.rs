//! Text from a screen, made safe to show.

/// A line without control characters: text from a screen must not steer the terminal, nor turn the order of what stands
/// beside it around.
pub fn plain(text: &str) -> String {
    let steers = |c: char| c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    text.chars().map(|c| if steers(c) { '\u{fffd}' } else { c }).collect()
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
