//! Reads a folder of help documents. The only file of this source that touches the disk.

use super::{HelpPassage, split};
use crate::KnowledgeError;
use deskpilot_system::ReadLimit;
use serde::Deserialize;
use std::{
    fs, io,
    path::{Path, PathBuf},
};

const LARGEST_DOCUMENT: ReadLimit = ReadLimit::mib(1);
const MOST_PASSAGES: usize = 20_000;
const DEEPEST: usize = 8;
const LONGEST_TITLE: usize = 200;

/// A guide exactly as stored.
#[derive(Deserialize)]
struct Guide {
    #[serde(default)]
    application: String,
    request: String,
    guidance: Vec<String>,
}

/// The passages of all documents in a folder, in the order of their paths.
pub(super) fn folder(folder: &Path) -> Result<Vec<HelpPassage>, KnowledgeError> {
    let mut passages = Vec::new();
    for (path, application) in documents(folder, "", 0)? {
        passages.extend(document(&path, &application)?);
        if passages.len() > MOST_PASSAGES {
            return Err(KnowledgeError::TooLarge {
                path: folder.into(),
                limit: format!("{MOST_PASSAGES} passages"),
            });
        }
    }
    Ok(passages)
}

/// The files in a folder, each with the application that its top-level subfolder is named after.
fn documents(
    folder: &Path,
    application: &str,
    depth: usize,
) -> Result<Vec<(PathBuf, String)>, KnowledgeError> {
    if depth > DEEPEST {
        return Err(KnowledgeError::TooLarge {
            path: folder.into(),
            limit: format!("{DEEPEST} folders deep"),
        });
    }
    let not_read = |source| KnowledgeError::NotRead { path: folder.into(), source };
    let entries = fs::read_dir(folder).map_err(not_read)?.collect::<io::Result<Vec<_>>>();
    let mut entries = entries.map_err(|source| KnowledgeError::NotRead { path: folder.into(), source })?;
    entries.sort_by_key(fs::DirEntry::path);
    let mut found = Vec::new();
    for entry in entries {
        let kind =
            entry.file_type().map_err(|source| KnowledgeError::NotRead { path: entry.path(), source })?;
        // Links are neither: they could lead out of the folder.
        if kind.is_file() {
            found.push((entry.path(), application.to_owned()));
        } else if kind.is_dir() {
            let name = entry.file_name().to_string_lossy().to_lowercase();
            let application = if depth == 0 { &name } else { application };
            found.extend(documents(&entry.path(), application, depth + 1)?);
        }
    }
    Ok(found)
}

/// The passages of one document; none for other file extensions.
fn document(path: &Path, application: &str) -> Result<Vec<HelpPassage>, KnowledgeError> {
    let ending = path.extension().map(|it| it.to_string_lossy().to_lowercase()).unwrap_or_default();
    let name = path.file_stem().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default();
    Ok(match ending.as_str() {
        "json" => guide(path, application)?,
        "txt" => passages(application, &name, &text(path)?),
        "md" | "markdown" => split::sections(&text(path)?)
            .iter()
            .flat_map(|(title, body)| {
                let title = if title.is_empty() { name.clone() } else { format!("{name}: {title}") };
                passages(application, &title, body)
            })
            .collect(),
        _ => Vec::new(),
    })
}

fn guide(path: &Path, application: &str) -> Result<Vec<HelpPassage>, KnowledgeError> {
    let guide: Guide = serde_json::from_str(&text(path)?)
        .map_err(|error| KnowledgeError::NotUnderstood { path: path.into(), message: error.to_string() })?;
    let named = guide.application.to_lowercase();
    let application = if named.is_empty() { application } else { &named };
    Ok(passages(application, &guide.request, &guide.guidance.join("\n")))
}

fn passages(application: &str, title: &str, text: &str) -> Vec<HelpPassage> {
    let title = &title[..title.floor_char_boundary(LONGEST_TITLE)];
    let passage = |text| HelpPassage { application: application.to_owned(), title: title.to_owned(), text };
    split::pieces(text).into_iter().map(passage).collect()
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
