//! What a person needs to know of an operation that waits for a yes, as names and texts. Every entrance shows these.

use deskpilot_core::{ApprovalRequest, Operation};

/// The operation, its place, what it acts on, why it needs a yes, and whose it is.
pub fn approval_rows(agent: &str, waiting: &ApprovalRequest) -> Vec<(&'static str, String)> {
    let mut rows = vec![("what", waiting.operation.description())];
    if let Operation::Act(action) = &waiting.operation {
        let place = format!("{}, in the window {:?}", action.window.application, action.window.title);
        rows.push(("where", place));
    }
    if let Some(context) = waiting.grounds.as_ref().and_then(|it| it.beside.as_ref()) {
        if !context.selected.is_empty() {
            let more = if context.more > 0 { format!(" and {} more", context.more) } else { String::new() };
            let names: Vec<String> = context.selected.iter().map(|it| format!("{it:?}")).collect();
            rows.push(("selected", format!("{}{more}", names.join(", "))));
        }
        rows.extend(context.says.iter().map(|it| ("says", it.clone())));
    }
    rows.push(("why", waiting.reason.clone()));
    let who = match &waiting.operation {
        Operation::Permit(permit) => permit.agent.clone(),
        _ => agent.to_owned(),
    };
    rows.push(("who", who));
    rows
}
