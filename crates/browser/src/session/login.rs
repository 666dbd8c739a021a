//! Logins that a browser itself asks for: a server answers a request with 401, and the page waits for a name and a password.

use std::fmt;
use url::Url;

/// The maximum length of what a server calls the place that it protects, in characters.
const LONGEST: usize = 100;

/// A host that asks for a name and a password before the next page of a tab comes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LoginRequest {
    /// The tab.
    pub(crate) context: String,
    /// The host that asks, with its port if it is not the usual one.
    pub(crate) host: String,
    /// What it calls the place that it protects.
    pub(crate) realm: String,
    /// The browser's name of the request that waits.
    pub(crate) request: String,
}

/// What a login is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LoginAnswer {
    /// The browser asks in its window: there a person, or an agent with a secret, fills in the name and the password.
    InWindow,
    /// No login: the server shows its page without one.
    Dismiss,
}

impl LoginRequest {
    pub(crate) fn new(context: &str, url: &str, realm: &str, request: &str) -> LoginRequest {
        let realm = crate::text::line(realm, LONGEST);
        LoginRequest { context: context.to_owned(), host: host_of(url), realm, request: request.to_owned() }
    }
}

impl fmt::Display for LoginRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} asks for a name and a password (HTTP authentication", self.host)?;
        if self.realm.is_empty() { write!(f, ")") } else { write!(f, ", {:?})", self.realm) }
    }
}

/// The host of an address, with its port if that is not the usual one; the address where it has none.
pub(crate) fn host_of(url: &str) -> String {
    let parsed = Url::parse(url).ok();
    let host = parsed.as_ref().and_then(|it| {
        let host = it.host_str()?;
        Some(it.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}")))
    });
    host.unwrap_or_else(|| crate::text::line(url, LONGEST))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_login_names_the_host_that_asks() {
        for (url, realm, expected) in [
            (
                "https://shop.example/a",
                "",
                "shop.example asks for a name and a password (HTTP authentication)",
            ),
            (
                "http://127.0.0.1:8001/total",
                "Total\nsum",
                "127.0.0.1:8001 asks for a name and a password (HTTP authentication, \"Total sum\")",
            ),
        ] {
            assert_eq!(LoginRequest::new("t", url, realm, "1").to_string(), expected);
        }
    }
}
