//! Finds the blobs that a session's entries name. Pure.

use super::relative;
use deskpilot_core::{BlobRef, Entry};
use serde_json::Value;
use std::collections::BTreeMap;

/// The blobs that the entries name, by their path in the log's folder.
pub(crate) fn named_blobs(entries: &[Entry]) -> BTreeMap<String, BlobRef> {
    let mut blobs = BTreeMap::new();
    for entry in entries {
        gather(&serde_json::to_value(entry).unwrap_or_default(), &mut blobs);
    }
    blobs
}

/// Searches whole entries, so that new events with blobs are found too.
pub(super) fn gather(value: &Value, blobs: &mut BTreeMap<String, BlobRef>) {
    match value {
        Value::Array(values) => values.iter().for_each(|value| gather(value, blobs)),
        Value::Object(fields) => {
            let blob: Option<BlobRef> =
                // Looks before it tries: each try copies the object, and few objects of a session are blobs.
                fields.get("hash").and_then(|_| serde_json::from_value(value.clone()).ok());
            blobs.extend(blob.and_then(|blob| Some((relative(&blob)?, blob))));
            fields.values().for_each(|value| gather(value, blobs));
        }
        _ => {}
    }
}
