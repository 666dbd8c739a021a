//! Task files (a request and its checks), their checks, and plan files.
//!
//! They are parsed strictly; errors name the position.

mod checks;
mod plan;
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

pub use checks::{CheckEnvironment, SETTLE_TIME, brief, check, check_document, check_kind};
pub use plan::{PlanError, PlanFile, PlanProblem, PlanPurpose, plans};
pub use task::{Check, TaskFile, TaskFileError};
