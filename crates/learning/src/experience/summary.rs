//! Makes records of trajectories, without a model: the same log gives the same records.

use super::{
    ExampleReply, Experience, ExperienceKind, ExperienceSource, FORMAT, MOST_CHARACTERS, general_words,
    hidden_texts::{hidden_texts, is_hidden},
    tips::{advice, has_worked, warnings},
};
use crate::trajectory::{SubtaskStep, SubtaskTrajectory};
use deskpilot_core::{Effect, SubtaskOutcome, one_line};
use serde_json::{Map, Value};
use thiserror::Error;

/// The most steps of a plan in an example.
const MOST_OF_PLAN: usize = 8;

/// Why a subtask taught nothing that works.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotLearned {
    /// It did not finish.
    #[error("it was not finished")]
    NotFinished,
    /// A person took part in it.
    #[error("a person answered or took the desktop meanwhile")]
    Disturbed,
    /// It did not produce what it promised.
    #[error("it promised {0}, which was not there when it ended")]
    Missing(String),
    /// The effect of a step was not observed.
    #[error("the effect of step {0} was not seen")]
    Unseen(u32),
    /// No action changed anything.
    #[error("nothing was changed in it")]
    NothingDone,
}

/// Where a record comes from.
#[derive(Clone, Copy, Debug)]
pub struct RecordOrigin<'a> {
    /// The task.
    pub task: &'a str,
    /// The round in the task, from 0.
    pub round: u32,
    /// The request of the round.
    pub request: &'a str,
}

/// What worked in a subtask.
///
/// # Errors
/// It taught nothing that works, for this reason.
pub fn subtask_experience(
    done: &SubtaskTrajectory,
    origin: RecordOrigin<'_>,
) -> Result<Experience, NotLearned> {
    check(done)?;
    let example = done.steps.iter().find(|it| has_worked(it) && !is_hidden(it)).map(example);
    let tips = advice(&done.steps);
    let record = Experience { tips, example, ..record_of(ExperienceKind::Experience, done, origin) };
    finished(record, done).ok_or(NotLearned::NothingDone)
}

/// What went wrong in a subtask: refused actions, actions without an effect, and why it failed. `None` if
/// nothing went wrong. What failed because a person said no is their decision, and no fault of the application.
pub fn subtask_warning(done: &SubtaskTrajectory, origin: RecordOrigin<'_>) -> Option<Experience> {
    // If a person took part, they may be the reason why an action changed nothing.
    let steps = if done.was_disturbed { &[] } else { done.steps.as_slice() };
    let tips = warnings(steps, done.outcome.as_ref().filter(|_| !done.was_denied));
    finished(Experience { tips, ..record_of(ExperienceKind::Warning, done, origin) }, done)
}

/// Fails unless the effect of every action was observed. Actions that did nothing have no effect to observe.
fn check(done: &SubtaskTrajectory) -> Result<(), NotLearned> {
    let did_nothing =
        |it: &SubtaskStep| it.outcome.as_ref().is_some_and(|it| matches!(it.effect, Effect::NoChange(_)));
    if done.outcome != Some(SubtaskOutcome::Finished) {
        return Err(NotLearned::NotFinished);
    }
    if done.was_disturbed {
        return Err(NotLearned::Disturbed);
    }
    if let Some(product) = done.missing().next() {
        return Err(NotLearned::Missing(product.to_string()));
    }
    let unseen = done.steps.iter().find(|it| !it.is_seen() && !did_nothing(it));
    unseen.map_or(Ok(()), |it| Err(NotLearned::Unseen(it.step)))
}

/// A record of this subtask without tips.
pub(super) fn record_of(
    kind: ExperienceKind,
    done: &SubtaskTrajectory,
    origin: RecordOrigin<'_>,
) -> Experience {
    let RecordOrigin { task, round, request } = origin;
    let mut steps: Vec<u32> = done.steps.iter().map(|it| it.step).collect();
    steps.dedup();
    Experience {
        format: FORMAT,
        kind,
        request: shortened(request),
        sub_task: shortened(&done.subtask.text),
        applications: vec![done.window.application.clone()],
        version: None,
        times_seen: 1,
        learned_as: general_words(&shortened(&done.subtask.text)),
        written: String::new(),
        tips: Vec::new(),
        example: None,
        learned_from: vec![ExperienceSource { task: task.to_owned(), round, steps }],
    }
}

/// The record without hidden texts; `None` if it has no tips left or names no application.
fn finished(record: Experience, done: &SubtaskTrajectory) -> Option<Experience> {
    let record = record.without(&hidden_texts(&done.steps));
    record.problem().is_none().then_some(record)
}

/// The reply of the step.
fn example(step: &SubtaskStep) -> ExampleReply {
    let SubtaskStep { action, remarks, status, .. } = step;
    ExampleReply {
        observation: shortened(&remarks.observation),
        thought: shortened(&remarks.thought),
        control_label: action.label().map(|it| it.to_string()).unwrap_or_default(),
        control_text: shortened(action.control_text()),
        function: action.call.command.clone(),
        status: status.word().to_owned(),
        plan: remarks.plan.iter().take(MOST_OF_PLAN).map(|it| shortened(it)).collect(),
        comment: shortened(&remarks.comment),
        args: shortened_fields(&action.call.args),
    }
}

fn shortened(text: &str) -> String {
    one_line(text.trim(), MOST_CHARACTERS)
}

fn shortened_fields(fields: &Map<String, Value>) -> Map<String, Value> {
    // TOML has no null.
    let kept = fields.iter().filter(|(_, it)| !it.is_null());
    kept.map(|(name, value)| (name.clone(), shortened_value(value))).collect()
}

fn shortened_value(value: &Value) -> Value {
    match value {
        Value::String(text) => Value::String(shortened(text)),
        Value::Array(items) => {
            Value::Array(items.iter().filter(|it| !it.is_null()).map(shortened_value).collect())
        }
        Value::Object(fields) => Value::Object(shortened_fields(fields)),
        other => other.clone(),
    }
}
