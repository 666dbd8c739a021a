//! Asks an engine: checks its address, sends a request, reads the status. The only file that knows the key.

use crate::{
    SearchError, SettingsError, WebSearchSettings,
    engine_status::EngineStatus,
    engines::{EngineRequest, EngineSpec, KeyHeader, KeyNeed, Search},
    results::{AnswerFault, ResultFormat, SearchResult},
};
use deskpilot_https::{ExchangeLimits, HttpReply, exchange, is_this_machine};
use deskpilot_web::{AddressGuard, USER_AGENT, web_address};
use jiff::{Timestamp, fmt::rfc2822};
use reqwest::{
    Client, RequestBuilder,
    header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HeaderName, HeaderValue, RETRY_AFTER},
};
use std::{
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};
use url::Url;

/// The time for an answer: the pages must fit in the rest of the source's time.
const DEADLINE: Duration = Duration::from_secs(3);
/// The maximum size of an answer in bytes.
const MAX_BYTES: usize = 2 << 20;
/// How long an engine is left alone that does not say how long.
const USUAL_WAIT: Duration = Duration::from_secs(60);

/// An engine that can be asked.
#[derive(Debug)]
pub(crate) struct EngineClient {
    spec: &'static EngineSpec,
    address: String,
    key: Option<(HeaderName, HeaderValue)>,
    format: ResultFormat,
    html: fn(&str) -> String,
    client: Client,
    status: Mutex<EngineStatus>,
}

impl EngineClient {
    /// The engine of the settings.
    ///
    /// # Errors
    /// As [`SettingsError`] describes.
    pub(crate) fn of(settings: &WebSearchSettings) -> Result<EngineClient, SettingsError> {
        let spec = EngineSpec::of(&settings.engine)?;
        let usual = Some(spec.address).filter(|it| !it.is_empty());
        let address = settings.address.as_deref().or(usual).ok_or(SettingsError::NoAddress(spec.name))?;
        let url = address_for(spec, address, "x")?;
        let client = client(&url)?;
        // The words to search for must not influence which server gets them and the key.
        if address_for(spec, address, "y")?.origin() != url.origin() {
            return Err(SettingsError::ParameterInHost);
        }
        let key = match &settings.key {
            Some(_) if url.scheme() == "http" && !is_this_machine(&url) => {
                return Err(SettingsError::KeyUnencrypted);
            }
            Some(key) => Some(key_header(spec.key_header, key.reveal())?),
            None if spec.key == KeyNeed::Required => return Err(SettingsError::NoKey(spec.name)),
            None => None,
        };
        let format = ResultFormat::of(spec.answers.as_ref(), &settings.json)?;
        let (address, html) = (address.to_owned(), settings.html.0);
        Ok(EngineClient { spec, address, key, format, html, client, status: Mutex::default() })
    }

    /// The engine's name and its whole address, which may hold what is secret.
    pub(crate) fn identity(&self) -> (&'static str, &str) {
        (self.spec.name, &self.address)
    }

    /// The site that is asked, for the policy and for messages.
    pub(crate) fn site(&self) -> String {
        let url = address_for(self.spec, &self.address, "x");
        url.map(|it| it.origin().ascii_serialization()).unwrap_or_default()
    }

    /// The first results for a text. Remembers for how long the engine does not want to be asked, and does not ask it then.
    ///
    /// # Errors
    /// As [`SearchError`] describes.
    pub(crate) async fn search(&self, search: Search<'_>) -> Result<Vec<SearchResult>, SearchError> {
        self.status().check(Instant::now())?;
        let found = self.ask(search).await;
        if let Err(error) = &found {
            *self.status() = EngineStatus::after(error, Instant::now());
        }
        found
    }

    fn status(&self) -> std::sync::MutexGuard<'_, EngineStatus> {
        self.status.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn ask(&self, search: Search<'_>) -> Result<Vec<SearchResult>, SearchError> {
        let engine = self.spec.name;
        let no_reply = |why: String| SearchError::NoReply { engine, why };
        let request = (self.spec.request)(&self.address, &search).map_err(|it| no_reply(it.to_string()))?;
        let limits = ExchangeLimits { deadline: DEADLINE, max_bytes: MAX_BYTES };
        let reply = exchange(self.built(request), limits).await.map_err(|it| no_reply(it.to_string()))?;
        self.check(&reply)?;
        self.format.read(&reply.body, search.count, self.html).map_err(|fault| match fault {
            AnswerFault::Page => SearchError::Page(engine),
            AnswerFault::Unreadable(why) => SearchError::Unreadable { engine, why },
        })
    }

    fn built(&self, request: EngineRequest) -> RequestBuilder {
        let built = match request.body {
            Some(body) => {
                let sent = self.client.post(request.url).header(CONTENT_TYPE, "application/json");
                sent.body(body.to_string())
            }
            None => self.client.get(request.url),
        };
        let built =
            built.header(ACCEPT, "application/json, application/atom+xml;q=0.9, application/rss+xml;q=0.9");
        match &self.key {
            Some((name, value)) => built.header(name, value),
            None => built,
        }
    }

    /// Fails for every status but success.
    fn check(&self, reply: &HttpReply) -> Result<(), SearchError> {
        let (engine, status) = (self.spec.name, reply.status.as_u16());
        match status {
            200..=299 => Ok(()),
            300..=399 => Err(SearchError::Redirected(engine)),
            // The last two are Tavily's: a plan without searches.
            401..=403 | 432 | 433 => Err(SearchError::Refused { engine, status, hint: self.spec.on_refusal }),
            429 => Err(SearchError::TooManyRequests { engine, wait: wait(reply) }),
            _ => Err(SearchError::Status { engine, status }),
        }
    }
}

/// The address that a search for this text asks.
fn address_for(spec: &EngineSpec, address: &str, text: &str) -> Result<Url, SettingsError> {
    (spec.request)(address, &Search { text, count: 1 }).map(|it| it.url)
}

/// How long the engine wants no request.
fn wait(reply: &HttpReply) -> Duration {
    let header = reply.headers.get(RETRY_AFTER).and_then(|it| it.to_str().ok()).map(str::trim);
    let until = |text: &str| {
        let then = rfc2822::parse(text).ok()?.timestamp();
        Some(Duration::try_from(then.duration_since(Timestamp::now())).unwrap_or(Duration::ZERO))
    };
    let parsed = header.and_then(|it| it.parse().map(Duration::from_secs).ok().or_else(|| until(it)));
    parsed.unwrap_or(USUAL_WAIT)
}

/// The client for an address. By https it may be anywhere, since TLS says who answers; by http only on this machine or in the
/// user's own network, by the addresses that were checked.
fn client(url: &Url) -> Result<Client, SettingsError> {
    web_address(url.as_str()).map_err(|must| SettingsError::NotAnAddress(format!("it must be {must}")))?;
    let builder = deskpilot_https::client().map_err(|it| SettingsError::NoClient(it.to_string()))?;
    let builder = builder.user_agent(USER_AGENT);
    let builder = if url.scheme() == "http" {
        let guard = AddressGuard::private();
        guard.check_literal(url).map_err(|it| SettingsError::Unencrypted(it.to_string()))?;
        builder.no_proxy().dns_resolver(guard)
    } else {
        builder
    };
    builder.build().map_err(|it| SettingsError::NoClient(it.without_url().to_string()))
}

fn key_header(header: KeyHeader, key: &str) -> Result<(HeaderName, HeaderValue), SettingsError> {
    let (name, value) = match header {
        KeyHeader::Bearer => (AUTHORIZATION, format!("Bearer {key}")),
        KeyHeader::Named(name) => (HeaderName::from_static(name), key.to_owned()),
    };
    let mut value = HeaderValue::try_from(value).map_err(|_| SettingsError::BadKey)?;
    value.set_sensitive(true);
    Ok((name, value))
}
