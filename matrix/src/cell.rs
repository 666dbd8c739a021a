//! What came of a trial.

use serde::{Deserialize, Serialize};
use std::fmt;

/// What stands in one cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "result", rename_all = "snake_case")]
pub(crate) enum Cell {
    /// It was done and seen: what the action said of itself, and what was seen of it by another way.
    Yes { effect: String, seen: String },
    /// Nothing was done, and the reason was told.
    Refused { reason: String },
    /// It was not done, or not as it should be.
    No { what: String },
    /// There is nothing of this kind in the application.
    DoesNotApply { why: String },
}

impl Cell {
    /// The word for it in the table.
    pub(crate) const fn word(&self) -> &'static str {
        match self {
            Cell::Yes { .. } => "yes",
            Cell::Refused { .. } => "refused",
            Cell::No { .. } => "no",
            Cell::DoesNotApply { .. } => "–",
        }
    }

    /// Whether what comes after it may go on in the same application.
    pub(crate) const fn is_clean(&self) -> bool {
        matches!(self, Cell::Yes { .. } | Cell::DoesNotApply { .. })
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cell::Yes { effect, seen } => write!(f, "yes: {effect}; {seen}"),
            Cell::Refused { reason } => write!(f, "refused: {reason}"),
            Cell::No { what } => write!(f, "no: {what}"),
            Cell::DoesNotApply { why } => write!(f, "does not apply: {why}"),
        }
    }
}
