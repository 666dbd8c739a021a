//! What Chromium replies.

use crate::session::BrowserError;
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::Value;

/// A list of the targets that take commands, tabs among them.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Targets {
    pub(super) target_infos: Vec<TargetInfo>,
}

/// A tab as the browser lists it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TargetInfo {
    pub(super) target_id: String,
    pub(super) title: String,
    pub(super) url: String,
}

/// What became of the way to an address.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Navigation {
    /// The page that comes; none if the way leads to a place in the page.
    pub(super) loader_id: Option<String>,
    pub(super) error_text: Option<String>,
    #[serde(default)]
    pub(super) is_download: bool,
}

/// The pages that a tab has shown.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct History {
    pub(super) current_index: usize,
    pub(super) entries: Vec<HistoryEntry>,
}

/// One of them.
#[derive(Deserialize)]
pub(super) struct HistoryEntry {
    pub(super) id: i64,
}

/// Reads what the protocol says of a reply.
pub(super) fn read<T: DeserializeOwned>(reply: Value, what: &'static str) -> Result<T, BrowserError> {
    serde_json::from_value(reply).map_err(|_| BrowserError::Unreadable(what))
}
