//! The configuration of web search, from the settings.

use crate::Layers;
use anyhow::{Result, bail};
use deskpilot_runtime::{JsonPointers, WebSearchConfig};
use std::{ops::RangeInclusive, time::Duration};
use toml::Value;

const RESULTS: RangeInclusive<i64> = 1..=20;
const PAGES: RangeInclusive<i64> = 0..=5;
const CACHE_DAYS: RangeInclusive<i64> = 0..=365;

/// The configuration that the layers hold; `None` if no engine is set.
pub(crate) fn web_search(layers: &Layers) -> Result<Option<WebSearchConfig>> {
    let text = |name: &str| {
        let value = layers.value(&format!("knowledge.web_search.{name}")).and_then(Value::as_str);
        value.filter(|it| !it.is_empty()).map(str::to_owned)
    };
    let Some(engine) = text("engine").filter(|it| it != "none") else { return Ok(None) };
    let pointer = |name: &str| text(name).unwrap_or_default();
    let days = count(layers, "cache_days", &CACHE_DAYS)?;
    Ok(Some(WebSearchConfig {
        engine,
        address: text("address"),
        key_variable: text("key_variable"),
        results: count(layers, "results", &RESULTS)? as usize,
        pages: count(layers, "pages", &PAGES)? as usize,
        max_age: Duration::from_secs(days * 24 * 60 * 60),
        json: JsonPointers {
            results: pointer("json_results"),
            title: pointer("json_title"),
            url: pointer("json_url"),
            snippet: pointer("json_snippet"),
        },
    }))
}

fn count(layers: &Layers, name: &str, range: &RangeInclusive<i64>) -> Result<u64> {
    let name = format!("knowledge.web_search.{name}");
    let number = layers.value(&name).and_then(Value::as_integer).unwrap_or(0);
    if !range.contains(&number) {
        bail!("{name} must be from {} to {}, and is {number}", range.start(), range.end());
    }
    Ok(number.unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(env: &[(&str, &str)]) -> Result<Option<WebSearchConfig>> {
        let env: Vec<_> = env
            .iter()
            .map(|(name, value)| (format!("DESKPILOT_KNOWLEDGE_WEB_SEARCH_{name}"), (*value).to_owned()))
            .collect();
        web_search(&Layers::load(&[], &env, &[])?)
    }

    #[test]
    fn there_is_no_web_search_unless_an_engine_is_set() {
        assert!(of(&[]).unwrap().is_none());
        assert!(of(&[("ENGINE", "none"), ("ADDRESS", "https://e.org")]).unwrap().is_none());
        let search = of(&[("ENGINE", "searxng"), ("ADDRESS", "http://127.0.0.1:8888")]).unwrap().unwrap();
        assert_eq!((search.results, search.pages, search.max_age.as_secs()), (5, 2, 7 * 24 * 3600));
        assert_eq!((search.address.as_deref(), search.key_variable), (Some("http://127.0.0.1:8888"), None));
        assert_eq!(search.json.results, "/results");
    }

    #[test]
    fn numbers_that_make_no_sense_are_reported() {
        for (name, value, expected) in [
            ("RESULTS", "0", "knowledge.web_search.results must be from 1 to 20, and is 0"),
            ("PAGES", "6", "knowledge.web_search.pages must be from 0 to 5, and is 6"),
            ("CACHE_DAYS", "9999", "knowledge.web_search.cache_days must be from 0 to 365, and is 9999"),
        ] {
            let error = of(&[("ENGINE", "brave"), (name, value)]).unwrap_err().to_string();
            assert_eq!(error, expected);
        }
    }
}
