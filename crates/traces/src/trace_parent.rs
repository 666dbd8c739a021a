//! The header `traceparent` of W3C Trace Context: the span of another program that a session is a part of.

use crate::{SpanId, TraceId};
use std::str::FromStr;
use thiserror::Error;

/// A span of another program, and its trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TraceParent {
    /// The trace.
    pub trace: TraceId,
    /// The span.
    pub span: SpanId,
}

/// The text is no `traceparent`. W3C Trace Context wants such a header to be ignored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("it is no traceparent of W3C Trace Context")]
pub struct NoTraceParent;

/// Reads `VERSION-TRACE-SPAN-FLAGS` (<https://www.w3.org/TR/trace-context/#traceparent-header-field-values>): lowercase digits, no
/// identifier that is all zero, no version `ff`, and more fields only in versions after `00`.
impl FromStr for TraceParent {
    type Err = NoTraceParent;

    fn from_str(text: &str) -> Result<TraceParent, NoTraceParent> {
        let mut fields = text.split('-');
        let mut field = || fields.next().unwrap_or_default();
        let (version, trace, span, flags) = (field(), field(), field(), field());
        let [version]: [u8; 1] = bytes(version)?;
        let _flags: [u8; 1] = bytes(flags)?;
        let has_more = fields.next().is_some();
        if version == 0xff || version == 0 && has_more {
            return Err(NoTraceParent);
        }
        let (trace, span): ([u8; 16], [u8; 8]) = (bytes(trace)?, bytes(span)?);
        if trace == [0; 16] || span == [0; 8] {
            return Err(NoTraceParent);
        }
        Ok(TraceParent { trace: TraceId(trace), span: SpanId(span) })
    }
}

/// Two lowercase digits for each byte, and nothing else.
fn bytes<const N: usize>(digits: &str) -> Result<[u8; N], NoTraceParent> {
    let is_digit = |it: u8| matches!(it, b'0'..=b'9' | b'a'..=b'f');
    if digits.len() != 2 * N || !digits.bytes().all(is_digit) {
        return Err(NoTraceParent);
    }
    let mut bytes = [0; N];
    for (at, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&digits[2 * at..2 * at + 2], 16).map_err(|_| NoTraceParent)?;
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_traceparent_is_read_as_w3c_writes_it_and_anything_else_is_none() {
        let (trace, span) = ("4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7");
        for (text, is_one) in [
            (format!("00-{trace}-{span}-01"), true),
            (format!("00-{trace}-{span}-00"), true),
            (format!("cc-{trace}-{span}-01-more"), true),
            (format!("00-{trace}-{span}-01-more"), false),
            (format!("ff-{trace}-{span}-01"), false),
            (format!("00-{}-{span}-01", trace.to_uppercase()), false),
            (format!("00-{}-{span}-01", "0".repeat(32)), false),
            (format!("00-{trace}-{}-01", "0".repeat(16)), false),
            (format!("00-{trace}-{span}"), false),
            (format!("00-{trace}-é{}-01", &span[2..]), false),
            (String::new(), false),
        ] {
            assert_eq!(text.parse::<TraceParent>().is_ok(), is_one, "{text}");
        }
        let read: TraceParent = format!("00-{trace}-{span}-01").parse().unwrap();
        assert_eq!((read.trace.to_string(), read.span.to_string()), (trace.to_owned(), span.to_owned()));
    }
}
