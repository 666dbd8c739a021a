//! The rows of an approval question: the action, its place, what it acts on, and the reason.

use crate::console::plain;
use deskpilot_core::{ApprovalRequest, Operation};
use std::path::Path;

/// The rows of the question, below a heading. `picture` shows the target.
pub(crate) fn approval_rows(agent: &str, waiting: &ApprovalRequest, picture: Option<&Path>) -> String {
    let mut text = "\nneeds approval\n".to_owned();
    let mut row = |name: &str, what: &str| text.push_str(&format!("  {name:<8} {}\n", plain(what)));
    row("what", &waiting.operation.description());
    if let Operation::Act(action) = &waiting.operation {
        row("where", &format!("{}, in the window {:?}", action.window.application, action.window.title));
    }
    if let Some(context) = waiting.grounds.as_ref().and_then(|it| it.beside.as_ref()) {
        if !context.selected.is_empty() {
            let more = if context.more > 0 { format!(" and {} more", context.more) } else { String::new() };
            let names: Vec<String> = context.selected.iter().map(|it| format!("{it:?}")).collect();
            row("selected", &format!("{}{more}", names.join(", ")));
        }
        context.says.iter().for_each(|it| row("says", it));
    }
    row("why", &waiting.reason);
    match &waiting.operation {
        Operation::Permit(permit) => row("who", &permit.agent),
        _ => row("who", agent),
    }
    if let Some(picture) = picture {
        row("picture", &picture.display().to_string());
    }
    text
}
