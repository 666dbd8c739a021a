//! Where a log comes from: whether it is what this user's Deskpilot wrote.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Where the log of a resumed session comes from. The log cannot say it of itself; a record outside of it does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LogOrigin {
    /// This user's Deskpilot wrote all of it.
    #[default]
    Own,
    /// This user's Deskpilot has no record of writing it.
    Unknown,
    /// This user's Deskpilot wrote a log in this place that ended differently.
    Changed,
}

impl LogOrigin {
    /// Whether this user's Deskpilot wrote all of it. Only then its approvals and open questions hold.
    pub const fn is_own(&self) -> bool {
        matches!(self, LogOrigin::Own)
    }
}

impl fmt::Display for LogOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            LogOrigin::Own => "your Deskpilot wrote this log",
            LogOrigin::Unknown => {
                "your Deskpilot has no record of writing this log: it was imported, copied or moved here, or an \
                 older version wrote it"
            }
            LogOrigin::Changed => {
                "this log is not as your Deskpilot left it: it was changed or replaced, or the record of it was lost when the \
                 power failed"
            }
        })
    }
}
