//! Parses the status word of a reply.

use super::wire::{Fields, complain};
use deskpilot_core::{Complaint, Status};

/// Every spelling, also the seeds' translation and common variants. `SCREENSHOT` continues with other labels. An `ERROR` that
/// a model reports is a failure of its agent.
const SPELLINGS: &[(&str, Status)] = &[
    ("CONTINUE", Status::Continue),
    ("FORTSETZEN", Status::Continue),
    ("SCREENSHOT", Status::Continue),
    ("ASSIGN", Status::Assign),
    ("PENDING", Status::Pending),
    ("AUSSTEHEND", Status::Pending),
    ("CONFIRM", Status::Confirm),
    ("FINISH", Status::Finish),
    ("FINISHED", Status::Finish),
    ("DONE", Status::Finish),
    ("BEENDEN", Status::Finish),
    ("FAIL", Status::Fail),
    ("FAILED", Status::Fail),
    ("FEHLGESCHLAGEN", Status::Fail),
    ("ERROR", Status::Fail),
];

/// The status of a reply; a complaint when it is missing or unknown.
pub(super) fn status(fields: &Fields, offered: &str) -> Result<Status, Complaint> {
    let word = fields.text("Status")?;
    let known = SPELLINGS.iter().find(|(known, _)| known.eq_ignore_ascii_case(&word));
    match known {
        Some((_, status)) => Ok(*status),
        None if word.is_empty() => Err(complain(format!("Status is missing: write one of {offered}"))),
        None => Err(complain(format!("there is no Status {word:?}: write one of {offered}"))),
    }
}
