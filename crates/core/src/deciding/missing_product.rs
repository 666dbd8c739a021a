//! Promised results that are not there.

use super::Product;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A promised result of a subtask that is not there, or not as it was promised.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MissingProduct {
    /// What was promised.
    pub product: Product,
    /// What is wrong with it.
    pub why: MissingReason,
}

/// What is wrong with a promised result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MissingReason {
    /// It is not there.
    NotThere,
    /// The file has no content.
    Empty,
    /// The content of the file is not what its name says; the text says what it is instead.
    OtherKind(String),
    /// The file was there before the subtask began, and nothing changed it since.
    Unchanged,
}

/// The text, followed by what is missing of what it says is done: `saved (out.txt is not there)`. What it says itself is not
/// repeated.
pub fn with_missing(text: &str, missing: &[MissingProduct]) -> String {
    let missing = missing.iter().map(ToString::to_string).filter(|it| !text.contains(it));
    let missing = missing.collect::<Vec<_>>().join(", ");
    match (text, missing.as_str()) {
        (text, "") => text.to_owned(),
        ("", missing) => missing.to_owned(),
        (text, missing) => format!("{text} ({missing})"),
    }
}

impl fmt::Display for MissingProduct {
    /// `out.txt is not there`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.product.name();
        match (&self.product, &self.why) {
            (Product::Note(_), _) => write!(f, "the note {name} is not on the blackboard"),
            (_, MissingReason::NotThere) => write!(f, "{name} is not there"),
            (_, MissingReason::Empty) => write!(f, "{name} is empty"),
            (_, MissingReason::OtherKind(what)) => write!(f, "{name} is not what its name says: {what}"),
            (_, MissingReason::Unchanged) => write!(f, "{name} is as it was before the subtask began"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_added_once() {
        let missing = |name: &str, why| MissingProduct { product: Product::from(name), why };
        let file = missing("out.txt", MissingReason::NotThere);
        let note = missing("total", MissingReason::NotThere);
        for (text, missing, expected) in [
            ("saved", vec![], "saved"),
            ("saved", vec![file.clone()], "saved (out.txt is not there)"),
            ("", vec![file.clone()], "out.txt is not there"),
            ("it failed: out.txt is not there", vec![file.clone()], "it failed: out.txt is not there"),
            (
                "read",
                vec![note, file],
                "read (the note total is not on the blackboard, out.txt is not there)",
            ),
            ("ok", vec![missing("a.pdf", MissingReason::Empty)], "ok (a.pdf is empty)"),
        ] {
            assert_eq!(with_missing(text, &missing), expected);
        }
    }
}
