//! The controls of each step's window as a tree, in a file of its own.

use super::step::Step;
use crate::{LogError, UiNode};
use deskpilot_core::AppView;
use std::{fs, io, path::Path};

/// Whether trees are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UiTrees {
    /// One for each step of an AppAgent.
    Written,
    /// None: the log has what they are made of.
    #[default]
    Omitted,
}

/// Where they are in the folder of the log.
const FOLDER: &str = "ui_trees";

/// Writes what was seen in a step.
pub(super) fn place(folder: &Path, step: &Step, view: &AppView) -> Result<(), LogError> {
    let folder = folder.join(FOLDER);
    let path = folder.join(format!("ui_tree_step{}.json", step.number.session));
    let tree = UiNode::of(&view.window, &view.controls, &view.levels);
    let text = serde_json::to_vec_pretty(&tree).map_err(io::Error::from);
    fs::create_dir_all(&folder).map_err(LogError::not_written(&folder))?;
    text.and_then(|text| fs::write(&path, text)).map_err(LogError::not_written(&path))
}

/// Takes all of them away again: an earlier writing may have had others.
pub(super) fn clear(folder: &Path) -> Result<(), LogError> {
    let folder = folder.join(FOLDER);
    match fs::remove_dir_all(&folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(LogError::not_written(&folder)(error)),
        _ => Ok(()),
    }
}
