//! One reading of a window: who read, the outcome, and what it cost.

use serde::{Deserialize, Serialize};
use std::time::Duration;

/// A reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
pub(super) enum Method {
    /// pyatspi, node by node.
    Pyatspi,
    /// dogtail's dump of a tree.
    Dogtail,
    /// A plain reader in Rust, one call after the other.
    Sequential,
    /// Deskpilot, everything of every node.
    #[serde(rename = "anatomy")]
    #[value(alias = "anatomy")]
    FullTree,
    /// Deskpilot, as an agent sees it.
    View,
}

impl Method {
    /// All readers, in the order of their turns.
    pub(super) const ALL: [Method; 5] =
        [Method::Pyatspi, Method::FullTree, Method::Dogtail, Method::View, Method::Sequential];
}

/// The outcome of one reading.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum ReadingOutcome {
    /// The reader finished.
    Read(Reading),
    /// The reader had not finished after so many seconds.
    Unfinished(u64),
    /// The reading failed for this reason.
    Failed(String),
}

impl ReadingOutcome {
    /// A reading of so many nodes in this time.
    pub(super) fn read(time: Duration, nodes: usize) -> ReadingOutcome {
        ReadingOutcome::Read(Reading { millis: time.as_secs_f64() * 1e3, nodes, ..Reading::default() })
    }

    /// A line of progress about it.
    pub(super) fn summary(&self) -> String {
        match self {
            ReadingOutcome::Read(it) => format!("{:.1} ms, {} nodes", it.millis, it.nodes),
            ReadingOutcome::Unfinished(seconds) => format!("not finished within {seconds} s"),
            ReadingOutcome::Failed(why) => format!("failed: {why}"),
        }
    }

    /// The reading, if the reader finished.
    pub(super) fn reading(&self) -> Option<&Reading> {
        match self {
            ReadingOutcome::Read(reading) => Some(reading),
            ReadingOutcome::Unfinished(_) | ReadingOutcome::Failed(_) => None,
        }
    }
}

/// A finished reading, and what it cost.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Reading {
    /// How long it took.
    pub(super) millis: f64,
    /// How many nodes or controls it returned.
    pub(super) nodes: usize,
    /// The processor time that the application spent on it.
    pub(super) application_millis: Option<f64>,
    /// The traffic on the bus.
    pub(super) traffic: Option<Traffic>,
    /// Why it is incomplete; `None` where it is complete.
    pub(super) truncated: Option<String>,
    /// What else was measured, after a look as an agent takes it.
    pub(super) after: Option<LaterLook>,
}

/// Traffic on the bus: calls, each with one reply, and the bytes of both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Traffic {
    /// The number of calls.
    pub(super) messages: u64,
    /// The bytes of calls and replies.
    pub(super) bytes: u64,
}

/// What was measured after an agent's first look at a window.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct LaterLook {
    /// The least traffic possible: one call for all nodes, and one for the place of each listed control.
    pub(super) least: Option<Traffic>,
    /// The second look, after one change from outside.
    pub(super) change: Option<SecondLook>,
    /// Why one of these is missing.
    pub(super) failed: Option<String>,
}

/// A second look, after one change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct SecondLook {
    /// How long it took.
    pub(super) millis: f64,
    /// How many controls it returned.
    pub(super) controls: usize,
    /// The traffic on the bus.
    pub(super) traffic: Traffic,
    /// Whether it relied on the cache.
    #[serde(rename = "kept")]
    pub(super) cache: CacheUse,
}

/// Whether a look relied on what Deskpilot had read before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum CacheUse {
    /// It did, and asked only for what had changed.
    Trusted,
    /// It did not, and read everything again.
    ReadAnew,
}
