//! Decisions: those of the agents and of the user, and the state machine of a round.

mod agent;
mod budget;
mod consent;
mod decision;
mod delegation;
mod judgement;
mod missing_product;
mod mode;
mod next_state;
mod product;
mod profile;
mod round;
mod status;
mod subtask;
mod transition;
mod verdict;

pub use agent::{AgentKind, AgentName};
pub use budget::{BudgetLevel, BudgetScope, Limits, ReachedLimit, ResourceUsage};
pub use consent::Consent;
pub use decision::{
    AppDecision, Caution, DecisionSource, HostDecision, HostRemarks, NextStatus, Question, Remarks,
};
pub use delegation::{Delegation, PermissionKind, PermissionRequest};
pub use judgement::{Assessment, CheckResult, EvaluationLevel};
pub use missing_product::{MissingProduct, MissingReason, with_missing};
pub use mode::{Mode, TaskObject, TaskPlan};
pub use product::Product;
pub(crate) use product::bare_name;
pub use profile::AgentProfile;
pub use round::{ActiveAgent, ApprovalRequest, RoundState};
pub use status::Status;
pub use subtask::{Assignment, Subtask, SubtaskOutcome};
pub use transition::{AgentStatus, TRANSITIONS, Transition, Trigger};
pub use verdict::{NOTHING_TO_ADD, Verdict, adds_nothing};
