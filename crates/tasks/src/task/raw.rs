//! The keys of a check as written in the file.

use serde::{
    Deserialize, Deserializer,
    de::{Error, Visitor},
};
use std::fmt;

/// All keys of all kinds of checks; [`SUBJECTS`] says which go together.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawCheck {
    pub(super) file: Option<String>,
    pub(super) document: Option<String>,
    pub(super) control: Option<String>,
    pub(super) window: Option<String>,
    pub(super) process: Option<String>,
    pub(super) equals: Option<TextOrNumber>,
    pub(super) contains: Option<String>,
    pub(super) lines: Option<Vec<String>>,
    pub(super) absent: Option<bool>,
    pub(super) text_contains: Option<String>,
    pub(super) text_absent: Option<String>,
    pub(super) bold: Option<String>,
    pub(super) property: Option<String>,
    pub(super) cell: Option<String>,
    pub(super) part: Option<String>,
    pub(super) value: Option<TextOrNumber>,
    pub(super) state: Option<String>,
    pub(super) running: Option<bool>,
}

/// A string, or a number kept as text.
#[derive(Debug)]
pub(super) struct TextOrNumber(pub(super) String);

impl<'de> Deserialize<'de> for TextOrNumber {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<TextOrNumber, D::Error> {
        struct TextOrNumberVisitor;
        impl Visitor<'_> for TextOrNumberVisitor {
            type Value = TextOrNumber;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text or a number")
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<TextOrNumber, E> {
                Ok(TextOrNumber(text.to_owned()))
            }
            fn visit_i64<E: Error>(self, number: i64) -> Result<TextOrNumber, E> {
                Ok(TextOrNumber(number.to_string()))
            }
            // JSON numbers without a sign.
            fn visit_u64<E: Error>(self, number: u64) -> Result<TextOrNumber, E> {
                Ok(TextOrNumber(number.to_string()))
            }
            fn visit_f64<E: Error>(self, number: f64) -> Result<TextOrNumber, E> {
                Ok(TextOrNumber(number.to_string()))
            }
        }
        deserializer.deserialize_any(TextOrNumberVisitor)
    }
}

impl RawCheck {
    /// The keys that are set.
    pub(super) fn keys(&self) -> Vec<&'static str> {
        [
            ("file", self.file.is_some()),
            ("document", self.document.is_some()),
            ("control", self.control.is_some()),
            ("window", self.window.is_some()),
            ("process", self.process.is_some()),
            ("equals", self.equals.is_some()),
            ("contains", self.contains.is_some()),
            ("lines", self.lines.is_some()),
            ("absent", self.absent.is_some()),
            ("text_contains", self.text_contains.is_some()),
            ("text_absent", self.text_absent.is_some()),
            ("bold", self.bold.is_some()),
            ("property", self.property.is_some()),
            ("cell", self.cell.is_some()),
            ("part", self.part.is_some()),
            ("value", self.value.is_some()),
            ("state", self.state.is_some()),
            ("running", self.running.is_some()),
        ]
        .into_iter()
        .filter_map(|(key, set)| set.then_some(key))
        .collect()
    }
}
