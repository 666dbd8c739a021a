//! Commands that need no receiver, and are offered only where they are of use.

use super::{
    commands::{Needs, UiCommand, required},
    wire::complain,
};
use deskpilot_core::{Aim, CommandSpec, ParamKind, SideEffects, Verb};
use std::borrow::Cow::Borrowed;

/// The command that tells all about a native one; offered where not all of them are told whole.
pub(crate) const DESCRIBE_COMMAND: &UiCommand = &UiCommand {
    spec: CommandSpec {
        name: Borrowed("describe_command"),
        doc: Borrowed("Tells all about a further function, or which ones have a word in their names."),
        params: Borrowed(&[required("function", ParamKind::Text, "its name, or a part of it")]),
        side_effects: SideEffects::Unstated,
    },
    needs: Needs::Nothing,
    mean: |args, _, _| match args.text("function").unwrap_or("").trim() {
        "" => Err(complain("describe_command needs the name of a function, or a part of it")),
        name => Ok((Aim::Window, Verb::Describe(name.to_owned()))),
    },
};

/// Offered where there is any source of knowledge.
pub(crate) const RECALL: &[UiCommand] = &[UiCommand {
    spec: CommandSpec {
        name: Borrowed("recall"),
        doc: Borrowed(
            "Looks in help and other knowledge once more; what is found stands in retrieved_information.",
        ),
        params: Borrowed(&[required("text", ParamKind::Text, "what you need to know")]),
        side_effects: SideEffects::Unstated,
    },
    needs: Needs::Nothing,
    mean: |args, _, _| match args.text("text").unwrap_or("").trim() {
        "" => Err(complain("recall needs a text that is not empty")),
        text => Ok((Aim::Window, Verb::Recall(text.to_owned()))),
    },
}];
