//! Parses replies: the models' JSON in the seeds' spellings becomes a typed decision or a complaint. Nothing else reads it.

mod answers;
mod app;
mod args;
mod command_set;
mod commands;
mod compound_commands;
mod document_commands;
mod host;
mod keys;
mod list_position;
mod named_control;
mod note_commands;
mod operation_for_call;
mod operator_commands;
mod optional_commands;
mod plan;
mod remarks;
mod resolved_command;
mod schema_form;
mod status;
mod thoughts;
mod ui_arguments;
mod ui_command;
mod wire;

pub(crate) use app::{GO_ON, read_app, read_item};
pub(crate) use command_set::CommandSet;
pub(crate) use commands::SWITCH_WINDOW;
pub use commands::UI_COMMANDS;
pub(crate) use compound_commands::offered_commands;
pub use compound_commands::{COMPOUND_COMMANDS, CompoundCommand};
pub(crate) use host::read_host;
pub(crate) use list_position::ListPosition;
pub(crate) use note_commands::SHOW_NOTE;
pub use operation_for_call::operation_for_call;
pub use operator_commands::OPERATOR_COMMANDS;
pub(crate) use optional_commands::{ASK_AGENT, DESCRIBE_COMMAND, RECALL, optional_command};
pub(crate) use resolved_command::may_be_offered;
pub use ui_command::UiCommand;
pub(crate) use wire::{Fields, complain};

#[cfg(test)]
mod tests;
