//! Our own schema: a task and its steps as JSON. Keys without a value are left out.

use super::code;
use crate::{
    Split, Verdict,
    trajectory::{StepSuccess, Trajectory, TrajectoryStep, TrajectoryTimes},
};
use deskpilot_core::{Point, Rect, Timestamp, fold::Cost};
use deskpilot_log::UiNode;
use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The version of the schema.
pub(super) const SCHEMA: &str = "deskpilot-dataset-v1";

/// A task with its steps.
#[derive(Serialize)]
pub(super) struct TaskRecord<'a> {
    pub(super) schema: &'static str,
    pub(super) task_id: &'a str,
    pub(super) split: Split,
    pub(super) instruction: &'a str,
    pub(super) original_task: &'a str,
    pub(super) plan: &'a [String],
    pub(super) app: &'a str,
    pub(super) template: &'a str,
    pub(super) document: &'a str,
    pub(super) verdict: Verdict,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reward: Option<f64>,
    pub(super) reason: &'a str,
    pub(super) sub_scores: &'a BTreeMap<String, String>,
    pub(super) model: &'a str,
    pub(super) deskpilot_version: &'a str,
    pub(super) log: &'a str,
    pub(super) seconds: TrajectoryTimes,
    pub(super) cost: &'a Cost,
    pub(super) steps: Vec<StepRecord<'a>>,
}

/// A step.
#[derive(Serialize)]
pub(super) struct StepRecord<'a> {
    pub(super) step: usize,
    pub(super) session_step: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) plan_step: Option<i64>,
    #[serde(skip_serializing_if = "str::is_empty")]
    pub(super) subtask: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    pub(super) observation: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    pub(super) thought: &'a str,
    pub(super) action: ActionRecord,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) code: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) effect: Option<EffectRecord>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) success: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) screenshot: Option<ScreenshotRecord>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) a11y: Option<UiNode>,
    pub(super) began: String,
    pub(super) seconds: f64,
    pub(super) model_calls: u32,
}

/// What the agent did.
#[derive(Serialize)]
pub(super) struct ActionRecord {
    pub(super) function: String,
    pub(super) args: Map<String, Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) target: Option<TargetRecord>,
}

/// The control it was for.
#[derive(Serialize)]
pub(super) struct TargetRecord {
    pub(super) name: String,
    pub(super) role: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) label: Option<u32>,
    /// In pixels of the picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rect: Option<Rect>,
}

/// Its result.
#[derive(Serialize)]
pub(super) struct EffectRecord {
    pub(super) kind: &'static str,
    pub(super) detail: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) output: Option<String>,
}

/// The picture before it: in a file, or as base64.
#[derive(Serialize)]
pub(super) struct ScreenshotRecord {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) path: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) bytes: Option<String>,
    pub(super) width: u32,
    pub(super) height: u32,
}

impl<'a> TaskRecord<'a> {
    /// The record with these steps.
    pub(super) fn of(split: Split, of: &'a Trajectory, steps: Vec<StepRecord<'a>>) -> TaskRecord<'a> {
        TaskRecord {
            schema: SCHEMA,
            task_id: &of.task_id,
            split,
            instruction: &of.instruction,
            original_task: &of.original_task,
            plan: &of.plan,
            app: &of.app,
            template: &of.template,
            document: &of.document,
            verdict: of.verdict,
            reward: of.verdict.reward(),
            reason: &of.reason,
            sub_scores: &of.sub_scores,
            model: &of.model,
            deskpilot_version: &of.version,
            log: &of.log,
            seconds: of.times,
            cost: &of.cost,
            steps,
        }
    }
}

impl<'a> StepRecord<'a> {
    /// The record of a step, without its picture and its tree.
    pub(super) fn of(trajectory: &Trajectory, step: &'a TrajectoryStep) -> StepRecord<'a> {
        let outcome = step.action.outcome();
        StepRecord {
            step: step.index,
            session_step: step.session_step,
            plan_step: step.plan_step,
            subtask: &step.subtask,
            observation: &step.observation,
            thought: &step.thought,
            action: ActionRecord {
                function: step.action.function().to_owned(),
                args: step.action.args(),
                target: target(step),
            },
            code: code::of(trajectory, step),
            effect: outcome.map(|(it, _)| EffectRecord {
                kind: it.effect.word(),
                detail: it.effect.detail(),
                output: it.output.clone(),
            }),
            success: outcome.map(|(_, success)| success == StepSuccess::Succeeded),
            screenshot: None,
            a11y: None,
            began: time_text(step.began),
            seconds: step.ended.since(step.began) as f64 / 1000.0,
            model_calls: step.model_calls,
        }
    }
}

fn target(step: &TrajectoryStep) -> Option<TargetRecord> {
    let target = step.action.target()?;
    let in_picture = |origin: Point| (!target.rect.is_empty()).then(|| target.rect.relative_to(origin));
    Some(TargetRecord {
        rect: step.screenshot.as_ref().and_then(|it| in_picture(it.origin)),
        name: target.name,
        role: target.role,
        label: target.label,
    })
}

/// The time as RFC 3339 spells it.
pub(super) fn time_text(at: Timestamp) -> String {
    let millis = i64::try_from(at.0).unwrap_or_default();
    jiff::Timestamp::from_millisecond(millis).unwrap_or_default().to_string()
}
