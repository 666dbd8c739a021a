//! UI trees: the controls of each step's window, as one JSON file per tree.

use crate::{LogError, UiNode};
use deskpilot_core::{AppView, ScreenshotMoment, fold::StepRecord};
use deskpilot_system::{AtomicWrite, private_folder_options};
use std::{fs, io, path::Path};

/// Whether to write UI trees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UiTrees {
    /// One for each AppAgent step, and one at the end of each subtask and round.
    Written,
    /// None: the log has the data they are made from.
    #[default]
    Omitted,
}

/// Their folder within the log's folder.
const FOLDER: &str = "ui_trees";

/// Writes the tree of a step's observation.
pub(super) fn place(folder: &Path, step: &StepRecord, view: &AppView) -> Result<(), LogError> {
    write(folder, &format!("ui_tree_step{}.json", step.number.session), view)
}

/// Writes the tree from the end of a subtask or a round.
pub(super) fn place_final(
    folder: &Path,
    round: u32,
    moment: ScreenshotMoment,
    view: &AppView,
) -> Result<(), LogError> {
    match moment {
        ScreenshotMoment::Subtask(index) => {
            write(folder, &format!("ui_tree_round_{round}_sub_round_{index}_final.json"), view)
        }
        ScreenshotMoment::Round => {
            write(folder, &format!("ui_tree_round_{round}_final.json"), view)?;
            write(folder, "ui_tree_final.json", view)
        }
    }
}

fn write(folder: &Path, name: &str, view: &AppView) -> Result<(), LogError> {
    let folder = folder.join(FOLDER);
    let path = folder.join(name);
    let tree = UiNode::of(&view.window, &view.controls, &view.levels);
    let text = serde_json::to_vec_pretty(&tree).map_err(io::Error::from);
    let made = private_folder_options().recursive(true).create(&folder);
    made.map_err(LogError::not_written(&folder))?;
    text.and_then(|text| AtomicWrite::FAST.write(&path, &text)).map_err(LogError::not_written(&path))
}

/// Removes all trees: an earlier run may have written others.
pub(super) fn clear(folder: &Path) -> Result<(), LogError> {
    let folder = folder.join(FOLDER);
    match fs::remove_dir_all(&folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(LogError::not_written(&folder)(error)),
        _ => Ok(()),
    }
}
