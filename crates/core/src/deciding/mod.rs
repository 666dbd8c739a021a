//! Decisions: those of the agents and of the user, and the state machine of a round.

mod agent;
mod consent;
mod decision;
mod delegation;
mod judgement;
mod mode;
mod profile;
mod round;
mod status;
mod subtask;
mod transition;
mod verdict;

pub use agent::{AgentKind, AgentName};
pub use consent::Consent;
pub use decision::{AppDecision, Caution, HostDecision, HostRemarks, Question, Remarks, Then};
pub use delegation::{Delegation, Permit, PermitKind};
pub use judgement::{Checked, Complete, Level};
pub use mode::{Mode, Object, TaskPlan};
pub use profile::Profile;
pub use round::{RoundState, Waiting, Who};
pub use status::Status;
pub use subtask::{Assignment, Subtask, SubtaskOutcome};
pub use transition::{Cue, Standing, TRANSITIONS, Transition};
pub use verdict::Verdict;
