//! The pictures of an export as files.

use super::folder::ExportFolder;
use crate::{
    ExportError,
    reading::TrajectorySource,
    trajectory::{Trajectory, TrajectoryStep},
};

/// The name of a step's picture in the folder of an export.
pub(super) fn name(trajectory: &Trajectory, step: &TrajectoryStep) -> Option<String> {
    let name = format!("images/{}/{:04}.png", trajectory.task_id, step.index);
    step.screenshot.as_ref().map(|_| name)
}

/// Writes the pictures of a trajectory, one at a time.
pub(super) fn write(
    folder: &ExportFolder,
    trajectory: &Trajectory,
    source: &TrajectorySource,
) -> Result<(), ExportError> {
    for step in &trajectory.steps {
        if let (Some(name), Some(bytes)) = (name(trajectory, step), source.picture(step)?) {
            folder.write_picture(&name, &bytes)?;
        }
    }
    Ok(())
}
