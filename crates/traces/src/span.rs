//! A span that ended: a part of a session with its times and attributes.

use crate::{SpanId, TraceId};
use deskpilot_core::Timestamp;

/// A part of a session, from its begin to its end.
#[derive(Clone, Debug, PartialEq)]
pub struct Span {
    /// The trace.
    pub trace: TraceId,
    /// Its identifier.
    pub id: SpanId,
    /// The span that it is a part of.
    pub parent: Option<SpanId>,
    /// Its name, of which there are few.
    pub name: String,
    /// Whether something outside of this process did it.
    pub kind: SpanKind,
    /// When it began.
    pub began: Timestamp,
    /// When it ended.
    pub ended: Timestamp,
    /// Its attributes, by name.
    pub attributes: Vec<(&'static str, AttributeValue)>,
    /// The class of the error with which it ended.
    pub error: Option<String>,
}

/// Where a span was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpanKind {
    /// In this process.
    Internal,
    /// By a service that this process asked.
    Client,
}

/// The value of an attribute.
#[derive(Clone, Debug, PartialEq)]
pub enum AttributeValue {
    /// A text.
    Text(String),
    /// A whole number.
    Count(u64),
    /// A number.
    Number(f64),
}

impl From<&str> for AttributeValue {
    fn from(text: &str) -> AttributeValue {
        AttributeValue::Text(text.to_owned())
    }
}

impl From<String> for AttributeValue {
    fn from(text: String) -> AttributeValue {
        AttributeValue::Text(text)
    }
}

impl From<u64> for AttributeValue {
    fn from(count: u64) -> AttributeValue {
        AttributeValue::Count(count)
    }
}

impl From<u32> for AttributeValue {
    fn from(count: u32) -> AttributeValue {
        AttributeValue::Count(u64::from(count))
    }
}

impl From<f64> for AttributeValue {
    fn from(number: f64) -> AttributeValue {
        AttributeValue::Number(number)
    }
}
