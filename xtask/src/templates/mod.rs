//! `cargo xtask templates`: writes the documents on which tasks of the dataflow begin, each from its definition.
//!
//! A definition is a text file in `definitions/{writer,calc,impress}`: lines `key: value`, an empty line, and the body, whose
//! lines the module of its kind explains. `description` says what the document holds; `colour` is that of its headings.

mod calc;
mod definition;
mod impress;
mod kind;
mod lists;
mod package;
mod writer;
mod xml;

use anyhow::{Context, Result, bail};
use definition::Definition;
use kind::Kind;
use serde_json::{Map, Value};
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

/// Where the definitions are, in the folder of the workspace.
const DEFINITIONS: &str = "xtask/src/templates/definitions";

/// Where the documents are, in the folder of the workspace.
const TEMPLATES: &str = "crates/dataflow/templates";

/// What each document of a folder holds.
const DESCRIPTIONS: &str = "description.json";

/// Writes every document, and the descriptions of each kind.
pub(crate) fn write(root: &Path) -> Result<()> {
    for (path, bytes) in files(root)? {
        let file = root.join(&path);
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
        }
        fs::write(&file, bytes).with_context(|| format!("{} cannot be written", path.display()))?;
    }
    Ok(())
}

/// An error for a document that differs from what its definition gives, or that has none.
pub(crate) fn check(root: &Path) -> Result<()> {
    let files = files(root)?;
    for (path, bytes) in &files {
        if fs::read(root.join(path)).ok().as_ref() != Some(bytes) {
            bail!("{} is stale: run `cargo xtask templates`", path.display());
        }
    }
    for kind in Kind::ALL {
        for path in listed(root, &Path::new(TEMPLATES).join(kind.folder()))? {
            if !files.contains_key(&path) {
                bail!("{} has no definition: add one to {DEFINITIONS}, or delete it", path.display());
            }
        }
    }
    Ok(())
}

/// What the definitions give: the bytes of each file, by its path in the folder of the workspace.
fn files(root: &Path) -> Result<BTreeMap<PathBuf, Vec<u8>>> {
    let mut files = BTreeMap::new();
    for kind in Kind::ALL {
        let folder = Path::new(TEMPLATES).join(kind.folder());
        let mut descriptions = Map::new();
        for path in listed(root, &Path::new(DEFINITIONS).join(kind.folder()))? {
            let context = || format!("{} cannot be used", path.display());
            let text = fs::read_to_string(root.join(&path)).with_context(context)?;
            let definition = Definition::parse(&text).with_context(context)?;
            let document = kind.document(&definition).with_context(context)?;
            let name = path.with_extension(kind.extension());
            let name = name.file_name().and_then(|it| it.to_str()).with_context(context)?;
            files.insert(folder.join(name), document);
            descriptions.insert(name.to_owned(), Value::String(definition.description));
        }
        let json = serde_json::to_string_pretty(&descriptions)? + "\n";
        files.insert(folder.join(DESCRIPTIONS), json.into_bytes());
    }
    Ok(files)
}

/// The files of a folder by name, with their paths in the folder of the workspace.
fn listed(root: &Path, folder: &Path) -> Result<Vec<PathBuf>> {
    let entries =
        fs::read_dir(root.join(folder)).with_context(|| format!("{} cannot be read", folder.display()))?;
    let mut paths = Vec::new();
    for entry in entries {
        paths.push(folder.join(entry?.file_name()));
    }
    paths.sort();
    Ok(paths)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::root;

    #[test]
    fn the_documents_are_what_their_definitions_give() {
        check(&root().unwrap()).unwrap();
    }

    #[test]
    fn there_are_ten_of_each_kind_and_all_together_are_small() {
        let files = files(&root().unwrap()).unwrap();
        for kind in Kind::ALL {
            let count =
                files.keys().filter(|it| it.extension().is_some_and(|it| it == kind.extension())).count();
            assert!(count >= 10, "{}: {count}", kind.folder());
        }
        let size: usize = files.values().map(Vec::len).sum();
        assert!(size <= 400 << 10, "{size} bytes");
    }

    #[test]
    fn stale_and_unknown_documents_are_named() {
        let root = std::env::temp_dir().join(format!("xtask-templates-{}", std::process::id()));
        for kind in Kind::ALL {
            fs::create_dir_all(root.join(DEFINITIONS).join(kind.folder())).unwrap();
        }
        fs::write(root.join(DEFINITIONS).join("writer/note.txt"), "description: A note.\n\nHello\n").unwrap();
        let error_of = |root: &Path| check(root).unwrap_err().to_string();
        assert!(error_of(&root).ends_with(" is stale: run `cargo xtask templates`"), "{}", error_of(&root));
        write(&root).unwrap();
        check(&root).unwrap();
        let descriptions = root.join(TEMPLATES).join("writer").join(DESCRIPTIONS);
        assert_eq!(fs::read_to_string(descriptions).unwrap(), "{\n  \"note.odt\": \"A note.\"\n}\n");
        fs::write(root.join(TEMPLATES).join("writer/other.odt"), "x").unwrap();
        assert!(error_of(&root).contains("writer/other.odt has no definition"), "{}", error_of(&root));
        fs::write(root.join(TEMPLATES).join("writer/note.odt"), "x").unwrap();
        assert!(error_of(&root).contains("writer/note.odt is stale"), "{}", error_of(&root));
        fs::remove_dir_all(&root).unwrap();
    }
}
