//! What skills and experience share: their folders are locked while they change, and messages name subtasks alike.

use crate::UsageError;
use anyhow::{Context, Result};
use deskpilot_learning::{LearningError, SubtaskTrajectory};
use deskpilot_system::{lock_folder, private_folder_options};
use std::{fs::File, io::ErrorKind, path::Path};

/// Keeps other processes from changing what this folder has, for as long as the returned value lives.
pub(crate) fn locked(folder: &Path) -> Result<File> {
    let path = || folder.display().to_string();
    private_folder_options().recursive(true).create(folder).with_context(path)?;
    match lock_folder(folder) {
        Err(error) if error.kind() == ErrorKind::WouldBlock => {
            Err(UsageError(format!("another process changes what is in {}: try again", path())).into())
        }
        locked => locked.with_context(path),
    }
}

/// The error: that there is nothing of the name is the caller's mistake.
pub(crate) fn missing_is_usage(error: LearningError) -> anyhow::Error {
    match error {
        LearningError::Missing { .. } => UsageError(error.to_string()).into(),
        error => error.into(),
    }
}

/// The subtask, as messages name it.
pub(crate) fn told_subtask(subtask: &SubtaskTrajectory) -> String {
    format!("the subtask {:?}", subtask.subtask.text)
}
