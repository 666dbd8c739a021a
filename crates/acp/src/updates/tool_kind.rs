//! The kind of tool call that an operation is; editors choose a symbol by it.

use agent_client_protocol::v1::schema::ToolKind;
use deskpilot_core::{Gesture, Operation, PermissionKind, Verb};

/// The kind of an operation.
pub(crate) fn tool_kind(operation: &Operation) -> ToolKind {
    match operation {
        Operation::Act(action) => of_verb(&action.verb),
        Operation::Launch(_) | Operation::Run(_) => ToolKind::Execute,
        Operation::Delegate(_) => ToolKind::Other,
        Operation::Permit(permit) => of_permission(permit.kind),
    }
}

fn of_verb(verb: &Verb) -> ToolKind {
    match verb {
        Verb::Gesture(gesture) => of_gesture(gesture),
        Verb::Read { .. }
        | Verb::ReadClipboard { .. }
        | Verb::ShowNote { .. }
        | Verb::ShowMore(_)
        | Verb::Annotate(_)
        | Verb::Describe(_) => ToolKind::Read,
        Verb::Find(_) | Verb::Recall(_) => ToolKind::Search,
        Verb::Summary(_) | Verb::Note { .. } | Verb::EditNote { .. } => ToolKind::Think,
        Verb::Open(_) | Verb::Native => ToolKind::Execute,
        Verb::AskAgent(_) | Verb::Switch(_) | Verb::SwitchTo(_) | Verb::Wait(_) => ToolKind::Other,
    }
}

fn of_gesture(gesture: &Gesture) -> ToolKind {
    match gesture {
        Gesture::Text { .. }
        | Gesture::Keys(_)
        | Gesture::Select(_)
        | Gesture::Check(_)
        | Gesture::SetNumber(_)
        | Gesture::WriteClipboard(_) => ToolKind::Edit,
        Gesture::ReadClipboard => ToolKind::Read,
        _ => ToolKind::Other,
    }
}

const fn of_permission(kind: PermissionKind) -> ToolKind {
    match kind {
        PermissionKind::Reads => ToolKind::Read,
        PermissionKind::Edits => ToolKind::Edit,
        PermissionKind::Deletes => ToolKind::Delete,
        PermissionKind::Moves => ToolKind::Move,
        PermissionKind::Searches => ToolKind::Search,
        PermissionKind::Runs => ToolKind::Execute,
        PermissionKind::Thinks => ToolKind::Think,
        PermissionKind::Fetches => ToolKind::Fetch,
        PermissionKind::Other => ToolKind::Other,
    }
}
