//! The log of a trajectory, opened again for what is too large to keep: pictures and trees.

use crate::trajectory::{Trajectory, TrajectoryStep};
use deskpilot_core::{Entry, Event, View};
use deskpilot_log::{Blobs, LogError, UiNode, folder, read};

/// The pictures and trees of one trajectory. Its pictures stay on the disk.
pub struct TrajectorySource {
    entries: Vec<Entry>,
    blobs: Blobs,
}

impl TrajectorySource {
    /// Opens the log of a trajectory.
    ///
    /// # Errors
    /// It cannot be read any more.
    pub fn open(trajectory: &Trajectory) -> Result<TrajectorySource, LogError> {
        let entries = read(&trajectory.logs, &trajectory.log)?;
        let blobs = Blobs::of(&folder(&trajectory.logs, &trajectory.log)?);
        Ok(TrajectorySource { entries, blobs })
    }

    /// The picture before the step's action, as a PNG file; `None` if the step has none.
    ///
    /// # Errors
    /// It is missing or damaged.
    pub fn picture(&self, step: &TrajectoryStep) -> Result<Option<Vec<u8>>, LogError> {
        step.screenshot.as_ref().map(|it| self.blobs.read(&it.blob)).transpose()
    }

    /// The controls of the window before the step's action; `None` if the agent acted again without looking.
    pub fn tree(&self, step: &TrajectoryStep) -> Option<UiNode> {
        let entry = step.observed?;
        let found = self.entries.iter().find(|it| it.seq == entry)?;
        match &found.event {
            Event::Observed { view: View::App(view) } => {
                Some(UiNode::of(&view.window, &view.controls, &view.levels))
            }
            _ => None,
        }
    }
}
