//! The Brave Search API: `GET /res/v1/web/search`, the key in `X-Subscription-Token`
//! (<https://api-dashboard.search.brave.com/app/documentation/web-search/get-started>). A query has at most 400 characters and
//! 50 words.

use super::{EngineRequest, EngineSpec, KeyHeader, KeyNeed, Search, at_path};
use crate::{
    SettingsError,
    results::{JsonFields, ResultFormat, SnippetMarkup},
};

pub(super) const SPEC: EngineSpec = EngineSpec {
    name: "brave",
    doc: "The Brave Search API.",
    address: "https://api.search.brave.com",
    key: KeyNeed::Required,
    key_variable: "BRAVE_API_KEY",
    on_refusal: "is the key right, and does its plan have web search?",
    key_header: KeyHeader::Named("x-subscription-token"),
    request,
    answers: Some(ResultFormat::Json(
        JsonFields::fixed("/web/results", "/title", "/url", "/description"),
        SnippetMarkup::Html,
    )),
};

/// The most results that it returns at once.
const MAX_COUNT: usize = 20;

fn request(address: &str, search: &Search<'_>) -> Result<EngineRequest, SettingsError> {
    let mut url = at_path(address, "res/v1/web/search")?;
    url.query_pairs_mut()
        .append_pair("q", search.text)
        .append_pair("count", &search.count.min(MAX_COUNT).to_string())
        .append_pair("result_filter", "web")
        .append_pair("text_decorations", "false");
    Ok(EngineRequest { url, body: None })
}
