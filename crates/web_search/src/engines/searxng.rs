//! SearXNG, which people host themselves: `GET /search?q=...&format=json`
//! (<https://docs.searxng.org/dev/search_api.html>).

use super::{EngineRequest, EngineSpec, KeyHeader, KeyNeed, Search, at_path};
use crate::{
    SettingsError,
    results::{JsonFields, ResultFormat, SnippetMarkup},
};

pub(super) const SPEC: EngineSpec = EngineSpec {
    name: "searxng",
    doc: "SearXNG, which asks other engines: your own, or one that lets programs ask it.",
    address: "",
    key: KeyNeed::Optional,
    key_variable: "",
    on_refusal: "add json to search.formats in the settings.yml of SearXNG, or use another instance",
    key_header: KeyHeader::Bearer,
    request,
    answers: Some(ResultFormat::Json(
        JsonFields::fixed("/results", "/title", "/url", "/content"),
        SnippetMarkup::Plain,
    )),
};

fn request(address: &str, search: &Search<'_>) -> Result<EngineRequest, SettingsError> {
    let mut url = at_path(address, "search")?;
    url.query_pairs_mut().append_pair("q", search.text).append_pair("format", "json");
    Ok(EngineRequest { url, body: None })
}
