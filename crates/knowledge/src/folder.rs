//! The files of a folder, each with the application that its top-level subfolder is named after.

use crate::{Kind, KnowledgeError, LeftOutReason, SourceFile};
use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// How deep folders may be nested.
const DEEPEST: usize = 8;

/// The most files of a folder.
const MOST_FILES: usize = 100_000;

/// The files of a folder.
#[derive(Debug, Default)]
pub struct FolderFiles {
    /// Those that may hold documents, in the order of their paths.
    pub files: Vec<SourceFile>,
    /// Links and other entries that are no files: each is a [`KnowledgeError::LeftOut`].
    pub left_out: Vec<KnowledgeError>,
}

impl FolderFiles {
    /// This file, or all files of this folder. Links are not followed.
    ///
    /// Files in a subfolder are about the application that the subfolder is named after, those in the folder itself about the
    /// desktop as a whole; with `application`, all are about that one.
    ///
    /// # Errors
    /// A folder cannot be read, is nested too deeply, or has too many files.
    pub fn of(path: &Path, kind: Kind, application: Option<&str>) -> Result<FolderFiles, KnowledgeError> {
        let root =
            fs::canonicalize(path).map_err(|source| KnowledgeError::NotRead { path: path.into(), source })?;
        let file = |path: &Path, found: &str| SourceFile {
            path: path.to_owned(),
            root: root.clone(),
            kind,
            application: application.unwrap_or(found).to_lowercase(),
            version: None,
        };
        let mut found = FolderFiles::default();
        if !root.is_dir() {
            found.files.push(file(&root, ""));
            return Ok(found);
        }
        walk(&root, "", 0, &mut |entry| {
            match entry {
                Entry::File { path, application } => found.files.push(file(path, application)),
                Entry::LeftOut { path, reason } => {
                    found.left_out.push(KnowledgeError::LeftOut { path, reason });
                }
            }
            if found.files.len() + found.left_out.len() <= MOST_FILES {
                Ok(())
            } else {
                Err(too_large(&root, format!("{MOST_FILES} files")))
            }
        })?;
        Ok(found)
    }
}

impl SourceFile {
    /// The files that [`FolderFiles::of`] finds.
    ///
    /// # Errors
    /// Those of [`FolderFiles::of`].
    pub fn all_in(
        path: &Path,
        kind: Kind,
        application: Option<&str>,
    ) -> Result<Vec<SourceFile>, KnowledgeError> {
        FolderFiles::of(path, kind, application).map(|it| it.files)
    }
}

/// An entry of a folder, or of one in it.
enum Entry<'a> {
    File { path: &'a Path, application: &'a str },
    LeftOut { path: PathBuf, reason: LeftOutReason },
}

fn walk(
    folder: &Path,
    application: &str,
    depth: usize,
    found: &mut dyn FnMut(Entry<'_>) -> Result<(), KnowledgeError>,
) -> Result<(), KnowledgeError> {
    if depth > DEEPEST {
        return Err(too_large(folder, format!("{DEEPEST} folders deep")));
    }
    let not_read = |source| KnowledgeError::NotRead { path: folder.into(), source };
    let entries = fs::read_dir(folder).map_err(not_read)?.collect::<io::Result<Vec<_>>>();
    let mut entries = entries.map_err(|source| KnowledgeError::NotRead { path: folder.into(), source })?;
    entries.sort_by_key(fs::DirEntry::path);
    for entry in entries {
        let path = entry.path();
        let kind =
            entry.file_type().map_err(|source| KnowledgeError::NotRead { path: entry.path(), source })?;
        if kind.is_file() {
            found(Entry::File { path: &path, application })?;
        } else if kind.is_dir() {
            let name = entry.file_name().to_string_lossy().into_owned();
            walk(&path, if depth == 0 { &name } else { application }, depth + 1, found)?;
        } else {
            // A link could lead out of the folder, and a pipe has no end.
            let reason = if kind.is_symlink() { LeftOutReason::Link } else { LeftOutReason::NotRegular };
            found(Entry::LeftOut { path, reason })?;
        }
    }
    Ok(())
}

fn too_large(path: &Path, limit: String) -> KnowledgeError {
    KnowledgeError::TooLarge { path: path.into(), limit }
}
