//! Replies: the models' JSON in the seeds' spellings becomes a typed decision, or a complaint. Nothing else reads it.

mod app;
mod args;
mod command_set;
mod commands;
mod host;
mod offered;
mod operator;
mod plan;
mod remarks;
mod status;
mod supposed;
mod wire;

pub(crate) use app::{is_taken, read_app};
pub(crate) use command_set::CommandSet;
pub use commands::{UI_COMMANDS, UiCommand};
pub(crate) use host::read_host;
pub(crate) use offered::{DESCRIBE_COMMAND, RECALL};
pub use operator::OPERATOR_COMMANDS;
pub use supposed::supposed;
pub(crate) use wire::{Fields, complain};

#[cfg(test)]
mod tests;
