//! The status word, which exists on the wire only.

use super::wire::{Fields, complain};
use deskpilot_core::Complaint;

/// What an agent says of where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// It goes on.
    Continue,
    /// It gives a subtask away.
    Assign,
    /// It waits for the user's answer.
    Pending,
    /// It wants the user's yes.
    Confirm,
    /// It is done.
    Finish,
    /// It cannot be done.
    Fail,
}

/// Every spelling, the seeds' translation included. `SCREENSHOT` goes on with other labels; `ERROR` is a failure.
const SPELLINGS: &[(&str, Status)] = &[
    ("CONTINUE", Status::Continue),
    ("FORTSETZEN", Status::Continue),
    ("SCREENSHOT", Status::Continue),
    ("ASSIGN", Status::Assign),
    ("PENDING", Status::Pending),
    ("AUSSTEHEND", Status::Pending),
    ("CONFIRM", Status::Confirm),
    ("FINISH", Status::Finish),
    ("BEENDEN", Status::Finish),
    ("FAIL", Status::Fail),
    ("FEHLGESCHLAGEN", Status::Fail),
    ("ERROR", Status::Fail),
];

impl Status {
    /// The status of a reply; a complaint when it has none or an unknown one.
    pub(crate) fn of(fields: &Fields, offered: &str) -> Result<Status, Complaint> {
        let word = fields.text("Status")?;
        let known = SPELLINGS.iter().find(|(known, _)| known.eq_ignore_ascii_case(&word));
        match known {
            Some((_, status)) => Ok(*status),
            None if word.is_empty() => Err(complain(format!("Status is missing: write one of {offered}"))),
            None => Err(complain(format!("there is no Status {word:?}: write one of {offered}"))),
        }
    }
}
