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

pub use checks::{PATIENCE, Place, check};
pub use error::RecordError;
pub use outcome::{Outcome, TaskError};
pub use plan::{PlanError, PlanFile, PlanFlaw, Purpose, STATUS_FILE, plans};
pub use record::{
    Executed, ExecutedStep, Execution, ExecutionError, Instantiated, InstantiationEvaluation,
    InstantiationResult, Original, PlanStep, Prefilled, Record, TimeCost,
};
pub use schema::{EXECUTION_SCHEMA, INSTANTIATION_SCHEMA};
pub use task::{Check, TaskFile, TaskFileError};
