//! How a line of a log does not fit the one before it.

use serde::Serialize;
use std::fmt;

/// How a line does not fit the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Misfit {
    /// It has another hash than it must have.
    OtherHash,
    /// It has no hash and must have one.
    NoHash,
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Misfit::OtherHash => "it was changed, or lines before it were taken out, put in or moved",
            Misfit::NoHash => "it has no hash: it was changed, or an older program wrote it",
        })
    }
}
