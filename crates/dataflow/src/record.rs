//! The record of a task, in the spelling of its schemas.

use crate::{
    Outcome, RecordError,
    schema::{self, EXECUTION_SCHEMA, INSTANTIATION_SCHEMA},
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// A task from the text it was given in to the judgement of its execution; `S` is a step of its plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record<S> {
    /// The task's name, unique among all.
    pub unique_id: String,
    /// The application it is for.
    pub app: String,
    /// The task as it was given.
    pub original: Original,
    /// How its execution was judged; nothing as long as it is only instantiated.
    pub execution_result: Outcome<Execution, ExecutionError>,
    /// How it was made concrete.
    pub instantiation_result: InstantiationResult<S>,
    /// How long that took.
    pub time_cost: TimeCost,
}

/// A task that was instantiated.
pub type Instantiated = Record<PlanStep>;

/// A task that was executed and judged too.
pub type Executed = Record<ExecutedStep>;

/// A task as it was given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Original {
    /// What is to be done.
    pub original_task: String,
    /// How, step by step.
    pub original_steps: Vec<String>,
}

/// What came of the three stages that make a task concrete.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InstantiationResult<S> {
    /// The document the task is carried out on.
    pub choose_template: Outcome<String>,
    /// The task, made concrete on that document.
    pub prefill: Outcome<Prefilled<S>>,
    /// Whether it can be carried out.
    pub instantiation_evaluation: Outcome<InstantiationEvaluation>,
}

/// A concrete task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Prefilled<S> {
    /// What is to be done.
    pub instantiated_request: String,
    /// How; `None` when no plan was made.
    pub instantiated_plan: Option<Vec<S>>,
}

/// A step of a plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct PlanStep {
    /// Its place, from 1.
    pub step: i64,
    /// What it is for.
    pub subtask: String,
    /// The label of the control it is done on.
    pub control_label: Option<String>,
    /// The name of that control; empty for the window.
    #[serde(default)]
    pub control_text: String,
    /// The command.
    pub function: String,
    /// The command's arguments by name.
    pub args: Map<String, Value>,
}

/// A step of a plan that was tried. Its label is that of the control that was chosen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct ExecutedStep {
    /// The step.
    #[serde(flatten)]
    pub plan: PlanStep,
    /// Whether it was carried out; `None` when it was not tried.
    pub success: Option<bool>,
    /// The name of the control that was found for it.
    pub matched_control_text: Option<String>,
}

/// Whether a concrete task can be carried out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InstantiationEvaluation {
    /// Whether it can.
    pub judge: bool,
    /// Why.
    pub thought: String,
    /// What kind of request it is; the word `None` when nothing speaks against it.
    pub request_type: String,
}

/// How an execution was judged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Execution {
    /// Why.
    pub reason: String,
    /// The parts of the judgement by name.
    pub sub_scores: BTreeMap<String, String>,
    /// `yes`, `no` or `unsure`.
    pub complete: String,
}

/// Why an execution came to nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExecutionError {
    /// What kind of error it is.
    #[serde(rename = "type")]
    pub kind: String,
    /// What went wrong.
    pub message: String,
    /// Where: the steps that led there, one a line.
    pub traceback: String,
}

/// Seconds by stage; `None` for a stage that was not carried out. All six are written, whichever were.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TimeCost {
    /// Choosing the document.
    pub choose_template: Option<f64>,
    /// Making the task concrete.
    pub prefill: Option<f64>,
    /// Judging whether it can be carried out.
    pub instantiation_evaluation: Option<f64>,
    /// Carrying it out.
    pub execute: Option<f64>,
    /// Judging how it was carried out.
    pub execute_eval: Option<f64>,
    /// From beginning to end, with what lies between the stages.
    pub total: Option<f64>,
}

impl Instantiated {
    /// The record that the text holds, if it fits [`INSTANTIATION_SCHEMA`].
    pub fn read(text: &str) -> Result<Instantiated, RecordError> {
        read(INSTANTIATION_SCHEMA, text)
    }
}

impl Executed {
    /// The record that the text holds, if it fits [`EXECUTION_SCHEMA`].
    pub fn read(text: &str) -> Result<Executed, RecordError> {
        read(EXECUTION_SCHEMA, text)
    }
}

fn read<R: DeserializeOwned>(schema: &str, text: &str) -> Result<R, RecordError> {
    let parse = |text| serde_json::from_str(text).map_err(|error| RecordError::NotJson(error.to_string()));
    let value: Value = parse(text)?;
    schema::check(&parse(schema)?, &value)?;
    // What is left are rules a schema cannot say, such as a result beside an error.
    serde_json::from_value(value)
        .map_err(|error| RecordError::DoesNotFit { path: "the record".into(), message: error.to_string() })
}
