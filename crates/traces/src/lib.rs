//! Sessions as spans, for collectors of OpenTelemetry: a pure fold of log entries, and a client that sends spans by OTLP over HTTP.
//!
//! [`TraceFold`] knows nothing of the network, and [`Collector`] nothing of logs. No content is in a span unless the user asks for it.

mod collector;
mod endpoint;
mod fold;
#[cfg(any(test, fuzzing))]
pub mod fuzz;
mod headers;
mod ids;
mod names;
mod otlp;
mod span;
mod span_queue;
mod trace_parent;

pub use collector::{Collector, SendError};
pub use endpoint::EndpointError;
pub use fold::{Content, TraceFold};
pub use ids::{SpanId, TraceId};
pub use span::{AttributeValue, Span, SpanKind};
pub use span_queue::SpanQueue;
pub use trace_parent::{NoTraceParent, TraceParent};
