//! Task records, with the field names of their schemas.

use crate::{
    RecordError, StageOutcome,
    schema::{self, EXECUTION_SCHEMA, INSTANTIATION_SCHEMA},
    task_id,
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// A task from its original text to the evaluation of its execution; `S` is the type of a plan step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record<S> {
    /// The task's unique name.
    #[serde(deserialize_with = "task_id::read")]
    pub unique_id: String,
    /// The application it is for.
    pub app: String,
    /// The original task.
    pub original: OriginalTask,
    /// The evaluation of its execution; empty while it is only instantiated.
    pub execution_result: StageOutcome<ExecutionEvaluation, ExecutionError>,
    /// The stages of its instantiation.
    pub instantiation_result: InstantiationResult<S>,
    /// The duration of the stages.
    pub time_cost: TimeCost,
}

/// A task that was instantiated.
pub type InstantiatedTask = Record<PlanStep>;

/// A task that was executed and evaluated.
pub type ExecutedTask = Record<ExecutedStep>;

/// The original task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OriginalTask {
    /// The task.
    pub original_task: String,
    /// Its steps.
    pub original_steps: Vec<String>,
}

/// The outcomes of the three instantiation stages.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InstantiationResult<S> {
    /// The document that the task works on.
    pub choose_template: StageOutcome<String>,
    /// The concrete task on that document.
    pub prefill: StageOutcome<PrefilledTask<S>>,
    /// Whether it is feasible.
    pub instantiation_evaluation: StageOutcome<InstantiationEvaluation>,
}

/// A concrete task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PrefilledTask<S> {
    /// The task.
    pub instantiated_request: String,
    /// Its plan; `None` if none was made.
    pub instantiated_plan: Option<Vec<S>>,
}

/// A step of a plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct PlanStep {
    /// Its number, from 1.
    pub step: i64,
    /// Its purpose.
    pub subtask: String,
    /// The label of its control.
    pub control_label: Option<String>,
    /// The name of its control; empty for the window.
    #[serde(default)]
    pub control_text: String,
    /// The command.
    pub function: String,
    /// The command's arguments by name.
    pub args: Map<String, Value>,
}

/// A plan step that was tried. Its label is that of the chosen control.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct ExecutedStep {
    /// The step.
    #[serde(flatten)]
    pub plan: PlanStep,
    /// Whether it succeeded; `None` if it was not tried.
    pub success: Option<bool>,
    /// The name of the control that it was matched to.
    pub matched_control_text: Option<String>,
}

/// The feasibility of a concrete task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InstantiationEvaluation {
    /// Whether it is feasible.
    pub judge: bool,
    /// The reason.
    pub thought: String,
    /// The kind of request; the string `None` if nothing is wrong with it.
    pub request_type: String,
}

/// The evaluation of an execution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExecutionEvaluation {
    /// The reason.
    pub reason: String,
    /// The partial scores by name.
    pub sub_scores: BTreeMap<String, String>,
    /// `yes`, `no` or `unsure`.
    pub complete: String,
}

/// Why an execution failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExecutionError {
    /// The kind of error.
    #[serde(rename = "type")]
    pub kind: String,
    /// The message.
    pub message: String,
    /// The steps that led to it, one per line.
    pub traceback: String,
}

/// Seconds by stage; `None` for a stage that did not run. All six fields are always written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TimeCost {
    /// Choosing the document.
    pub choose_template: Option<f64>,
    /// Making the task concrete.
    pub prefill: Option<f64>,
    /// Evaluating the feasibility.
    pub instantiation_evaluation: Option<f64>,
    /// Carrying it out.
    pub execute: Option<f64>,
    /// Evaluating the execution.
    pub execute_eval: Option<f64>,
    /// From start to end, including the time between stages.
    pub total: Option<f64>,
}

impl<S> Record<S> {
    /// Whether all stages of the instantiation succeeded, there is a plan, and the judgement is yes.
    pub fn is_instantiated(&self) -> bool {
        let stages = &self.instantiation_result;
        let has_plan = |it: &PrefilledTask<S>| it.instantiated_plan.as_ref().is_some_and(|it| !it.is_empty());
        matches!(&stages.choose_template.0, Some(Ok(_)))
            && matches!(&stages.prefill.0, Some(Ok(prefilled)) if has_plan(prefilled))
            && matches!(&stages.instantiation_evaluation.0, Some(Ok(it)) if it.judge)
    }
}

impl InstantiatedTask {
    /// Parses a record; fails if it does not match [`INSTANTIATION_SCHEMA`].
    pub fn read(text: &str) -> Result<InstantiatedTask, RecordError> {
        read(INSTANTIATION_SCHEMA, text)
    }
}

impl ExecutedTask {
    /// Parses a record; fails if it does not match [`EXECUTION_SCHEMA`].
    pub fn read(text: &str) -> Result<ExecutedTask, RecordError> {
        read(EXECUTION_SCHEMA, text)
    }
}

fn read<R: DeserializeOwned>(schema: &str, text: &str) -> Result<R, RecordError> {
    let parse = |text| serde_json::from_str(text).map_err(|error| RecordError::NotJson(error.to_string()));
    let value: Value = parse(text)?;
    schema::check(&parse(schema)?, &value)?;
    // Deserializing enforces rules that a schema cannot express, such as a result together with an error.
    serde_json::from_value(value)
        .map_err(|error| RecordError::DoesNotFit { path: "the record".into(), message: error.to_string() })
}
