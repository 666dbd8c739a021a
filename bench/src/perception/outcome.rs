//! What came of one reading.

use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Who reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
pub(super) enum Method {
    /// pyatspi, node by node.
    Pyatspi,
    /// dogtail's dump of a tree.
    Dogtail,
    /// One call after the other, in Rust.
    Sequential,
    /// We, everything of every node.
    Anatomy,
    /// We, as an agent sees it.
    View,
}

impl Method {
    /// All of them, in the order in which they take turns.
    pub(super) const ALL: [Method; 5] =
        [Method::Pyatspi, Method::Anatomy, Method::Dogtail, Method::View, Method::Sequential];
}

/// What came of one reading.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Outcome {
    /// It was read.
    Read(Reading),
    /// It was not finished after so many seconds.
    Unfinished(u64),
    /// It could not be read, for this reason.
    Failed(String),
}

impl Outcome {
    /// So many nodes in this time.
    pub(super) fn read(time: Duration, nodes: usize) -> Outcome {
        Outcome::Read(Reading { millis: time.as_secs_f64() * 1e3, nodes, ..Reading::default() })
    }

    /// What came of it, for whoever waits for the next one.
    pub(super) fn in_short(&self) -> String {
        match self {
            Outcome::Read(it) => format!("{:.1} ms, {} nodes", it.millis, it.nodes),
            Outcome::Unfinished(seconds) => format!("not finished within {seconds} s"),
            Outcome::Failed(why) => format!("failed: {why}"),
        }
    }

    /// The reading, if there was one.
    pub(super) fn reading(&self) -> Option<&Reading> {
        match self {
            Outcome::Read(reading) => Some(reading),
            Outcome::Unfinished(_) | Outcome::Failed(_) => None,
        }
    }
}

/// What a reading brought, and what it cost.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Reading {
    /// How long it took.
    pub(super) millis: f64,
    /// How many nodes or controls it brought.
    pub(super) nodes: usize,
    /// The processor time that the application spent on it.
    pub(super) application_millis: Option<f64>,
    /// What went over the bus.
    pub(super) traffic: Option<Traffic>,
    /// Why not all was read.
    pub(super) truncated: Option<String>,
    /// What else was measured after an agent's look.
    pub(super) after: Option<After>,
}

/// What went over the bus: calls, each with one answer, and their bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Traffic {
    /// Calls.
    pub(super) messages: u64,
    /// Bytes of calls and answers.
    pub(super) bytes: u64,
}

/// What was measured after an agent's first look at a window.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct After {
    /// The least that could have been sent: one call for all nodes, and one for the place of each listed control.
    pub(super) least: Option<Traffic>,
    /// The next look, after one thing was changed from outside.
    pub(super) change: Option<Changed>,
    /// Why something of this was not measured.
    pub(super) failed: Option<String>,
}

/// A look after one change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Changed {
    /// How long it took.
    pub(super) millis: f64,
    /// How many controls it brought.
    pub(super) controls: usize,
    /// What went over the bus.
    pub(super) traffic: Traffic,
    /// Whether what was known could be built upon.
    pub(super) kept: Kept,
}

/// Whether a look built upon what was known before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Kept {
    /// It did: only what had changed was asked for.
    Trusted,
    /// It did not, and read everything anew.
    ReadAnew,
}
