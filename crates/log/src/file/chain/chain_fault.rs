//! How a log line breaks the hash chain.

use serde::Serialize;
use std::fmt;

/// How a line breaks the hash chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ChainFault {
    /// Its hash is wrong.
    OtherHash,
    /// It lacks a hash that it must have.
    NoHash,
}

impl fmt::Display for ChainFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ChainFault::OtherHash => "it was changed, or lines before it were taken out, put in or moved",
            ChainFault::NoHash => "it has no hash: it was changed, or an older program wrote it",
        })
    }
}
