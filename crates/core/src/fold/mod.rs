//! Projections: all state that is shown, billed, remembered or resumed, folded from the log.

mod blackboard;
mod changes;
mod cost;
mod decisions;
mod grants;
mod ledger;
mod loop_guard;
mod memory;
mod opened;
mod performance;
mod question;
mod recalled;
mod round;
mod spent;
mod steps;
mod timings;
mod transcript;

pub use blackboard::{Blackboard, Screenshot, Trajectory};
pub use changes::Changes;
pub use cost::Cost;
pub use decisions::Decisions;
pub use grants::Grants;
pub use ledger::Ledger;
pub use loop_guard::{LoopAdvice, LoopGuard};
pub use memory::{AgentMemory, Done, Memory};
pub use opened::Opened;
pub use performance::{Performance, Performed};
pub use question::{OpenQuestion, QuestionId, Questions, Wanted};
pub use recalled::Recalled;
pub use round::{Disorder, Round, SubtaskNode, SubtaskState, plan_disorder};
pub use spent::{Amount, Excess, Limits, Spent};
pub use steps::{Open, Steps};
pub use timings::Timings;
pub use transcript::line;
