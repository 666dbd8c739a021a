//! Tasks as files: what is asked for and how it is checked, and records of what came of it.
//!
//! A [`TaskFile`] and a record are read strictly: what does not fit is named by its place.

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
