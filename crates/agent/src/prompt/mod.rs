//! Prompts: named sections with byte caps, built from the view and the folds of the log.

mod blackboard;
mod changes;
mod command_offer;
mod contract;
mod hints;
mod last_actions;
mod notes;
mod sections;
mod sized;
mod small;
mod subtasks;
mod system;

pub(crate) use blackboard::{BlackboardReader, blackboard};
pub use changes::changes;
pub(crate) use command_offer::{CommandOffer, OfferContext, describe};
pub(crate) use contract::{
    action as action_properties, app_contract, contract, evaluation_contract, host_contract, object,
};
pub(crate) use hints::{app_hints, host_hints};
pub(crate) use last_actions::last_actions;
pub use sections::LONGEST_REQUEST;
pub(crate) use sections::{complaint as complaint_section, loop_guard, passages, plan, secrets};
pub(crate) use sections::{is_empty, list, shortened, text};
pub(crate) use sized::{app_system, host_system};
pub(crate) use subtasks::subtasks;
pub(crate) use system::{DATA, evaluation_system, host_system_of_others, offered_lines};
