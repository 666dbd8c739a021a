//! Entries of a log.

use deskpilot_core::Entry;

/// The entries as JSON, separated by commas.
pub(crate) fn entries_text(entries: &[Entry]) -> String {
    let texts: Vec<String> = entries.iter().map(|it| serde_json::to_string(it).unwrap_or_default()).collect();
    texts.join(",")
}
