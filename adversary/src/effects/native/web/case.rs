//! A call of a browser's command between two states of the pages.

use super::state::{WebChanges, WebTruth};
use deskpilot_core::{Call, CommandSpec, Effect};

/// A call, what was reported of it, and what is true before and after it.
pub(super) struct WebCase<'a> {
    pub(super) spec: &'a CommandSpec,
    pub(super) call: &'a Call,
    pub(super) reported: &'a Effect,
    /// What it gave back.
    pub(super) output: Option<&'a str>,
    pub(super) before: &'a WebTruth,
    pub(super) after: &'a WebTruth,
    pub(super) changes: &'a WebChanges,
}
