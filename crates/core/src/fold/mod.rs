//! Projections: everything that is shown, paid, remembered or resumed, folded from the log.

mod blackboard;
mod changes;
mod cost;
mod ledger;
mod memory;
mod round;
mod standstill;
mod steps;
mod timings;
mod transcript;

pub use blackboard::{Blackboard, Screenshot, Trajectory};
pub use changes::Changes;
pub use cost::Cost;
pub use ledger::Ledger;
pub use memory::{AgentMemory, Done, Memory};
pub use round::{Round, SubtaskNode, SubtaskState};
pub use standstill::Standstill;
pub use steps::{Open, Steps};
pub use timings::Timings;
pub use transcript::line;
