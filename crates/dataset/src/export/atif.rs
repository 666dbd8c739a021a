//! The Agent Trajectory Interchange Format, version 1.7: a document for each task.
//!
//! An observation there follows its action, so that a picture belongs to the step before the one that the agent decided on
//! it. The first picture belongs to the instruction.

use super::{
    folder::ExportFolder,
    pictures,
    record::{StepRecord, time_text},
};
use crate::{
    ExportError, Split,
    reading::TrajectorySource,
    trajectory::{Trajectory, TrajectoryStep},
};
use serde_json::{Map, Value, json};

/// The version of the format.
const SCHEMA_VERSION: &str = "ATIF-v1.7";

/// Writes the documents of a split, and the pictures of its tasks.
pub(super) fn write(
    folder: &mut ExportFolder,
    split: Split,
    trajectories: &[&Trajectory],
) -> Result<(), ExportError> {
    for trajectory in trajectories {
        let source = TrajectorySource::open(trajectory)?;
        pictures::write(folder, trajectory, &source)?;
        let text = format!("{:#}\n", document(split, trajectory));
        folder.write(&format!("{split}/{}.json", trajectory.task_id), text.as_bytes())?;
    }
    Ok(())
}

fn document(split: Split, of: &Trajectory) -> Value {
    let steps = &of.steps;
    let first = steps.first();
    let mut written = vec![json!({
        "step_id": 1,
        "timestamp": first.map(|it| time_text(it.began)),
        "source": "user",
        "message": content(&of.instruction, of, first),
    })];
    let following = steps.iter().skip(1).map(Some).chain([None]);
    written.extend(steps.iter().zip(following).map(|(step, next)| agent_step(of, step, next)));
    let steps_in_all = written.len();
    without_nulls(json!({
        "schema_version": SCHEMA_VERSION,
        "session_id": of.log,
        "trajectory_id": of.task_id,
        "agent": { "name": "deskpilot", "version": of.version, "model_name": named(&of.model) },
        "steps": written,
        "final_metrics": {
            "total_prompt_tokens": of.cost.input_tokens,
            "total_completion_tokens": of.cost.output_tokens,
            "total_cached_tokens": of.cost.cached_tokens,
            // Calls whose price is unknown are not free.
            "total_cost_usd": (of.cost.unpriced == 0).then_some(of.cost.dollars),
            "total_steps": steps_in_all,
        },
        "extra": {
            "split": split, "app": of.app, "template": of.template, "document": of.document,
            "original_task": of.original_task, "verdict": of.verdict, "reward": of.verdict.reward(),
            "reason": of.reason, "sub_scores": of.sub_scores, "seconds": of.times,
        },
    }))
}

fn agent_step(of: &Trajectory, step: &TrajectoryStep, next: Option<&TrajectoryStep>) -> Value {
    let record = StepRecord::of(of, step);
    let call = format!("call_{}", step.index + 1);
    let effect = record.effect.as_ref().map(|it| format!("{}: {}", it.kind, it.detail));
    let has_picture = next.is_some_and(|it| it.screenshot.is_some());
    let result = (effect.is_some() || has_picture).then(|| {
        json!({ "results": [{
            "source_call_id": call,
            "content": content(&effect.unwrap_or_default(), of, next),
        }] })
    });
    json!({
        "step_id": step.index + 2,
        "timestamp": record.began,
        "source": "agent",
        "message": step.thought,
        "tool_calls": [{
            "tool_call_id": call,
            "function_name": record.action.function,
            "arguments": record.action.args,
        }],
        "observation": result,
        "llm_call_count": step.model_calls,
        "extra": {
            "observation": named(&step.observation), "subtask": named(&step.subtask), "plan_step": step.plan_step, "target": record.action.target,
            "code": record.code, "effect": record.effect, "success": record.success,
            "seconds": record.seconds,
        },
    })
}

/// A text, with the picture before this step if there is one. Documents are one folder below the pictures.
fn content(text: &str, of: &Trajectory, step: Option<&TrajectoryStep>) -> Value {
    match step.and_then(|it| pictures::name(of, it)) {
        None => json!(text),
        Some(path) => json!([
            { "type": "text", "text": text },
            { "type": "image", "source": { "media_type": "image/png", "path": format!("../{path}") } },
        ]),
    }
}

fn named(text: &str) -> Option<&str> {
    (!text.is_empty()).then_some(text)
}

/// The value without keys that have none: the format leaves them out.
fn without_nulls(value: Value) -> Value {
    match value {
        Value::Object(keys) => {
            let kept = keys.into_iter().filter(|(_, it)| !it.is_null());
            Value::Object(kept.map(|(key, it)| (key, without_nulls(it))).collect::<Map<_, _>>())
        }
        Value::Array(items) => Value::Array(items.into_iter().map(without_nulls).collect()),
        other => other,
    }
}
