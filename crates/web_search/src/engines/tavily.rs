//! Tavily: `POST /search`, the key as a bearer token (<https://docs.tavily.com/documentation/api-reference/endpoint/search>).

use super::{EngineRequest, EngineSpec, KeyHeader, KeyNeed, Search, at_path};
use crate::{
    SettingsError,
    results::{JsonFields, ResultFormat, SnippetMarkup},
};
use serde_json::json;

pub(super) const SPEC: EngineSpec = EngineSpec {
    name: "tavily",
    doc: "Tavily.",
    address: "https://api.tavily.com",
    key: KeyNeed::Required,
    key_variable: "TAVILY_API_KEY",
    on_refusal: "is the key right, and has its plan searches left?",
    key_header: KeyHeader::Bearer,
    request,
    answers: Some(ResultFormat::Json(
        JsonFields::fixed("/results", "/title", "/url", "/content"),
        SnippetMarkup::Plain,
    )),
};

/// The most results that it returns at once.
const MAX_COUNT: usize = 20;

fn request(address: &str, search: &Search<'_>) -> Result<EngineRequest, SettingsError> {
    let body = json!({
        "query": search.text,
        "max_results": search.count.min(MAX_COUNT),
        "search_depth": "basic",
        "include_answer": false,
    });
    Ok(EngineRequest { url: at_path(address, "search")?, body: Some(body) })
}
