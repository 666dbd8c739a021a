//! The JSON Lines of AgentNet and OpenCUA: a line for each task, an entry for each step with the picture before it.
//!
//! Scores of alignment, efficiency and difficulty, what was done instead of the task, reflections, and whether a step was correct or
//! redundant are left out: nobody judged them.

use super::{code, folder::ExportFolder, pictures};
use crate::{
    ExportError, Split, Verdict,
    reading::TrajectorySource,
    trajectory::{StepAction, Trajectory, TrajectoryStep},
};
use serde::Serialize;

#[derive(Serialize)]
struct Task<'a> {
    task_id: &'a str,
    instruction: &'a str,
    /// Left out where nobody can be sure.
    #[serde(skip_serializing_if = "Option::is_none")]
    task_completed: Option<bool>,
    reason: &'a str,
    natural_language_task: &'a str,
    traj: Vec<Step<'a>>,
}

#[derive(Serialize)]
struct Step<'a> {
    index: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    image: Option<String>,
    value: Value<'a>,
}

#[derive(Serialize)]
struct Value<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<String>,
    #[serde(skip_serializing_if = "str::is_empty")]
    observation: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    thought: &'a str,
    action: String,
}

/// Writes the file of a split, and the pictures of its tasks.
pub(super) fn write(
    folder: &mut ExportFolder,
    split: Split,
    trajectories: &[&Trajectory],
) -> Result<(), ExportError> {
    let mut file = folder.open(&format!("{split}.jsonl"))?;
    for trajectory in trajectories {
        let source = TrajectorySource::open(trajectory)?;
        pictures::write(folder, trajectory, &source)?;
        let line = serde_json::to_string(&task(trajectory)).unwrap_or_default();
        file.write_all((line + "\n").as_bytes())?;
    }
    file.finish()
}

fn task(trajectory: &Trajectory) -> Task<'_> {
    Task {
        task_id: &trajectory.task_id,
        instruction: &trajectory.instruction,
        task_completed: match trajectory.verdict {
            Verdict::Pass => Some(true),
            Verdict::Unsure => None,
            Verdict::Fail => Some(false),
        },
        reason: &trajectory.reason,
        natural_language_task: &trajectory.original_task,
        traj: trajectory.steps.iter().map(|it| step(trajectory, it)).collect(),
    }
}

fn step<'a>(trajectory: &Trajectory, step: &'a TrajectoryStep) -> Step<'a> {
    Step {
        index: step.index,
        image: pictures::name(trajectory, step),
        value: Value {
            code: code::of(trajectory, step),
            observation: &step.observation,
            thought: &step.thought,
            action: action(step),
        },
    }
}

/// The action in words: the plan's, or else the call.
fn action(step: &TrajectoryStep) -> String {
    match &step.action {
        _ if !step.subtask.is_empty() => step.subtask.clone(),
        StepAction::Acted(action, ..) => action.to_string(),
        StepAction::Finished => "the task is carried out".to_owned(),
        StepAction::GaveUp => "the task cannot be carried out".to_owned(),
    }
}
