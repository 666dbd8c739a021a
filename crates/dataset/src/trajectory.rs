//! A trajectory: a task, what was done for it step by step, and how it was judged.

use deskpilot_core::{Action, Aim, BlobRef, Outcome, Point, Rect, Size, Timestamp, fold::Cost};
use serde::Serialize;
use serde_json::{Map, Value};
use std::{collections::BTreeMap, fmt, path::PathBuf};

/// How an executed task was judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It was fulfilled.
    Pass,
    /// Nobody can be sure.
    Unsure,
    /// It was not fulfilled, or could not be carried out.
    Fail,
}

impl Verdict {
    /// All verdicts, the best first.
    pub const ALL: &'static [Verdict] = &[Verdict::Pass, Verdict::Unsure, Verdict::Fail];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Pass => "pass",
            Verdict::Unsure => "unsure",
            Verdict::Fail => "fail",
        }
    }

    /// The reward of a whole task; `None` if nobody can be sure.
    pub const fn reward(self) -> Option<f64> {
        match self {
            Verdict::Pass => Some(1.0),
            Verdict::Unsure => None,
            Verdict::Fail => Some(0.0),
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// An executed task and its steps. Pictures and trees stay in its log until they are asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Trajectory {
    /// The task's unique name.
    pub task_id: String,
    /// The concrete request.
    pub instruction: String,
    /// The task as a person wrote it.
    pub original_task: String,
    /// The steps of its plan, in words.
    pub plan: Vec<String>,
    /// The application: `writer`, `calc` or `impress`.
    pub app: String,
    /// The template, as [`Split::of`](crate::Split::of) takes it: `writer/letter.odt`, or a hash of a document that is no template.
    pub template: String,
    /// The document, from the folder of results.
    pub document: String,
    /// The verdict.
    pub verdict: Verdict,
    /// The reason for the verdict.
    pub reason: String,
    /// The partial scores by name.
    pub sub_scores: BTreeMap<String, String>,
    /// What was done, in order.
    pub steps: Vec<TrajectoryStep>,
    /// The durations of the stages.
    pub times: TrajectoryTimes,
    /// The cost of the execution's model calls.
    pub cost: Cost,
    /// What decided on the actions, such as a model's name, or `plan`.
    pub model: String,
    /// The version of Deskpilot that ran it.
    pub version: String,
    /// The name of its log.
    pub log: String,
    /// The folder of the logs.
    pub logs: PathBuf,
}

/// Seconds by stage; `None` for a stage that did not run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct TrajectoryTimes {
    /// Instantiating the task.
    pub instantiate: Option<f64>,
    /// Carrying it out.
    pub execute: Option<f64>,
    /// Judging it.
    pub judge: Option<f64>,
    /// From start to end.
    pub total: Option<f64>,
}

/// One step: what the agent saw, and the one thing that it did next.
#[derive(Clone, Debug, PartialEq)]
pub struct TrajectoryStep {
    /// Its number among the trajectory's steps, from 0.
    pub index: usize,
    /// The number of the session's step that it is a part of, from 0.
    pub session_step: u32,
    /// The number of the plan's step that it carries out, from 1; `None` for what the plan does not list.
    pub plan_step: Option<i64>,
    /// The plan's step in words; empty for what the plan does not list.
    pub subtask: String,
    /// What the agent observed, in its own words; empty without any.
    pub observation: String,
    /// Why the agent did it.
    pub thought: String,
    /// What the agent did.
    pub action: StepAction,
    /// The window before the action; `None` if the agent acted again without looking, or no picture was taken.
    pub screenshot: Option<StepScreenshot>,
    /// The entry of the log with the observation before the action; `None` if the agent acted again without looking.
    pub observed: Option<u64>,
    /// When it began.
    pub began: Timestamp,
    /// When it ended.
    pub ended: Timestamp,
    /// How many replies of a language model led to it.
    pub model_calls: u32,
}

/// What an agent did in a step.
#[derive(Clone, Debug, PartialEq)]
pub enum StepAction {
    /// It acted on its window.
    Acted(Box<Action>, Outcome, StepSuccess),
    /// It reported the subtask as carried out.
    Finished,
    /// It reported that it cannot carry out the subtask.
    GaveUp,
}

impl StepAction {
    /// The name of its function; that of a subtask's end is `finish` or `fail`.
    pub fn function(&self) -> &str {
        match self {
            StepAction::Acted(action, ..) => &action.call.command,
            StepAction::Finished => "finish",
            StepAction::GaveUp => "fail",
        }
    }

    /// Its arguments by name.
    pub fn args(&self) -> Map<String, Value> {
        match self {
            StepAction::Acted(action, ..) => action.call.args.clone(),
            StepAction::Finished | StepAction::GaveUp => Map::new(),
        }
    }

    /// The control that it was for, if it was for one.
    pub fn target(&self) -> Option<TargetControl> {
        let StepAction::Acted(action, ..) = self else { return None };
        let Aim::Control(control) = &action.aim else { return None };
        Some(TargetControl {
            name: control.name.clone(),
            role: control.role.name().to_owned(),
            label: control.label.map(|it| it.0),
            rect: control.rect,
        })
    }

    /// What it did, if it acted.
    pub fn outcome(&self) -> Option<(&Outcome, StepSuccess)> {
        match self {
            StepAction::Acted(_, outcome, success) => Some((outcome, *success)),
            StepAction::Finished | StepAction::GaveUp => None,
        }
    }
}

/// Whether an action succeeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepSuccess {
    /// It had its effect, or nothing suggests otherwise.
    Succeeded,
    /// It had none, or only a part.
    Failed,
}

/// The picture of a window.
#[derive(Clone, Debug, PartialEq)]
pub struct StepScreenshot {
    /// The picture without labels.
    pub blob: BlobRef,
    /// Its size in pixels.
    pub size: Size,
    /// The desktop position of its top left corner.
    pub origin: Point,
}

/// The control that an action was for.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TargetControl {
    /// Its name on the screen.
    pub name: String,
    /// Its role.
    pub role: String,
    /// Its number in the list of controls.
    pub label: Option<u32>,
    /// Its rectangle on the desktop, in pixels.
    pub rect: Rect,
}
