//! Resolves a plan's object: a document next to the plan, or an application.

use deskpilot_core::TaskObject;
use std::path::{Component, Path, PathBuf};

/// The folder for documents, next to the folder of the plans.
const FILES: &str = "files";
/// The maximum length of a file extension.
const LONGEST_EXTENSION: usize = 5;

/// The object that a plan in this folder names; the error says why there is none.
pub(super) fn resolve_object(named: &str, folder: &Path) -> Result<TaskObject, String> {
    let wanted = Path::new(named);
    let mut parts = wanted.components().filter(|it| !matches!(it, Component::CurDir));
    if wanted.is_absolute() || parts.any(|it| !matches!(it, Component::Normal(_))) {
        return Err(format!(
            "{named:?} leads out of the plan's folder: put the document next to the plan, or into a folder {FILES} next to \
             the plan's, and name it from there"
        ));
    }
    let folders = search_folders(folder);
    for folder in &folders {
        let Ok(found) = folder.join(wanted).canonicalize() else { continue };
        if !found.starts_with(folder) {
            return Err(format!(
                "{named:?} is a link to {}, out of the plan's folder: put the document itself there",
                found.display()
            ));
        }
        if found.is_file() {
            return match found.to_str() {
                Some(path) => Ok(TaskObject::File(path.to_owned())),
                None => Err(format!("{} is no text: rename it", found.display())),
            };
        }
        if is_file_like(named) {
            return Err(format!("{} is no file: name a document", found.display()));
        }
    }
    if is_file_like(named) {
        let searched: Vec<String> = folders.iter().map(|it| it.display().to_string()).collect();
        return Err(format!("there is no file {named:?} in {}: put it there", searched.join(" or ")));
    }
    Ok(TaskObject::Application(named.to_owned()))
}

/// The folders to search for documents, with links resolved.
fn search_folders(folder: &Path) -> Vec<PathBuf> {
    let own = folder.canonicalize().ok();
    let documents = own.as_ref().and_then(|it| it.parent()?.join(FILES).canonicalize().ok());
    own.into_iter().chain(documents).collect()
}

/// Whether the name can only be a file's: it has a folder or an extension.
fn is_file_like(named: &str) -> bool {
    let extension = named.rsplit_once('.').map_or("", |(_, extension)| extension);
    let has_extension = (1..=LONGEST_EXTENSION).contains(&extension.len())
        && extension.chars().all(|it| it.is_ascii_alphanumeric());
    named.contains(['/', '\\']) || has_extension
}
