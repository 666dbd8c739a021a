//! Commands that need no receiver and are offered only when they are useful.

use super::{
    ui_command::{ControlNeed, UiCommand},
    wire::complain,
};
use deskpilot_core::{
    Aim, CommandSpec, Delegation, ParamKind, SideEffects, Subtask, Verb, command_table::required,
};
use std::borrow::Cow::Borrowed;

/// Describes commands in full; offered when the prompt does not describe all of them.
pub(crate) const DESCRIBE_COMMAND: &UiCommand = &UiCommand {
    spec: CommandSpec {
        name: Borrowed("describe_command"),
        doc: Borrowed("Describes functions and their Args, found by name or by what they do."),
        params: Borrowed(&[required(
            "function",
            ParamKind::Text,
            "names, or words for what is to be done, apart by commas",
        )]),
        side_effects: SideEffects::Unstated,
    },
    control: ControlNeed::Ignored,
    interpret: |args, _, _| match args.text("function").unwrap_or("").trim() {
        "" => Err(complain("describe_command needs the name of a function, or what it should do")),
        name => Ok((Aim::Window, Verb::Describe(name.to_owned()))),
    },
};

/// Searches the knowledge sources; offered when there are any.
pub(crate) const RECALL: &UiCommand = &UiCommand {
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
};

/// Gives a part of the subtask to an agent inside the window's application; offered where there is one.
pub(crate) const ASK_AGENT: &UiCommand = &UiCommand {
    spec: CommandSpec {
        name: Borrowed("ask_agent"),
        doc: Borrowed("Has an agent of this application do something; look afterwards what it did."),
        params: Borrowed(&[
            required("agent", ParamKind::Text, "its name"),
            required("request", ParamKind::Text, "what it is to do, in words"),
        ]),
        side_effects: SideEffects::Unstated,
    },
    control: ControlNeed::Ignored,
    interpret: |args, _, view| {
        let (agent, request) =
            (args.text("agent").unwrap_or("").trim(), args.text("request").unwrap_or("").trim());
        if agent.is_empty() || request.is_empty() {
            return Err(complain("ask_agent needs the name of an agent, and what it is to do"));
        }
        let subtask = Subtask { text: request.to_owned(), ..Subtask::default() };
        let application = Some(view.window.application.clone());
        let given = Delegation { agent: agent.to_owned(), application, subtask };
        Ok((Aim::Window, Verb::AskAgent(Box::new(given))))
    },
};

/// The command of this name that is offered like a native one, and needs no receiver.
pub(crate) fn optional_command(name: &str) -> Option<&'static UiCommand> {
    [RECALL, ASK_AGENT].into_iter().find(|it| it.spec.name == name)
}
