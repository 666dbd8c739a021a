//! What a check reads from a document: a text, a property or a cell.

use super::{Cell, quote::quoted};
use std::fmt;

/// The wanted content of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DocumentContent {
    /// This text somewhere, ignoring differences in whitespace.
    Text(String),
    /// This text nowhere, ignoring differences in whitespace.
    WithoutText(String),
    /// This text somewhere, all of it bold.
    Bold(String),
    /// This value of a property, such as its title.
    Property(DocumentProperty, String),
    /// This value of a cell, as displayed or as a number.
    Cell(Cell, String),
    /// This text somewhere in the XML of a part of the package, as it is written there.
    Part(String, String),
}

/// A property that every kind of document has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each name is its own sentence")]
pub enum DocumentProperty {
    Title,
    Subject,
    Author,
    Keywords,
    Comments,
}

const PROPERTIES: &[(&str, DocumentProperty)] = &[
    ("title", DocumentProperty::Title),
    ("subject", DocumentProperty::Subject),
    ("author", DocumentProperty::Author),
    ("keywords", DocumentProperty::Keywords),
    ("comments", DocumentProperty::Comments),
];

impl DocumentProperty {
    pub(super) fn parse(word: &str) -> Result<DocumentProperty, String> {
        let words = || PROPERTIES.iter().map(|(known, _)| *known).collect::<Vec<_>>().join(", ");
        let known = PROPERTIES.iter().find(|(known, _)| *known == word);
        known
            .map(|(_, property)| *property)
            .ok_or_else(|| format!("there is no property {word:?}: the properties are {}", words()))
    }

    /// The word in task files.
    pub fn word(self) -> &'static str {
        PROPERTIES.iter().find(|(_, known)| *known == self).map_or("", |(word, _)| word)
    }
}

impl fmt::Display for DocumentContent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DocumentContent::Text(text) => write!(f, "contains {}", quoted(text)),
            DocumentContent::WithoutText(text) => write!(f, "does not contain {}", quoted(text)),
            DocumentContent::Bold(text) => write!(f, "has {} in bold", quoted(text)),
            DocumentContent::Property(name, value) => write!(f, "has the {} {}", name.word(), quoted(value)),
            DocumentContent::Cell(cell, value) => write!(f, "has {} in {cell}", quoted(value)),
            DocumentContent::Part(name, text) => write!(f, "has {} in its part {name}", quoted(text)),
        }
    }
}
