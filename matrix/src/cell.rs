//! The result of a trial.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The result of a trial: one cell of the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "result", rename_all = "snake_case")]
pub(crate) enum Cell {
    /// The action worked: the effect that it reported, and what another way of reading saw of it.
    Yes { effect: String, seen: String },
    /// Deskpilot sent nothing, and said why.
    Refused { reason: String },
    /// The action did not work, or not as it should.
    No { what: String },
    /// The application has nothing of this kind.
    DoesNotApply { why: String },
}

impl Cell {
    /// Its word in the table.
    pub(crate) const fn word(&self) -> &'static str {
        match self {
            Cell::Yes { .. } => "yes",
            Cell::Refused { .. } => "refused",
            Cell::No { .. } => "no",
            Cell::DoesNotApply { .. } => "–",
        }
    }

    /// Whether the next trial may continue in the same application.
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
