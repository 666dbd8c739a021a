//! A key, a password or a token.

use std::fmt;

/// A key, a password or a token: in memory only, shown nowhere, written nowhere.
#[derive(Clone)]
pub struct Secret(String);

impl Secret {
    /// The secret of this text; blanks around it, such as the line break at the end of a file, are dropped.
    pub fn new(text: impl AsRef<str>) -> Secret {
        Secret(text.as_ref().trim().to_owned())
    }

    /// The secret itself, for the one who sends or types it.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Whether somebody else knows it too. Takes as long for a near miss as for a far one.
    pub fn matches(&self, told: &str) -> bool {
        self.0.len() == told.len()
            && self.0.bytes().zip(told.bytes()).fold(0, |differs, (own, told)| differs | (own ^ told)) == 0
    }

    /// The text without the secret.
    pub fn struck_from(&self, text: &str) -> String {
        // Two or three letters keep nothing secret, and occur everywhere.
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
        assert_eq!(secret.struck_from("wrong key sk-hidden!"), "wrong key ***!");
        assert_eq!(Secret::new("").struck_from("as it was"), "as it was");
    }

    #[test]
    fn only_the_same_text_matches() {
        for (told, matches) in [("token", true), ("tokem", false), ("token2", false), ("", false)] {
            assert_eq!(Secret::new("token").matches(told), matches, "{told:?}");
        }
    }
}
