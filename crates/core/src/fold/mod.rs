//! Projections: all state that is shown, billed, remembered or resumed, folded from the log.

mod blackboard;
mod changes;
mod consumption;
mod cost;
mod decisions;
mod evaluation_record;
mod grants;
mod ledger;
mod loop_guard;
mod memory;
mod opened_windows;
mod question;
mod recalled_passages;
mod round;
mod session_files;
mod step_record;
mod steps;
mod timings;
mod touched_files;
mod transcript;
mod unsaved_work;
mod work_counts;

pub use crate::deciding::{BudgetLevel, BudgetScope, Limits, ReachedLimit, ResourceUsage};
pub use blackboard::{Blackboard, BlackboardOperation, ResultKind, Screenshot};
pub use changes::Changes;
pub use consumption::Consumption;
pub use cost::Cost;
pub use decisions::Decisions;
pub use evaluation_record::{EvaluationRecord, PerformedOperation};
pub use grants::Grants;
pub use ledger::Ledger;
pub use loop_guard::{LoopAdvice, LoopGuard};
pub use memory::{AgentMemory, Memory, MemoryItem};
pub use opened_windows::OpenedWindows;
pub use question::{OpenQuestion, QuestionId, QuestionKind, Questions};
pub use recalled_passages::RecalledPassages;
pub use round::{DependencyError, Round, SubtaskNode, SubtaskState, plan_error};
pub use session_files::SessionFiles;
pub use step_record::{
    ApprovalState, CarriedDecision, DecisionEntry, DecisionSource, OperationRun, StepDecision, StepError,
    StepObservation, StepOperation, StepRecord, StepRecords, StepReply,
};
pub use steps::{CommandQuestion, OpenOperation, Steps};
pub use timings::Timings;
pub use touched_files::TouchedFiles;
pub use transcript::transcript_line;
pub use unsaved_work::{NEW_DOCUMENT, SAVE, UnsavedWork, file_in_title};
pub use work_counts::WorkCounts;
