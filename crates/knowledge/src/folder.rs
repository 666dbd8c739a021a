//! The files of a folder, each with the application that its top-level subfolder is named after.

use crate::{Kind, KnowledgeError, SourceFile};
use std::{fs, io, path::Path};

/// How deep folders may be nested.
const DEEPEST: usize = 8;

/// The most files of a folder.
const MOST_FILES: usize = 100_000;

impl SourceFile {
    /// This file, or all files of this folder, in the order of their paths. Links are not followed.
    ///
    /// Files in a subfolder are about the application that the subfolder is named after, those in the folder itself about the
    /// desktop as a whole; with `application`, all are about that one.
    ///
    /// # Errors
    /// A folder cannot be read, is nested too deeply, or has too many files.
    pub fn all_in(
        path: &Path,
        kind: Kind,
        application: Option<&str>,
    ) -> Result<Vec<SourceFile>, KnowledgeError> {
        let root =
            fs::canonicalize(path).map_err(|source| KnowledgeError::NotRead { path: path.into(), source })?;
        let file = |path: &Path, found: &str| SourceFile {
            path: path.to_owned(),
            root: root.clone(),
            kind,
            application: application.unwrap_or(found).to_lowercase(),
            version: None,
        };
        if !root.is_dir() {
            return Ok(vec![file(&root, "")]);
        }
        let mut files = Vec::new();
        walk(&root, "", 0, &mut |path, application| {
            files.push(file(path, application));
            if files.len() <= MOST_FILES {
                Ok(())
            } else {
                Err(too_large(&root, format!("{MOST_FILES} files")))
            }
        })?;
        Ok(files)
    }
}

fn walk(
    folder: &Path,
    application: &str,
    depth: usize,
    found: &mut dyn FnMut(&Path, &str) -> Result<(), KnowledgeError>,
) -> Result<(), KnowledgeError> {
    if depth > DEEPEST {
        return Err(too_large(folder, format!("{DEEPEST} folders deep")));
    }
    let not_read = |source| KnowledgeError::NotRead { path: folder.into(), source };
    let entries = fs::read_dir(folder).map_err(not_read)?.collect::<io::Result<Vec<_>>>();
    let mut entries = entries.map_err(|source| KnowledgeError::NotRead { path: folder.into(), source })?;
    entries.sort_by_key(fs::DirEntry::path);
    for entry in entries {
        let kind =
            entry.file_type().map_err(|source| KnowledgeError::NotRead { path: entry.path(), source })?;
        // Links are neither: they could lead out of the folder.
        if kind.is_file() {
            found(&entry.path(), application)?;
        } else if kind.is_dir() {
            let name = entry.file_name().to_string_lossy().into_owned();
            walk(&entry.path(), if depth == 0 { &name } else { application }, depth + 1, found)?;
        }
    }
    Ok(())
}

fn too_large(path: &Path, limit: String) -> KnowledgeError {
    KnowledgeError::TooLarge { path: path.into(), limit }
}
