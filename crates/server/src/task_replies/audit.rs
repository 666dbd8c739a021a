//! Whether a log is as it was written, and what its prompts took.

use crate::logged_task::LoggedTask;
use deskpilot_core::Projection;
use deskpilot_log::{Audit, AuditRows, Blobs, LogError, audit, read};
use deskpilot_runtime::{
    Config, known_heads,
    tokens::{TokenReport, token_report},
};
use serde_json::{Value, json};

/// The audit of the task, with where its log comes from by the heads that these settings keep.
pub(crate) fn audit_reply(config: &Config, task: &LoggedTask) -> Result<Value, LogError> {
    let audit = audit(&task.root, &task.name, None)?;
    let origin = known_heads(config).map(|heads| audit.origin(&task.root, &task.name, &heads));
    let origin = origin.transpose()?.flatten();
    let (rows, is_sound) = (AuditRows::of(&audit.entries).rows, audit.is_sound());
    let Audit { damage, chain, blobs, .. } = &audit;
    Ok(json!({
        "sound": is_sound, "entries": rows, "chain": chain, "origin": origin, "damage": damage, "blobs": blobs,
    }))
}

/// The tokens of its prompts.
pub(crate) fn tokens_reply(task: &LoggedTask) -> Result<TokenReport, LogError> {
    let entries = read(&task.root, &task.name)?;
    Ok(token_report(&entries, &Blobs::of(&task.folder())))
}
