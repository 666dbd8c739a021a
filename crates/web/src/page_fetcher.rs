//! One page: its request, redirects on the same site, limits.

use crate::{AddressError, AddressGuard, text, web_address};
use deskpilot_documents::{DecodedText, Format, TextDamage, TextEncoding, decode};
use deskpilot_https::{ExchangeError, ExchangeLimits, HttpReply, exchange};
use reqwest::{
    Client, StatusCode,
    header::{ACCEPT, CONTENT_TYPE, LOCATION},
};
use std::time::{Duration, Instant};
use thiserror::Error;
use url::Url;

/// The maximum size of a page in bytes.
pub const MAX_PAGE_BYTES: usize = 2 << 20;
/// The maximum number of redirects.
const MAX_REDIRECTS: usize = 5;
/// What Deskpilot calls itself.
pub const USER_AGENT: &str = concat!("Deskpilot/", env!("CARGO_PKG_VERSION"));

/// Fetches pages that its guard lets it reach.
#[derive(Clone, Debug)]
pub struct PageFetcher {
    guard: AddressGuard,
}

/// A page.
#[derive(Debug)]
pub struct FetchedPage {
    /// Its address, after redirects.
    pub url: Url,
    /// What it is made of.
    pub format: PageFormat,
    /// Its text, as it was sent.
    pub text: String,
    /// The places of the text that are invalid in its encoding.
    pub damage: Option<TextDamage>,
    /// Its size in bytes.
    pub size: usize,
}

/// What a page is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageFormat {
    /// HTML.
    Html,
    /// Plain text.
    Plain,
}

/// Why there is no page. Messages never contain the query of the address.
#[derive(Debug, Error)]
pub enum FetchError {
    /// The address may not be reached.
    #[error("{0}")]
    Address(#[from] AddressError),
    /// There is no HTTP client on this machine.
    #[error("{0}")]
    NoClient(String),
    /// The server did not answer, or not within the limits.
    #[error("{host}: {error}")]
    NoReply {
        /// The server.
        host: String,
        /// What happened.
        error: ExchangeError,
    },
    /// It redirects again and again.
    #[error("the address was redirected more than {MAX_REDIRECTS} times")]
    TooManyRedirects,
    /// It redirects without saying where to.
    #[error("the page redirects to no address")]
    RedirectsNowhere,
    /// It redirects to what is no page.
    #[error("the page redirects to an address that is not of the web")]
    RedirectsOffTheWeb,
    /// It redirects to where everybody can read along.
    #[error("the page redirects from https to http, which is not followed")]
    RedirectsToHttp,
    /// It redirects to another site: another address for the policy to rule on.
    #[error("the page redirects to another site: {}", text::line(.0.as_str(), 300))]
    RedirectsToOtherSite(Url),
    /// The server refuses.
    #[error("the server answers {0}")]
    Status(StatusCode),
    /// It is a file.
    #[error("it is no page but {0:?}; a browser takes files")]
    NoPage(String),
    /// What the server calls a page is other data.
    #[error("the page holds other data than a text, which its server says that it is: name another address")]
    NoText,
}

impl PageFetcher {
    /// A fetcher that reaches what this guard lets it reach.
    pub const fn new(guard: AddressGuard) -> PageFetcher {
        PageFetcher { guard }
    }

    /// The page at this address, within the time. Dropping the future closes the connection.
    ///
    /// # Errors
    /// As [`FetchError`] describes.
    pub async fn fetch(&self, mut url: Url, limit: Duration) -> Result<FetchedPage, FetchError> {
        let client = self.client()?;
        let begun = Instant::now();
        for _ in 0..=MAX_REDIRECTS {
            self.guard.check_literal(&url)?;
            let deadline = limit.saturating_sub(begun.elapsed());
            let request =
                client.get(url.clone()).header(ACCEPT, "text/html, application/xhtml+xml, text/plain");
            let limits = ExchangeLimits { deadline, max_bytes: MAX_PAGE_BYTES };
            let reply = exchange(request, limits).await.map_err(|error| no_reply(&url, error))?;
            if !reply.status.is_redirection() {
                return page(url, &reply);
            }
            url = redirected(&url, &reply)?;
        }
        Err(FetchError::TooManyRedirects)
    }

    /// Without proxies: the address that was checked is the one that is reached.
    fn client(&self) -> Result<Client, FetchError> {
        let builder = deskpilot_https::client().map_err(|it| FetchError::NoClient(it.to_string()))?;
        let builder = builder.no_proxy().dns_resolver(self.guard.clone()).user_agent(USER_AGENT);
        builder.build().map_err(|it| FetchError::NoClient(it.without_url().to_string()))
    }
}

/// Where a redirect leads.
fn redirected(from: &Url, reply: &HttpReply) -> Result<Url, FetchError> {
    let location = reply.headers.get(LOCATION).and_then(|it| it.to_str().ok());
    let to = location.and_then(|it| from.join(it).ok()).ok_or(FetchError::RedirectsNowhere)?;
    let to = web_address(to.as_str()).map_err(|_| FetchError::RedirectsOffTheWeb)?;
    if from.scheme() == "https" && to.scheme() == "http" {
        return Err(FetchError::RedirectsToHttp);
    }
    if to.host() == from.host() { Ok(to) } else { Err(FetchError::RedirectsToOtherSite(to)) }
}

fn page(url: Url, reply: &HttpReply) -> Result<FetchedPage, FetchError> {
    if !reply.status.is_success() {
        return Err(FetchError::Status(reply.status));
    }
    let kind = reply.headers.get(CONTENT_TYPE).and_then(|it| it.to_str().ok()).unwrap_or_default();
    let kind = kind.to_ascii_lowercase();
    let format = match kind.split(';').next().unwrap_or_default().trim() {
        "text/html" | "application/xhtml+xml" => PageFormat::Html,
        "text/plain" => PageFormat::Plain,
        other => return Err(FetchError::NoPage(text::line(other, 60))),
    };
    let DecodedText { text, damage, .. } = decoded(&reply.body, &kind, format)?;
    Ok(FetchedPage { url, format, text: text.into_owned(), damage, size: reply.body.len() })
}

/// The text of a body. What its server says of the encoding comes before what the page declares.
fn decoded<'a>(body: &'a [u8], kind: &str, format: PageFormat) -> Result<DecodedText<'a>, FetchError> {
    let (_, after) = kind.split_once("charset=").unwrap_or_default();
    let label = after.split(';').next().unwrap_or_default().trim_matches(['"', '\'', ' ']);
    let format = match format {
        PageFormat::Html => Format::Html,
        PageFormat::Plain => Format::Text,
    };
    let declared = TextEncoding::of_label(label).or_else(|| TextEncoding::declared(body, format));
    decode(body, declared).map_err(|_| FetchError::NoText)
}

fn no_reply(url: &Url, error: ExchangeError) -> FetchError {
    FetchError::NoReply { host: text::line(url.host_str().unwrap_or_default(), 100), error }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reqwest::header::{HeaderMap, HeaderValue};

    fn redirect(location: Option<&str>) -> HttpReply {
        let mut headers = HeaderMap::new();
        if let Some(location) = location {
            headers.insert(LOCATION, HeaderValue::from_str(location).unwrap());
        }
        HttpReply { status: StatusCode::FOUND, headers, body: Vec::new() }
    }

    #[test]
    fn a_page_is_decoded_as_its_server_or_itself_says() {
        for (body, kind, expected) in [
            (&b"\xcd\xc9\xd2"[..], "text/html; charset=\"koi8-r\"; x=y", "\u{43c}\u{438}\u{440}"),
            (b"<meta charset=shift_jis>\x82\xb1", "text/html", "<meta charset=shift_jis>\u{3053}"),
            (b"<meta charset=shift_jis>\xc3\xa4", "text/html", "<meta charset=shift_jis>\u{e4}"),
            (b"caf\xe9 au lait", "text/html; charset=utf-8", "caf\u{e9} au lait"),
        ] {
            let page = decoded(body, kind, PageFormat::Html).unwrap();
            assert_eq!((&*page.text, page.damage), (expected, None), "{kind}");
        }
        assert!(matches!(decoded(b"a\0b", "text/plain", PageFormat::Plain), Err(FetchError::NoText)));
    }

    #[test]
    fn a_redirect_stays_on_its_site_and_stays_hidden_on_the_way() {
        let from = Url::parse("https://example.org/a").unwrap();
        for (location, expected) in [
            (Some("/b"), "https://example.org/b"),
            (Some("https://example.org/c"), "https://example.org/c"),
            (Some("http://example.org/a"), "from https to http"),
            (Some("https://example.com/a"), "to another site"),
            (Some("file:///etc/passwd"), "not of the web"),
            (None, "to no address"),
        ] {
            let result = match redirected(&from, &redirect(location)) {
                Ok(url) => url.to_string(),
                Err(error) => error.to_string(),
            };
            assert!(result.contains(expected), "{location:?}: {result}");
        }
    }
}
