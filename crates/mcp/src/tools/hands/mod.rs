//! The tools with which a client works on a desktop by itself: it opens, looks and acts, call by call.

mod call;
mod content;
mod errors;
mod output;

use super::{
    parsed,
    spec::{ToolCall, ToolFuture, ToolSpec},
};
use crate::hands::{
    ActArgs, CommandsArgs, DesktopArgs, FindArgs, ObserveArgs, OpenArgs, ReadArgs, WaitArgs, WindowsArgs,
};
use call::{HandsCall, carried_out};
use rmcp::model::ToolAnnotations;
use serde::de::DeserializeOwned;

/// The tools.
pub(super) const HANDS: &[ToolSpec] = &[
    ToolSpec {
        name: "open",
        title: "Open something on a desktop",
        description: "Opens an application, documents or a web page on a desktop of yours, made if it is not there, and \
            returns a view of the window. With actions it also does these there, and returns what act returns.",
        input: OpenArgs::schema,
        output: output::opened,
        hints: changes,
        call: |call| begun(call, HandsCall::Open),
    },
    ToolSpec {
        name: "windows",
        title: "List windows",
        description: "Lists the windows of a desktop; observe shows one.",
        input: WindowsArgs::schema,
        output: output::windows,
        hints: reads,
        call: |call| begun(call, HandsCall::Windows),
    },
    ToolSpec {
        name: "observe",
        title: "Look at a window",
        description: "Looks at a window and returns a view: its name, which act wants, and the controls, one a line: label, \
            kind, name, [states], = value.",
        input: ObserveArgs::schema,
        output: output::view,
        hints: reads,
        call: |call| begun(call, HandsCall::Observe),
    },
    ToolSpec {
        name: "act",
        title: "Act in a window",
        description: "Does actions in the window of the present view in order, and stops at the first surprise. Returns what \
            was seen of each and the next view. Put all actions that you are sure of into one call: later ones may name controls that \
            earlier ones bring up. Only confirmed is known to have worked. May ask the user.",
        input: ActArgs::schema,
        output: output::actions,
        hints: changes,
        call: |call| begun(call, HandsCall::Act),
    },
    ToolSpec {
        name: "read",
        title: "Read a document or a window",
        description: "Reads a document on the disk, or all of the document, page or table in a window, beyond what is shown.",
        input: ReadArgs::schema,
        output: output::text,
        hints: reads,
        call: |call| begun(call, HandsCall::Read),
    },
    ToolSpec {
        name: "find",
        title: "Find controls",
        description: "Finds the controls of a window whose name or value has a text, also those that observe leaves out; returns a view.",
        input: FindArgs::schema,
        output: output::view,
        hints: reads,
        call: |call| begun(call, HandsCall::Find),
    },
    ToolSpec {
        name: "commands",
        title: "List commands",
        description: "Lists the commands for act in a window. Native ones, of documents, pages and files, are surer than clicks.",
        input: CommandsArgs::schema,
        output: output::commands,
        hints: reads,
        call: |call| begun(call, HandsCall::Commands),
    },
    ToolSpec {
        name: "wait",
        title: "Wait",
        description: "Waits for a text in a window, a window to come or go, a file, or a time.",
        input: WaitArgs::schema,
        output: output::waited,
        hints: reads,
        call: |call| begun(call, HandsCall::Wait),
    },
    ToolSpec {
        name: "desktop",
        title: "List, open or close desktops",
        description: "Lists, opens and closes your desktops, each with windows of its own; four at most. Close one that you are done with: \
            after 30 minutes without a call it is closed, and what is not saved there is lost.",
        input: DesktopArgs::schema,
        output: output::desktops,
        hints: || changes().open_world(false),
        call: |call| begun(call, HandsCall::Desktop),
    },
];

/// Carries out the call that its arguments mean.
fn begun<T: DeserializeOwned + 'static>(call: ToolCall, meant: fn(T) -> HandsCall) -> ToolFuture {
    Box::pin(async move {
        let wanted = meant(parsed(&call)?);
        carried_out(&call, &wanted).await
    })
}

/// The hints of a tool that may do whatever the policy allows.
fn changes() -> ToolAnnotations {
    ToolAnnotations::new().read_only(false).destructive(true).idempotent(false).open_world(true)
}

/// The hints of a tool that only looks.
fn reads() -> ToolAnnotations {
    ToolAnnotations::new().read_only(true).destructive(false).idempotent(true).open_world(false)
}

#[cfg(test)]
mod tests {
    use super::HANDS;
    use crate::hands::{HandsOptions, native_readers};
    use deskpilot_core::SideEffects;
    use deskpilot_runtime::command_tables;

    #[test]
    fn a_client_is_told_when_a_desktop_that_it_leaves_open_is_closed() {
        let minutes = HandsOptions::IDLE.as_secs() / 60;
        let desktop = HANDS.iter().find(|it| it.name == "desktop").unwrap();
        assert!(desktop.description.contains(&format!("after {minutes} minutes")), "{}", desktop.description);
    }

    #[test]
    fn a_tool_that_only_looks_runs_no_native_command_that_does_more_by_the_table_of_the_policy() {
        let tables = command_tables();
        let mut found = Vec::new();
        for name in native_readers() {
            for spec in tables.iter().flat_map(|it| it.commands).filter(|it| it.name == name) {
                assert_eq!(spec.side_effects, SideEffects::Reads, "{name}");
                found.push(name);
            }
        }
        assert!(found.contains(&"read_document") && found.contains(&"file_info"), "{found:?}");
    }
}
