//! Identifiers of traces and spans. Those of a log are hashes of what it holds, so that every process that folds it finds the same ones.

use deskpilot_core::Timestamp;
use std::fmt;

/// The identifier of a trace: 16 bytes, not all zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TraceId(pub(crate) [u8; 16]);

/// The identifier of a span: 8 bytes, not all zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SpanId(pub(crate) [u8; 8]);

impl TraceId {
    /// The trace of the log of this task, whose first entry was written at this time.
    pub(crate) fn of_log(task: &str, began: Timestamp) -> TraceId {
        TraceId(digest(&[b"trace", task.as_bytes(), &began.0.to_be_bytes()]))
    }
}

impl SpanId {
    /// The span of this kind that begins with this entry of the log.
    pub(crate) fn of_entry(log: TraceId, kind: &str, entry: u64) -> SpanId {
        SpanId(digest(&[b"span", &log.0, kind.as_bytes(), &entry.to_be_bytes()]))
    }
}

/// Lowercase hexadecimal digits, as W3C Trace Context and the JSON of OTLP want them.
impl fmt::Display for TraceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// The same.
impl fmt::Display for SpanId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// The first bytes of the hash of these parts.
fn digest<const N: usize>(parts: &[&[u8]]) -> [u8; N] {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_be_bytes());
        hasher.update(part);
    }
    let mut bytes = [0; N];
    hasher.finalize_xof().fill(&mut bytes);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_has_one_trace_and_each_of_its_entries_other_spans() {
        let log = TraceId::of_log("a", Timestamp(7));
        assert_eq!(log, TraceId::of_log("a", Timestamp(7)));
        assert_ne!(log, TraceId::of_log("a", Timestamp(8)));
        assert_ne!(log, TraceId::of_log("b", Timestamp(7)));
        let span = SpanId::of_entry(log, "step", 3);
        assert_eq!(span, SpanId::of_entry(log, "step", 3));
        assert_ne!(span, SpanId::of_entry(log, "step", 4));
        assert_ne!(span, SpanId::of_entry(log, "round", 3));
        assert_ne!(span, SpanId::of_entry(TraceId::of_log("b", Timestamp(7)), "step", 3));
    }

    #[test]
    fn identifiers_are_shown_as_lowercase_digits_without_gaps() {
        assert_eq!(SpanId([0, 1, 0xab, 0xff, 0, 0, 0, 9]).to_string(), "0001abff00000009");
        assert_eq!(TraceId([0x0f; 16]).to_string(), "0f".repeat(16));
    }
}
