//! Our own schema as JSON Lines: a line for each task, its steps inside.

use super::{
    folder::ExportFolder,
    options::PicturePlacement,
    pictures,
    record::{ScreenshotRecord, StepRecord, TaskRecord},
};
use crate::{
    ExportError, Split,
    reading::TrajectorySource,
    trajectory::{Trajectory, TrajectoryStep},
};
use base64::{Engine, engine::general_purpose::STANDARD};

/// Writes the file of a split, and the pictures of its tasks.
pub(super) fn write(
    folder: &mut ExportFolder,
    split: Split,
    trajectories: &[&Trajectory],
    placement: PicturePlacement,
) -> Result<(), ExportError> {
    let mut file = folder.open(&format!("{split}.jsonl"))?;
    for trajectory in trajectories {
        let source = TrajectorySource::open(trajectory)?;
        if placement == PicturePlacement::Files {
            pictures::write(folder, trajectory, &source)?;
        }
        let record = |step| record(trajectory, step, &source, placement);
        let steps = trajectory.steps.iter().map(record).collect::<Result<Vec<_>, _>>()?;
        let line = serde_json::to_string(&TaskRecord::of(split, trajectory, steps));
        // Records have only strings, numbers, lists and maps with texts as keys, so that serializing cannot fail.
        file.write_all((line.unwrap_or_default() + "\n").as_bytes())?;
    }
    file.finish()
}

fn record<'a>(
    trajectory: &Trajectory,
    step: &'a TrajectoryStep,
    source: &TrajectorySource,
    placement: PicturePlacement,
) -> Result<StepRecord<'a>, ExportError> {
    let (path, bytes) = match placement {
        PicturePlacement::Files => (pictures::name(trajectory, step), None),
        PicturePlacement::Base64 => (None, source.picture(step)?.map(|it| STANDARD.encode(it))),
    };
    let screenshot = step.screenshot.as_ref().map(|it| ScreenshotRecord {
        path,
        bytes,
        width: it.size.width,
        height: it.size.height,
    });
    Ok(StepRecord { screenshot, a11y: source.tree(step), ..StepRecord::of(trajectory, step) })
}
