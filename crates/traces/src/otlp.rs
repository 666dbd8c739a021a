//! The JSON of OTLP (<https://github.com/open-telemetry/opentelemetry-proto/blob/main/docs/specification.md>, "JSON Protobuf
//! Encoding"): the request that carries spans, and what a collector replies. Pure.

use crate::{
    AttributeValue, Span, SpanKind,
    names::{CONVENTION, CONVENTION_VERSION, ERROR_TYPE, PRODUCT, SERVICE_NAME, SERVICE_VERSION},
};
use deskpilot_core::Timestamp;
use serde::Deserialize;
use serde_json::{Value, json};

/// The program's version.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// `STATUS_CODE_ERROR` of `opentelemetry/proto/trace/v1/trace.proto`. Enums are numbers in this encoding, never names.
const STATUS_ERROR: u32 = 2;

/// An `ExportTraceServiceRequest` with these spans. Keys are in lowerCamelCase.
pub(crate) fn export_request(spans: &[Span]) -> Value {
    json!({"resourceSpans": [{
        "resource": {"attributes": [
            attribute(SERVICE_NAME, &PRODUCT.into()),
            attribute(SERVICE_VERSION, &VERSION.into()),
            attribute(CONVENTION_VERSION, &CONVENTION.into()),
        ]},
        "scopeSpans": [{
            "scope": {"name": PRODUCT, "version": VERSION},
            "spans": spans.iter().map(span_json).collect::<Vec<_>>(),
        }],
    }]})
}

/// Identifiers are hexadecimal digits here, and not base64 as elsewhere in the JSON of Protobuf.
fn span_json(span: &Span) -> Value {
    let mut attributes: Vec<Value> =
        span.attributes.iter().map(|(name, value)| attribute(name, value)).collect();
    let mut json = json!({
        "traceId": span.trace.to_string(),
        "spanId": span.id.to_string(),
        "name": span.name,
        "kind": kind_number(span.kind),
        "startTimeUnixNano": nanoseconds(span.began),
        "endTimeUnixNano": nanoseconds(span.ended),
    });
    if let Some(parent) = span.parent {
        json["parentSpanId"] = parent.to_string().into();
    }
    if let Some(error) = &span.error {
        attributes.push(attribute(ERROR_TYPE, &error.as_str().into()));
        json["status"] = json!({"code": STATUS_ERROR});
    }
    json["attributes"] = attributes.into();
    json
}

/// `SPAN_KIND_INTERNAL` and `SPAN_KIND_CLIENT` of `trace.proto`.
const fn kind_number(kind: SpanKind) -> u32 {
    match kind {
        SpanKind::Internal => 1,
        SpanKind::Client => 3,
    }
}

/// Numbers of 64 bits are decimal texts in the JSON of Protobuf.
fn nanoseconds(at: Timestamp) -> String {
    (u128::from(at.0) * 1_000_000).to_string()
}

/// A `KeyValue` of `opentelemetry/proto/common/v1/common.proto`.
fn attribute(name: &str, value: &AttributeValue) -> Value {
    let value = match value {
        AttributeValue::Text(text) => json!({"stringValue": text}),
        AttributeValue::Count(count) => json!({"intValue": count.to_string()}),
        AttributeValue::Number(number) => json!({"doubleValue": number}),
    };
    json!({"key": name, "value": value})
}

/// An `ExportTraceServiceResponse`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct ExportReply {
    partial_success: Option<PartialSuccess>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct PartialSuccess {
    /// A number of 64 bits, which may come as a text or as a number.
    rejected_spans: Value,
}

/// How many spans of an accepted request the collector rejected. An unreadable reply reports no rejected spans.
pub(crate) fn rejected_spans(body: &[u8]) -> u64 {
    let reply: ExportReply = serde_json::from_slice(body).unwrap_or_default();
    let rejected = reply.partial_success.unwrap_or_default().rejected_spans;
    let of_text = || rejected.as_str().and_then(|it| it.parse().ok());
    rejected.as_u64().or_else(of_text).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{SpanId, TraceId};
    use expect_test::expect;

    #[test]
    fn a_request_has_the_shape_of_the_protocol() {
        let span = Span {
            trace: TraceId([0xab; 16]),
            id: SpanId([1; 8]),
            parent: Some(SpanId([2; 8])),
            name: "chat gpt-6".into(),
            kind: SpanKind::Client,
            began: Timestamp(1_700_000_000_001),
            ended: Timestamp(1_700_000_000_003),
            attributes: vec![("a", "text".into()), ("b", 7_u64.into()), ("c", 0.5.into())],
            error: Some("cut".into()),
        };
        let request = export_request(&[span]);
        let spans = &request["resourceSpans"][0]["scopeSpans"][0]["spans"];
        expect![[r#"
            [{"traceId":"abababababababababababababababab","spanId":"0101010101010101","name":"chat gpt-6","kind":3,"startTimeUnixNano":"1700000000001000000","endTimeUnixNano":"1700000000003000000","parentSpanId":"0202020202020202","status":{"code":2},"attributes":[{"key":"a","value":{"stringValue":"text"}},{"key":"b","value":{"intValue":"7"}},{"key":"c","value":{"doubleValue":0.5}},{"key":"error.type","value":{"stringValue":"cut"}}]}]
        "#]]
        .assert_eq(&format!("{spans}\n"));
        let resource = request["resourceSpans"][0]["resource"]["attributes"].to_string();
        assert!(
            resource.starts_with(r#"[{"key":"service.name","value":{"stringValue":"deskpilot"}}"#),
            "{resource}"
        );
    }

    #[test]
    fn rejected_spans_are_read_as_numbers_and_as_texts() {
        for (body, expected) in [
            (r#"{"partialSuccess":{"rejectedSpans":"3","errorMessage":"too old"}}"#, 3),
            (r#"{"partialSuccess":{"rejectedSpans":4}}"#, 4),
            (r#"{"partialSuccess":{}}"#, 0),
            ("{}", 0),
            ("", 0),
            ("<html>", 0),
        ] {
            assert_eq!(rejected_spans(body.as_bytes()), expected, "{body}");
        }
    }
}
