//! Commands that need no receiver and are offered only when they are useful.

use super::{
    ui_command::{ControlNeed, UiCommand},
    wire::complain,
};
use deskpilot_core::{Aim, CommandSpec, ParamKind, SideEffects, Verb, command_table::required};
use std::borrow::Cow::Borrowed;

/// Describes a native command in full; offered when the prompt does not describe all of them.
pub(crate) const DESCRIBE_COMMAND: &UiCommand = &UiCommand {
    spec: CommandSpec {
        name: Borrowed("describe_command"),
        doc: Borrowed("Describes a further function, or lists those with a word in their names."),
        params: Borrowed(&[required("function", ParamKind::Text, "its name, or a part of it")]),
        side_effects: SideEffects::Unstated,
    },
    control: ControlNeed::Ignored,
    interpret: |args, _, _| match args.text("function").unwrap_or("").trim() {
        "" => Err(complain("describe_command needs the name of a function, or a part of it")),
        name => Ok((Aim::Window, Verb::Describe(name.to_owned()))),
    },
};

/// Searches the knowledge sources; offered when there are any.
pub(crate) const RECALL: &[UiCommand] = &[UiCommand {
    spec: CommandSpec {
        name: Borrowed("recall"),
        doc: Borrowed("Searches help and other knowledge again; results are in retrieved_information."),
        params: Borrowed(&[required("text", ParamKind::Text, "what you need to know")]),
        side_effects: SideEffects::Unstated,
    },
    control: ControlNeed::Ignored,
    interpret: |args, _, _| match args.text("text").unwrap_or("").trim() {
        "" => Err(complain("recall needs a text that is not empty")),
        text => Ok((Aim::Window, Verb::Recall(text.to_owned()))),
    },
}];
