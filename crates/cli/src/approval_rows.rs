//! The rows of an approval question at a terminal: the action, its place, what it acts on, and the reason.

use crate::console::plain;
use deskpilot_core::ApprovalRequest;
use std::path::Path;

/// The rows of the question, below a heading. `picture` shows the target.
pub(crate) fn approval_rows(agent: &str, waiting: &ApprovalRequest, picture: Option<&Path>) -> String {
    let mut rows = deskpilot_runtime::approval_rows(agent, waiting);
    rows.extend(picture.map(|it| ("picture", it.display().to_string())));
    let lines: String = rows.iter().map(|(name, text)| format!("  {name:<8} {}\n", plain(text))).collect();
    format!("\nneeds approval\n{lines}")
}
