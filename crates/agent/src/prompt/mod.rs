//! Prompts: named sections with byte caps, all from the view and the folds of the log.

mod changes;
mod contract;
mod sections;
mod system;

pub(crate) use changes::changes;
pub(crate) use contract::{app_contract, host_contract};
pub(crate) use sections::{
    blackboard, complaint as complaint_section, last_actions, passages, plan, standstill, subtasks,
};
pub(crate) use sections::{list, text};
pub(crate) use system::{app_system, host_system};
