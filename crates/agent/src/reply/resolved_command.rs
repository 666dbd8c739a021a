//! Which command a name means: a native one of the window, or one of those that need no receiver.

use super::{
    commands::UI_COMMANDS,
    compound_commands::{COMPOUND_COMMANDS, CompoundCommand},
    note_commands::SHOW_NOTE,
    operator_commands::OPERATOR_COMMANDS,
    optional_commands::{ASK_AGENT, DESCRIBE_COMMAND, RECALL, optional_command},
    ui_command::UiCommand,
    wire::complain,
};
use crate::prompt::CommandOffer;
use deskpilot_core::{CommandSpec, Complaint};
use std::sync::Arc;

/// An existing command.
pub(super) enum ResolvedCommand<'n> {
    Native(&'n CommandSpec),
    Ui(&'static UiCommand),
}

impl ResolvedCommand<'_> {
    fn name(&self) -> &str {
        match self {
            ResolvedCommand::Native(spec) => &spec.name,
            ResolvedCommand::Ui(command) => &command.spec.name,
        }
    }
}

/// The command of this name, if the offer has it.
pub(super) fn resolve_offered<'n>(
    name: &str,
    offer: &CommandOffer<'n>,
) -> Result<ResolvedCommand<'n>, Complaint> {
    let known = find_command(name, offer.native()).filter(|it| offer.accepts(it.name()));
    known.ok_or_else(|| no_function(name, offer.callable()))
}

fn find_command<'n>(name: &str, native: &'n [Arc<CommandSpec>]) -> Option<ResolvedCommand<'n>> {
    let offered = native.iter().find(|spec| spec.name.eq_ignore_ascii_case(name));
    if let Some(command) = offered.and_then(|it| optional_command(&it.name)) {
        return Some(ResolvedCommand::Ui(command));
    }
    let own = || own_commands().find(|command| command.spec.name.eq_ignore_ascii_case(name));
    offered.map(|it| ResolvedCommand::Native(it)).or_else(|| own().map(ResolvedCommand::Ui))
}

fn no_function<'a>(name: &str, callable: impl Iterator<Item = &'a CommandSpec>) -> Complaint {
    let names: Vec<&str> = callable.map(|it| it.name.as_ref()).collect();
    complain(format!("there is no function {name:?}: the functions are {}", names.join(", ")))
}

/// The commands that need no receiver.
fn own_commands() -> impl Iterator<Item = &'static UiCommand> {
    UI_COMMANDS.iter().chain(OPERATOR_COMMANDS).chain([DESCRIBE_COMMAND, SHOW_NOTE])
}

/// Whether a native command may be offered: what an application offers must not replace a command that needs no receiver, which
/// only one of Deskpilot's own tables may do.
pub(crate) fn may_be_offered(native: &CommandSpec) -> bool {
    native.is_built_in() || !is_reserved(&native.name)
}

fn is_reserved(name: &str) -> bool {
    let is_compound = compound_command(name, &[]).is_some();
    is_compound || own_commands().chain([RECALL, ASK_AGENT]).any(|it| it.spec.name.eq_ignore_ascii_case(name))
}

/// The command of this name that stands for several actions, unless a native one does the same.
pub(super) fn compound_command(name: &str, native: &[Arc<CommandSpec>]) -> Option<&'static CompoundCommand> {
    let command = COMPOUND_COMMANDS.iter().find(|it| it.spec.name.eq_ignore_ascii_case(name))?;
    native.iter().all(|it| it.name != command.spec.name).then_some(command)
}
