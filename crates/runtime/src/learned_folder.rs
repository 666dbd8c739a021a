//! What skills and experience share: their folders are locked while they change, and messages name subtasks alike.

use crate::{FileError, RuntimeError, UsageError};
use deskpilot_learning::{LearningError, SubtaskTrajectory};
use deskpilot_system::{lock_folder, private_folder_options};
use std::{fs::File, io::ErrorKind, path::Path};

/// Keeps other processes from changing what this folder has, for as long as the returned value lives.
pub(crate) fn locked(folder: &Path) -> Result<File, RuntimeError> {
    let unusable = FileError::learned_folder(folder);
    private_folder_options().recursive(true).create(folder).map_err(&unusable)?;
    match lock_folder(folder) {
        Err(error) if error.kind() == ErrorKind::WouldBlock => {
            let text = format!("another process changes what is in {}: try again", folder.display());
            Err(UsageError(text).into())
        }
        locked => Ok(locked.map_err(unusable)?),
    }
}

/// Makes a missing name a usage error: the caller named it.
pub(crate) fn missing_is_usage(error: LearningError) -> RuntimeError {
    match error {
        LearningError::Missing { .. } => UsageError(error.to_string()).into(),
        error => error.into(),
    }
}

/// The subtask, as messages name it.
pub(crate) fn subtask_text(subtask: &SubtaskTrajectory) -> String {
    format!("the subtask {:?}", subtask.subtask.text)
}
