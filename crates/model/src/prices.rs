//! Prices of model calls: those of the table of models, and the user's own prices over them.

use crate::models::{all_models, without_date};
use crate::{ModelError, Price};
use deskpilot_core::{Usage, check_brackets};
use serde::Deserialize;
use std::collections::BTreeMap;

/// Dollars per million tokens, by model.
#[derive(Clone, Debug, PartialEq)]
pub struct Prices {
    /// The user's prices come first.
    layers: Vec<BTreeMap<String, Price>>,
}

impl Prices {
    /// The prices of the table of models.
    pub fn embedded() -> Prices {
        let priced = all_models().iter().filter_map(|it| Some((it.name.to_owned(), it.price?)));
        Prices { layers: vec![priced.collect()] }
    }

    /// Adds the user's prices, a table in TOML: below `[prices]` a line for each `"provider/model"`, whose name may end in
    /// `*`.
    pub fn with_overrides(mut self, table: &str) -> Result<Prices, ModelError> {
        self.layers.insert(0, parse(table)?.prices);
        Ok(self)
    }

    /// The cost in dollars of one call of `provider/model`; `written` is the number of prompt tokens written to
    /// the provider's cache. `None` if the price or a token count is unknown: every call has some tokens.
    pub fn cost(&self, model: &str, usage: &Usage, written: u64) -> Option<f64> {
        let price = self.layers.iter().find_map(|layer| find_price(layer, model))?;
        let counted = usage.input_tokens > 0 && usage.output_tokens > 0;
        (counted || price.is_free()).then(|| price.of(usage, written))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    /// The day of which the user's table speaks, for people.
    #[serde(rename = "as_of")]
    _as_of: Option<String>,
    prices: BTreeMap<String, Price>,
}

fn parse(text: &str) -> Result<Table, ModelError> {
    let misconfigured =
        |message: String| ModelError::Misconfigured { what: "your price table".to_owned(), message };
    check_brackets(text).map_err(|error| misconfigured(error.to_string()))?;
    let table: Table = toml::from_str(text).map_err(|error| {
        let before = error.span().and_then(|span| text.get(..span.start));
        let line = before.map_or_else(String::new, |it| format!("line {}: ", it.matches('\n').count() + 1));
        misconfigured(format!("{line}{}", error.message().replace('\n', "; ")))
    })?;
    match table.prices.iter().find(|(_, price)| !price.is_price()) {
        Some((model, _)) => {
            Err(misconfigured(format!("{model}: a price is zero or more dollars per million tokens")))
        }
        None => Ok(table),
    }
}

/// The price of the longest matching name or pattern, first for the dated model name, then for the undated one.
fn find_price<'a>(layer: &'a BTreeMap<String, Price>, model: &str) -> Option<&'a Price> {
    [model, without_date(model)].into_iter().find_map(|model| {
        let fitting = layer.iter().filter(|(pattern, _)| fits(pattern, model));
        fitting.max_by_key(|(pattern, _)| pattern.len()).map(|(_, price)| price)
    })
}

fn fits(pattern: &str, model: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(beginning) => model.starts_with(beginning),
        None => pattern == model,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MILLION_EACH: Usage =
        Usage { input_tokens: 2_000_000, cached_tokens: 1_000_000, output_tokens: 1_000_000, cost: None };

    #[test]
    fn a_million_tokens_of_each_kind_cost_the_row() {
        let prices = Prices::embedded();
        for (model, dollars) in [
            ("openai/gpt-6.1-terra", Some(6.05)),
            ("openai/gpt-6.1-terra-2026-10-26", Some(6.05)),
            ("openai/gpt-6-luna", Some(0.61)),
            ("openai/gpt-6-luna-latest", Some(0.61)),
            ("openai/gpt-6-luna-audio", None),
            ("openai/gpt-6.9-sol", None),
            ("anthropic/claude-sonnet-4-5-20250929", Some(18.3)),
            ("anthropic/claude-opus-5-5", Some(24.2)),
            ("anthropic/claude-haiku-4-5", Some(6.1)),
            ("anthropic/claude-next", None),
            ("gemini/gemini-3.8-flash", Some(4.575)),
            ("gemini/gemini-3.8-flash-001", Some(4.575)),
            ("deepseek/deepseek-flash", Some(1.506)),
            ("ollama/qwen2.5vl:7b", Some(0.0)),
            ("openai-compatible/mine", None),
        ] {
            let cost = prices.cost(model, &MILLION_EACH, 0).map(|cost| (cost * 1e6).round() / 1e6);
            assert_eq!(cost, dollars, "{model}");
        }
    }

    #[test]
    fn what_is_put_into_a_cache_has_its_own_price() {
        let prices = Prices::embedded();
        for (model, dollars) in [
            ("anthropic/claude-sonnet-4-5", 0.5 * 3.0 + 0.3 + 0.5 * 3.75 + 15.0),
            ("openai/gpt-6-luna", 0.1 + 0.01 + 0.5),
        ] {
            let cost = prices.cost(model, &MILLION_EACH, 500_000).unwrap();
            assert!((cost - dollars).abs() < 1e-9, "{model}: {cost} is not {dollars}");
        }
    }

    #[test]
    fn tokens_nobody_counted_have_a_price_only_when_they_are_free() {
        let prices = Prices::embedded();
        for usage in [
            Usage::default(),
            Usage { input_tokens: 10, ..Usage::default() },
            Usage { output_tokens: 10, ..Usage::default() },
        ] {
            assert_eq!(prices.cost("openai/gpt-6-luna", &usage, 0), None);
            assert_eq!(prices.cost("ollama/any", &usage, 0), Some(0.0));
        }
    }

    #[test]
    fn own_prices_win() {
        let own = "[prices]\n\"openai/*\" = { input = 1.0, output = 2.0 }";
        let prices = Prices::embedded().with_overrides(own).unwrap();
        assert_eq!(prices.cost("openai/gpt-6-luna", &MILLION_EACH, 0), Some(4.0));
        assert!(prices.cost("anthropic/claude-opus-4-5", &MILLION_EACH, 0).is_some());
    }

    #[test]
    fn a_mistake_in_the_table_is_reported() {
        for (table, expected) in [
            (
                "[prices]\n\"a/b\" = { inptu = 1.0, output = 2.0 }",
                "expected one of `input`, `cached`, `written`, `output`",
            ),
            ("[price]", "expected `as_of` or `prices`"),
            ("[prices]\n\"a/b\" = { input = -1.0, output = 2.0 }", "a/b: a price is zero or more dollars"),
            ("[prices]\n\"a/b\" = { input = 1.0 }", "missing field `output`"),
        ] {
            let error = Prices::embedded().with_overrides(table).unwrap_err().to_string();
            assert!(error.contains(expected) && !error.contains('\n'), "{error}");
        }
    }
}
