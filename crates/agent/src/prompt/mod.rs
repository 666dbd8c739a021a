//! Prompts: named sections with byte caps, all from the view and the folds of the log.

mod blackboard;
mod changes;
mod contract;
mod offer;
mod sections;
mod system;

pub(crate) use blackboard::blackboard;
pub(crate) use changes::changes;
pub(crate) use contract::{app_contract, evaluation_contract, host_contract};
pub(crate) use offer::Offer;
pub(crate) use sections::{
    complaint as complaint_section, last_actions, loop_guard, passages, plan, secrets, subtasks,
};
pub(crate) use sections::{list, shortened, text};
pub(crate) use system::{app_system, evaluation_system, host_system, host_system_of_others};
