//! Checks the address that screen pictures are sent to.

use crate::PlainHttp;
use deskpilot_https::is_this_machine;
use reqwest::Url;

/// Parses the address; the error says why it cannot be used.
pub(super) fn parse_address(url: &str, plain_http: PlainHttp) -> Result<Url, String> {
    let address =
        Url::parse(url).map_err(|error| format!("grounding.url {url:?} is not an address: {error}"))?;
    if !address.username().is_empty() || address.password().is_some() {
        return Err("grounding.url must not hold a password; name a key with grounding.key_variable".into());
    }
    match address.scheme() {
        "https" => Ok(address),
        "http" if plain_http == PlainHttp::Anywhere || is_this_machine(&address) => Ok(address),
        "http" => Err(format!(
            "a picture of the screen would go unencrypted to {}; use https, or set grounding.plain_http to anywhere",
            without_query(&address)
        )),
        _ => Err(format!("grounding.url {url:?} must begin with http:// or https://")),
    }
}

/// The address for error messages, without its query, which may hold a key.
pub(super) fn without_query(address: &Url) -> String {
    let port = address.port().map_or(String::new(), |port| format!(":{port}"));
    format!("{}://{}{port}{}", address.scheme(), address.host_str().unwrap_or(""), address.path())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_go_unencrypted_to_this_machine_only() {
        for (url, plain_http, complaint) in [
            ("http://127.0.0.1:8000/parse/", PlainHttp::Loopback, None),
            ("http://localhost/parse", PlainHttp::Loopback, None),
            ("http://[::1]:9/", PlainHttp::Loopback, None),
            ("https://eyes.example/parse", PlainHttp::Loopback, None),
            ("http://eyes.example/parse?key=1", PlainHttp::Anywhere, None),
            (
                "http://eyes.example/parse?key=1",
                PlainHttp::Loopback,
                Some("would go unencrypted to http://eyes.example/parse;"),
            ),
            ("http://127.0.0.1.eyes.example/", PlainHttp::Loopback, Some("unencrypted")),
            ("https://me:secret@eyes.example/", PlainHttp::Loopback, Some("must not hold a password")),
            ("ftp://eyes.example/", PlainHttp::Anywhere, Some("must begin with http")),
            ("eyes", PlainHttp::Anywhere, Some("is not an address")),
        ] {
            match (parse_address(url, plain_http), complaint) {
                (Ok(_), None) => {}
                (Err(error), Some(complaint)) => assert!(error.contains(complaint), "{url}: {error}"),
                (result, _) => panic!("{url}: {result:?}"),
            }
        }
    }
}
