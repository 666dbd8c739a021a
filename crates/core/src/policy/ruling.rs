//! The ruling on one operation.

use serde::{Deserialize, Serialize};

/// The ruling on one operation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ruling {
    /// It may be done.
    Allow,
    /// It may be done after the user approves, for this reason.
    Confirm(String),
    /// It is not done, for this reason.
    Refuse(String),
}
