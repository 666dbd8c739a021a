//! Task files (a request and its checks), plan files, and records of the results.
//!
//! Task files and records are parsed strictly; errors name the position.

mod checks;
mod error;
mod outcome;
mod plan;
mod record;
mod schema;
pub mod task;

/// Targets for fuzzing.
#[cfg(any(test, fuzzing))]
pub mod fuzz {
    pub use crate::{
        checks::{office_file, office_part},
        plan::fuzz::plan,
        task::fuzz::task,
    };
}

pub use checks::{CheckEnvironment, SETTLE_TIME, brief, check};
pub use error::RecordError;
pub use outcome::{StageOutcome, TaskError};
pub use plan::{PlanError, PlanFile, PlanFlaw, PlanPurpose, STATUS_FILE, plans};
pub use record::{
    ExecutedStep, ExecutedTask, ExecutionError, ExecutionEvaluation, InstantiatedTask,
    InstantiationEvaluation, InstantiationResult, OriginalTask, PlanStep, PrefilledTask, Record, TimeCost,
};
pub use schema::{EXECUTION_SCHEMA, INSTANTIATION_SCHEMA};
pub use task::{Check, TaskFile, TaskFileError};
