//! Checks the address of a collector, to which spans are sent.

use deskpilot_https::is_this_machine;
use reqwest::Url;
use thiserror::Error;

/// The path of requests that carry spans (OTLP/HTTP: "The default URL path for requests that carry trace data").
const PATH: &str = "/v1/traces";

/// Why no spans can be sent with these settings. Messages never contain the whole address, which may hold a key.
#[derive(Debug, Error)]
pub enum EndpointError {
    /// It is no address.
    #[error("traces.endpoint is not an address that begins with http:// or https://")]
    NotAnAddress,
    /// It has a user or a password.
    #[error("traces.endpoint must not hold a password; name a key with traces.headers_variable")]
    HoldsPassword,
    /// It has a query or a fragment, behind which no path can be added.
    #[error("traces.endpoint must end before any ? or #: /v1/traces is added to it")]
    HoldsQuery,
    /// Spans would go unencrypted to another machine.
    #[error("spans would go unencrypted to {0}; use https, or a collector on this machine")]
    Unencrypted(String),
    /// The headers are not `name=value`, separated by commas.
    #[error(
        "the headers for the collector must be name=value, separated by commas, with %20 and the like for other characters"
    )]
    BadHeaders,
    /// There is no HTTP client.
    #[error("{0}")]
    NoClient(String),
}

/// The address for spans at this endpoint.
pub(crate) fn traces_address(endpoint: &str) -> Result<Url, EndpointError> {
    let mut address = Url::parse(endpoint).map_err(|_| EndpointError::NotAnAddress)?;
    if !address.username().is_empty() || address.password().is_some() {
        return Err(EndpointError::HoldsPassword);
    }
    if address.query().is_some() || address.fragment().is_some() {
        return Err(EndpointError::HoldsQuery);
    }
    match address.scheme() {
        "https" => {}
        "http" if is_this_machine(&address) => {}
        "http" => return Err(EndpointError::Unencrypted(site(&address))),
        _ => return Err(EndpointError::NotAnAddress),
    }
    let path = format!("{}{PATH}", address.path().trim_end_matches('/'));
    address.set_path(&path);
    Ok(address)
}

/// The machine and port of an address, for messages.
pub(crate) fn site(address: &Url) -> String {
    address.origin().ascii_serialization()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_go_unencrypted_to_this_machine_only() {
        for (endpoint, expected) in [
            ("http://127.0.0.1:4318", Ok("http://127.0.0.1:4318/v1/traces")),
            ("http://localhost:4318/", Ok("http://localhost:4318/v1/traces")),
            ("https://traces.example/otlp/", Ok("https://traces.example/otlp/v1/traces")),
            ("http://traces.example:4318/secret", Err("unencrypted to http://traces.example:4318;")),
            ("http://127.0.0.1.traces.example/", Err("unencrypted")),
            ("https://me:secret@traces.example/", Err("must not hold a password")),
            ("https://traces.example/?key=secret", Err("must end before any ?")),
            ("ftp://traces.example/", Err("is not an address")),
            ("collector:4317", Err("is not an address")),
        ] {
            match (traces_address(endpoint), expected) {
                (Ok(address), Ok(expected)) => assert_eq!(address.as_str(), expected),
                (Err(error), Err(expected)) => {
                    let error = error.to_string();
                    assert!(error.contains(expected) && !error.contains("secret"), "{endpoint}: {error}");
                }
                (found, _) => panic!("{endpoint}: {found:?}"),
            }
        }
    }
}
