//! The headers that a collector wants, as `OTEL_EXPORTER_OTLP_HEADERS` has them.

use crate::EndpointError;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};

/// Reads `name=value,name=value`, whose values are percent-encoded
/// (<https://opentelemetry.io/docs/specs/otel/protocol/exporter/#specifying-headers-via-environment-variables>).
pub(crate) fn parse_headers(text: &str) -> Result<HeaderMap, EndpointError> {
    let mut headers = HeaderMap::new();
    for pair in text.split(',').map(str::trim).filter(|it| !it.is_empty()) {
        let (name, value) = pair.split_once('=').ok_or(EndpointError::BadHeaders)?;
        let name = HeaderName::try_from(name.trim()).map_err(|_| EndpointError::BadHeaders)?;
        let decoded = percent_decoded(value.trim()).ok_or(EndpointError::BadHeaders)?;
        let mut value = HeaderValue::from_bytes(&decoded).map_err(|_| EndpointError::BadHeaders)?;
        value.set_sensitive(true);
        headers.try_insert(name, value).map_err(|_| EndpointError::BadHeaders)?;
    }
    Ok(headers)
}

/// The bytes of a percent-encoded text; `None` if a `%` has no two digits.
fn percent_decoded(text: &str) -> Option<Vec<u8>> {
    let mut pieces = text.split('%');
    let mut bytes = pieces.next()?.as_bytes().to_vec();
    for piece in pieces {
        bytes.push(u8::from_str_radix(piece.get(..2)?, 16).ok()?);
        bytes.extend(piece.get(2..)?.bytes());
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_read_as_other_exporters_read_them() {
        let headers = parse_headers("authorization=Bearer%20a%3db, x-scope = one ,").unwrap();
        assert_eq!((headers["authorization"].as_bytes(), headers.len()), (&b"Bearer a=b"[..], 2));
        assert_eq!(headers["x-scope"].as_bytes(), b"one");
        assert!(!format!("{headers:?}").contains("Bearer"), "values are sensitive");
        for wrong in ["authorization", "a b=c", "a=%2", "a=%zz", "a=%0a", "a=%é"] {
            assert!(matches!(parse_headers(wrong), Err(EndpointError::BadHeaders)), "{wrong}");
        }
    }
}
