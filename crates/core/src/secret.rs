//! A key, a password or a token.

use std::fmt;

/// A key, a password or a token: in memory only, shown nowhere, written nowhere.
#[derive(Clone)]
pub struct Secret(String);

impl Secret {
    /// The secret of this text; drops surrounding white space, such as the line break at the end of a file.
    pub fn new(text: impl AsRef<str>) -> Secret {
        Secret(text.as_ref().trim().to_owned())
    }

    /// The secret itself, for the code that sends or types it.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Whether the text is the secret. Compares in constant time, so that the duration reveals nothing about the secret.
    pub fn matches(&self, text: &str) -> bool {
        self.0.len() == text.len()
            && self.0.bytes().zip(text.bytes()).fold(0, |differs, (own, other)| differs | (own ^ other)) == 0
    }

    /// The text with the secret masked.
    pub fn remove_from(&self, text: &str) -> String {
        // Shorter secrets occur in ordinary text.
        if self.0.len() < 4 { text.to_owned() } else { text.replace(&self.0, MASK) }
    }
}

const MASK: &str = "***";

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(MASK)
    }
}

impl fmt::Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(MASK)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_neither_shown_nor_left_in_a_text() {
        let secret = Secret::new("sk-hidden\n");
        assert_eq!(format!("{secret} {secret:?} {:?}", Some(&secret)), "*** *** Some(***)");
        assert_eq!(secret.remove_from("wrong key sk-hidden!"), "wrong key ***!");
        assert_eq!(Secret::new("").remove_from("as it was"), "as it was");
    }

    #[test]
    fn only_the_same_text_matches() {
        for (text, matches) in [("token", true), ("tokem", false), ("token2", false), ("", false)] {
            assert_eq!(Secret::new("token").matches(text), matches, "{text:?}");
        }
    }
}
