//! Reads documents: Markdown, plain text, and guides in JSON.

use crate::{Document, KnowledgeError, Section, markdown};
use deskpilot_system::ReadLimit;
use serde::Deserialize;
use std::{io, path::Path};

const LARGEST_DOCUMENT: ReadLimit = ReadLimit::mib(1);

/// A guide exactly as stored.
#[derive(Deserialize)]
struct Guide {
    #[serde(default)]
    application: String,
    request: String,
    guidance: Vec<String>,
}

/// The document in this file; `None` for other file extensions.
///
/// # Errors
/// The file cannot be read, is too large, or does not have the format of its extension.
pub fn read_document(path: &Path) -> Result<Option<Document>, KnowledgeError> {
    let ending = path.extension().map(|it| it.to_string_lossy().to_lowercase()).unwrap_or_default();
    let title = path.file_stem().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default();
    let sections = match ending.as_str() {
        "json" => return guide(path).map(Some),
        "txt" => vec![Section { path: vec![title.clone()], text: text(path)? }],
        "md" | "markdown" => markdown::sections(&text(path)?)
            .into_iter()
            .map(|(heading, text)| Section { path: vec![title.clone(), heading], text })
            .collect(),
        _ => return Ok(None),
    };
    Ok(Some(Document { title, sections, ..Document::default() }))
}

fn guide(path: &Path) -> Result<Document, KnowledgeError> {
    let guide: Guide = serde_json::from_str(&text(path)?)
        .map_err(|error| KnowledgeError::NotUnderstood { path: path.into(), message: error.to_string() })?;
    let section = Section { path: vec![guide.request.clone()], text: guide.guidance.join("\n") };
    Ok(Document {
        title: guide.request,
        application: Some(guide.application).filter(|it| !it.is_empty()),
        sections: vec![section],
        ..Document::default()
    })
}

fn text(path: &Path) -> Result<String, KnowledgeError> {
    LARGEST_DOCUMENT.read_text(path).map_err(|source| match source.kind() {
        io::ErrorKind::FileTooLarge => {
            KnowledgeError::TooLarge { path: path.into(), limit: LARGEST_DOCUMENT.to_string() }
        }
        io::ErrorKind::InvalidData => {
            KnowledgeError::NotUnderstood { path: path.into(), message: source.to_string() }
        }
        _ => KnowledgeError::NotRead { path: path.into(), source },
    })
}
