//! The subtasks of a round as the plan that an editor shows.

use agent_client_protocol::v1::schema::{PlanEntry, PlanEntryPriority, PlanEntryStatus};
use deskpilot_core::{
    Subtask,
    fold::{Round, SubtaskNode, SubtaskState},
};
use deskpilot_runtime::plain;

/// The subtasks of a round, those that are only planned last.
pub(super) fn plan_entries(round: &Round) -> Vec<PlanEntry> {
    let assigned = round.subtasks.iter().map(of_node);
    let planned = round.planned.iter().map(|it| {
        let title = titled(&it.application, it);
        PlanEntry::new(title, PlanEntryPriority::Medium, PlanEntryStatus::Pending)
    });
    assigned.chain(planned).collect()
}

/// A subtask that failed is over, too: the protocol has no word for it, so the text says why.
fn of_node(node: &SubtaskNode) -> PlanEntry {
    let status = match node.state {
        SubtaskState::Running => PlanEntryStatus::InProgress,
        SubtaskState::Ended(..) => PlanEntryStatus::Completed,
    };
    let title = titled(&node.application, &node.subtask);
    let title = match node.failure() {
        Some(why) => format!("{title} (not done: {})", plain(&why)),
        None => title,
    };
    PlanEntry::new(title, PlanEntryPriority::Medium, status)
}

fn titled(application: &str, subtask: &Subtask) -> String {
    match application {
        "" => plain(&subtask.text),
        application => plain(&format!("{application}: {}", subtask.text)),
    }
}
