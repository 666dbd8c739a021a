//! Records what subtasks saved in the files that they promise.

use crate::{AgentError, file_state::FileState, session_parts::SessionParts};
use deskpilot_core::{Event, Product, Subtask};
use std::path::PathBuf;

/// Records the files of the subtask that were written since they were last recorded, with their content.
pub(crate) async fn record_saved(parts: &mut SessionParts, subtask: &Subtask) -> Result<(), AgentError> {
    for file in subtask.produces.iter().filter_map(Product::file) {
        let ledger = parts.ledger();
        let last = ledger.blackboard.saved.get(file).map_or(ledger.round.since, |it| it.written);
        let FileState::Written(written) = parts.files.state(file, last, &parts.world).await? else {
            continue;
        };
        let Some(path) = parts.files.paths().absolute(file).map(PathBuf::from) else { continue };
        if written <= last || !parts.gate.may_tell(&path.to_string_lossy(), &parts.journal) {
            continue;
        }
        let Some(content) = parts.files.content(path, &parts.world).await? else { continue };
        let content = parts.world.without_secrets(&content);
        parts.record(Event::Saved { file: file.to_owned(), written, content })?;
    }
    Ok(())
}
