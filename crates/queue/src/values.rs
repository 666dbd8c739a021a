//! How large payloads and results may be.

use serde_json::Value;

/// The most bytes of a payload or a result, as JSON.
pub const MAX_VALUE_BYTES: usize = 32 << 10;

/// The bytes of a value as JSON.
pub(crate) fn json_length(value: &Value) -> usize {
    value.to_string().len()
}
