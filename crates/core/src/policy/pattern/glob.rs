//! Patterns for names.

use super::wildcard::{Wildcard, escape};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A pattern for a whole text, in any case: `*` matches anything, `\*` a literal star.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct Glob {
    written: String,
    /// In lower case.
    wildcard: Wildcard,
}

impl From<String> for Glob {
    fn from(written: String) -> Glob {
        let wildcard = Wildcard::of(&written.to_lowercase());
        Glob { written, wildcard }
    }
}

impl From<&str> for Glob {
    fn from(written: &str) -> Glob {
        Glob::from(written.to_owned())
    }
}

impl From<Glob> for String {
    fn from(glob: Glob) -> String {
        glob.written
    }
}

impl fmt::Display for Glob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.written)
    }
}

impl Glob {
    /// The pattern that only this text matches.
    pub fn literal(text: &str) -> Glob {
        Glob::from(escape(text))
    }

    /// Whether a text in lower case matches.
    pub fn matches(&self, text: &str) -> bool {
        self.wildcard.matches(text)
    }

    /// What a text that matches begins and ends with; empty where a wildcard is.
    pub(in crate::policy) fn ends(&self) -> (&str, &str) {
        self.wildcard.ends()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_matches_anything_and_the_whole_text_must_match() {
        for (pattern, text, matches) in [
            ("Save", "save", true),
            ("Save", "save as", false),
            ("Save*", "save as", true),
            ("*as", "save as", true),
            ("*a*e*", "save as", true),
            ("s*s*s", "sas", false),
            ("*", "", true),
            ("", "", true),
            ("a*a", "a", false),
            ("100 \\*", "100 *", true),
            ("100 \\*", "100 x", false),
            ("ÄRGER*", "ärger!", true),
        ] {
            assert_eq!(Glob::from(pattern).matches(text), matches, "{pattern} {text}");
        }
        assert!(Glob::literal("a*\\b").matches("a*\\b") && !Glob::literal("a*").matches("ab"));
    }
}
