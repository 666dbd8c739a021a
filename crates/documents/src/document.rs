//! A document as titled sections.

use crate::MissingText;

/// A document as titled sections.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// Its title, or the name of its file if it has none.
    pub title: String,
    /// The application that it is about, if it says so.
    pub application: Option<String>,
    /// The version that it is about, if it says so.
    pub version: Option<String>,
    /// The language that it says it is in, such as `de` or `en-US`.
    pub language: Option<String>,
    /// Its sections in their order. None is empty.
    pub sections: Vec<Section>,
    /// The pages that gave no text; `None` if each gave some, or if it has no pages.
    pub missing_text: Option<MissingText>,
}

/// A section of a document: the text under one title, without that of the sections in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// The titles from the document's own down to this section's.
    pub path: Vec<String>,
    /// Markdown: lists have dashes or numbers, tables are rows, code is fenced. It has no images and no control characters.
    pub text: String,
}
