//! Task records: instantiated, executed, judged.
//!
//! A record is read strictly, by its schema first: what does not fit is named by its place.

mod error;
mod outcome;
mod record;
mod schema;

pub use error::RecordError;
pub use outcome::Outcome;
pub use record::{
    Executed, ExecutedStep, Execution, ExecutionError, Instantiated, InstantiationEvaluation,
    InstantiationResult, Original, PlanStep, Prefilled, Record, TaskError, TimeCost,
};
pub use schema::{EXECUTION_SCHEMA, INSTANTIATION_SCHEMA};
