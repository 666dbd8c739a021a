//! What several crates ask of the machine in the same way: files put in the place of others, programs in groups of their own.

mod programs;
mod replacement;

pub use programs::{ProgramGroup, USUAL_PATH, may_be_executed, signal_of};
pub use replacement::Replacement;
