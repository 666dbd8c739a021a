//! The command that changes notes on the blackboard.

use super::ui_command::{ControlNeed, UiCommand};
use deskpilot_core::{
    Aim, CommandSpec, ParamKind, SideEffects, Verb,
    command_table::{optional, required},
};
use std::borrow::Cow::Borrowed;

/// Renames or drops a note.
pub(super) const EDIT_NOTE: UiCommand = UiCommand {
    spec: CommandSpec {
        name: Borrowed("edit_note"),
        doc: Borrowed("Renames a note on the blackboard, or drops one that is wrong or no longer needed."),
        params: Borrowed(&[
            required("name", ParamKind::Text, "its name"),
            optional("to", ParamKind::Text, "its name from now on; null drops it"),
        ]),
        side_effects: SideEffects::Unstated,
    },
    control: ControlNeed::Ignored,
    interpret: |args, _, _| {
        let name = args.text("name").unwrap_or("").trim().to_owned();
        let to = args.text("to").map(str::trim).filter(|it| !it.is_empty()).map(str::to_owned);
        Ok((Aim::Window, Verb::EditNote { name, to }))
    },
};
