//! The table of knowledge sources: their names, settings and constructors.

use crate::{HelpDocuments, KnowledgeError, KnowledgeSource};
use std::path::Path;

/// A configurable knowledge source.
#[derive(Debug)]
pub struct SourceSpec {
    /// Its name.
    pub name: &'static str,
    /// One sentence for the manual.
    pub doc: &'static str,
    /// The setting with the path to open it at; the source is unused without it.
    pub setting: &'static str,
    /// Opens it at that path.
    pub open: fn(&Path) -> Result<Box<dyn KnowledgeSource>, KnowledgeError>,
}

/// Every knowledge source. A new one is a file and a row here.
pub const SOURCES: &[SourceSpec] = &[SourceSpec {
    name: crate::help::NAME,
    doc: "Help documents in a folder: Markdown, plain text, and JSON guides.",
    setting: "knowledge.help_documents",
    open: |folder| Ok(Box::new(HelpDocuments::open(folder)?)),
}];
