//! A target for fuzzing: what a collector replies, and what other programs put into the environment.

use crate::{TraceParent, headers::parse_headers, otlp::rejected_spans};
use std::hint::black_box;

/// A reply, and the same bytes as `traceparent` and as headers.
pub fn collector_reply(bytes: &[u8]) {
    black_box(rejected_spans(bytes));
    let text = String::from_utf8_lossy(bytes);
    // The variables of a process are not long.
    let text: String = text.chars().take(10_000).collect();
    if let Ok(parent) = text.parse::<TraceParent>() {
        assert_eq!((parent.trace.to_string().len(), parent.span.to_string().len()), (32, 16));
    }
    let _ = black_box(parse_headers(&text));
}

#[cfg(test)]
mod tests {
    #[test]
    fn any_reply_and_any_variable_is_read() {
        let words = [
            "{\"partialSuccess\":{",
            "\"rejectedSpans\":",
            "\"9223372036854775807\"",
            "-1",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
            "authorization=Bearer%20",
            "%e2%82%ac",
            ",",
            "=",
        ];
        deskpilot_fuzz::fuzz("collector_reply", &words, super::collector_reply);
    }
}
