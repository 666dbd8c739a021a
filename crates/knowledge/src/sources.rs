//! The table of sources: what the configuration can name, and how each is opened.

use crate::{HelpDocuments, KnowledgeError, KnowledgeSource};
use std::path::Path;

/// A source of knowledge that can be configured.
#[derive(Debug)]
pub struct SourceSpec {
    /// Its one name.
    pub name: &'static str,
    /// One sentence for the manual.
    pub doc: &'static str,
    /// The setting with the place it is opened at; without it the source is not used.
    pub setting: &'static str,
    /// Opens it at that place.
    pub open: fn(&Path) -> Result<Box<dyn KnowledgeSource>, KnowledgeError>,
}

/// Every source of knowledge. A new one is a file and a row.
pub const SOURCES: &[SourceSpec] = &[SourceSpec {
    name: crate::help::NAME,
    doc: "Help documents in a folder: Markdown, plain text, and JSON guides.",
    setting: "knowledge.help_documents",
    open: |folder| Ok(Box::new(HelpDocuments::open(folder)?)),
}];
