//! One page: its request, redirects on the same site, limits.

use super::address::AddressGuard;
use crate::{commands::web_address, text};
use deskpilot_https::{ExchangeError, ExchangeLimits, HttpReply, exchange};
use reqwest::{
    Client,
    header::{ACCEPT, CONTENT_TYPE, LOCATION},
};
use std::time::{Duration, Instant};
use url::Url;

/// The maximum size of a page in bytes.
pub(super) const MAX_BYTES: usize = 2 << 20;
/// The maximum number of redirects.
const MAX_REDIRECTS: usize = 5;
const USER_AGENT: &str = concat!("Deskpilot/", env!("CARGO_PKG_VERSION"));

/// Fetches pages that its guard lets it reach.
#[derive(Clone, Debug)]
pub(super) struct Fetcher {
    pub(super) guard: AddressGuard,
}

/// A page.
#[derive(Debug)]
pub(super) struct Fetched {
    /// Its address, after redirects.
    pub(super) url: Url,
    pub(super) content: Content,
    pub(super) text: String,
    /// Its size in bytes.
    pub(super) size: usize,
}

/// What a page is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    Html,
    Plain,
}

impl Fetcher {
    /// The page at this address, within the time.
    ///
    /// # Errors
    /// A sentence for the agent.
    pub(super) async fn fetch(&self, mut url: Url, limit: Duration) -> Result<Fetched, String> {
        let client = self.client()?;
        let begun = Instant::now();
        for _ in 0..=MAX_REDIRECTS {
            self.guard.check_literal(&url).map_err(|it| it.to_string())?;
            let deadline = limit.saturating_sub(begun.elapsed());
            let request =
                client.get(url.clone()).header(ACCEPT, "text/html, application/xhtml+xml, text/plain");
            let limits = ExchangeLimits { deadline, max_bytes: MAX_BYTES };
            let reply = exchange(request, limits).await.map_err(|it| sentence(&url, &it))?;
            if !reply.status.is_redirection() {
                return page(url, &reply);
            }
            url = redirected(&url, &reply)?;
        }
        Err(format!("the address was redirected more than {MAX_REDIRECTS} times"))
    }

    /// Without proxies: the address that was checked is the one that is reached.
    fn client(&self) -> Result<Client, String> {
        let builder = deskpilot_https::client().map_err(|it| it.to_string())?;
        let builder = builder.no_proxy().dns_resolver(self.guard.clone()).user_agent(USER_AGENT);
        builder.build().map_err(|it| it.without_url().to_string())
    }
}

/// Where a redirect leads. Another site is another address for the policy to rule on.
fn redirected(from: &Url, reply: &HttpReply) -> Result<Url, String> {
    let location = reply.headers.get(LOCATION).and_then(|it| it.to_str().ok());
    let to = location.and_then(|it| from.join(it).ok()).ok_or("the page redirects to no address")?;
    let to =
        web_address(to.as_str()).map_err(|_| "the page redirects to an address that is not of the web")?;
    if to.host() != from.host() {
        let to = text::line(to.as_str(), 300);
        return Err(format!(
            "the page redirects to another site; call web_crawler with {to} if that is wanted"
        ));
    }
    if from.scheme() == "https" && to.scheme() == "http" {
        return Err("the page redirects from https to http, which is not followed".into());
    }
    Ok(to)
}

fn page(url: Url, reply: &HttpReply) -> Result<Fetched, String> {
    if !reply.status.is_success() {
        return Err(format!("the server answers {}", reply.status));
    }
    let kind = reply.headers.get(CONTENT_TYPE).and_then(|it| it.to_str().ok()).unwrap_or_default();
    let kind = kind.to_ascii_lowercase();
    let content = match kind.split(';').next().unwrap_or_default().trim() {
        "text/html" | "application/xhtml+xml" => Content::Html,
        "text/plain" => Content::Plain,
        other => {
            let other = text::line(other, 60);
            return Err(format!("it is no page but {other:?}; a browser takes files"));
        }
    };
    Ok(Fetched { url, content, text: decoded(&reply.body, &kind), size: reply.body.len() })
}

/// The text of a body: UTF-8, or the old encoding of Western Europe if the server says so.
fn decoded(body: &[u8], kind: &str) -> String {
    match kind.split("charset=").nth(1).map(|it| it.trim_matches(['"', '\'', ' '])) {
        Some("iso-8859-1" | "latin1" | "windows-1252") => body.iter().copied().map(char::from).collect(),
        _ => String::from_utf8_lossy(body).into_owned(),
    }
}

/// Why there is no page, without the query of the address.
fn sentence(url: &Url, error: &ExchangeError) -> String {
    format!("{}: {error}", text::line(url.host_str().unwrap_or_default(), 100))
}
