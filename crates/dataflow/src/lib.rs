//! The dataflow: raw tasks become concrete ones with a document and a plan, are executed on real applications, judged, and
//! recorded.
//!
//! Records match their schemas to the letter; errors name the position.

mod application;
mod error;
mod execution;
mod failures;
mod instantiation;
mod outcome;
mod pipeline;
mod raw_task;
mod record;
mod results;
mod results_counts;
mod results_error;
mod results_folders;
mod run;
mod schema;
mod session;
mod similarity;
mod stage_error;
mod task_id;
mod templates;

pub use application::OfficeApplication;
pub use error::{ArtefactsError, RecordError};
pub use execution::Execution;
pub use failures::{FailureGroup, failures};
pub use instantiation::{Instantiation, RehearsalError};
pub use outcome::{StageOutcome, TaskError};
pub use pipeline::{Pipeline, PipelineOptions};
pub use raw_task::{DOCUMENT_PLACEHOLDER, RawTask, RawTaskError, raw_tasks};
pub use record::{
    ExecutedStep, ExecutedTask, ExecutionError, ExecutionEvaluation, InstantiatedTask,
    InstantiationEvaluation, InstantiationResult, OriginalTask, PlanStep, PrefilledTask, Record, TimeCost,
};
pub use results::{FinalRecord, RecordKind, ResultFolder, Results, RunKind};
pub use results_counts::{RecordCounts, record_counts};
pub use results_error::ResultsError;
pub use results_folders::{LOGS, QUEUE};
pub use run::{
    ApplicationShare, Artefacts, JobRow, LOCAL_LEASE, Published, Run, RunError, RunOverview, RunTask,
    RunTotals, TransferError, WorkerHealth, WorkerShare, serve, worker_name,
};
pub use schema::{EXECUTION_SCHEMA, INSTANTIATION_SCHEMA};
pub use similarity::{are_similar, words_of};
pub use stage_error::StageError;
pub use templates::{ChoiceError, Template, TemplateChoice, TemplateError, Templates};
