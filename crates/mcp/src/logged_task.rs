//! Finds the log of a task by its name, in the folders in which this user has tasks. No path comes from a client.

use crate::tool_error::ToolError;
use deskpilot_log::LogError;
use deskpilot_runtime::{Config, all_log_folders};
use std::path::PathBuf;

/// The folder of logs in which the task of this name is: that of the settings where several have one.
///
/// # Errors
/// The name is not that of a task, or no folder has it.
pub(crate) fn log_root(config: &Config, name: &str) -> Result<PathBuf, ToolError> {
    let roots = std::iter::once(config.log_dir.clone()).chain(all_log_folders(config));
    for root in roots {
        match deskpilot_log::task(&root, name) {
            Ok(_) => return Ok(root),
            Err(LogError::Missing { .. }) => {}
            Err(other) => return Err(other.into()),
        }
    }
    Err(ToolError(format!("there is no task {name:?}: the tool task with action list shows the last ones")))
}
