//! How a text file is read as a table.

use serde::{Deserialize, Serialize};

/// The name of the separator that cannot be seen.
const TAB: &str = "tab";

/// How a text file is read as a table. What is not given is found out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableFormat {
    /// The character between two fields.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub separator: Option<char>,
    /// The name of its encoding, such as `windows-1252`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub encoding: Option<String>,
}

impl TableFormat {
    /// Whether nothing is given.
    pub fn is_default(&self) -> bool {
        *self == TableFormat::default()
    }

    /// The separator that this word means: itself, or `tab`; `None` for what separates no fields.
    pub fn separator_of(word: &str) -> Option<char> {
        let mut characters = word.chars();
        match (characters.next(), characters.next()) {
            (Some('"' | '\n' | '\r'), None) => None,
            (Some(separator), None) => Some(separator),
            _ if word.trim().eq_ignore_ascii_case(TAB) || word == r"\t" => Some('\t'),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_separator_is_one_character_or_the_word_tab() {
        for (word, expected) in [
            (";", Some(';')),
            ("\t", Some('\t')),
            ("Tab", Some('\t')),
            (r"\t", Some('\t')),
            (" ", Some(' ')),
            ("\"", None),
            ("\n", None),
            ("", None),
            (", ", None),
        ] {
            assert_eq!(TableFormat::separator_of(word), expected, "{word:?}");
        }
    }
}
