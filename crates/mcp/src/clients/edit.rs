//! What is put into the settings of another program.

use serde_json::Value;

/// The entry to put into a settings file.
pub(super) struct Edit {
    /// The keys on the way to it; the last one is its own.
    pub(super) path: &'static [&'static str],
    /// The entry, an object.
    pub(super) entry: Value,
}
