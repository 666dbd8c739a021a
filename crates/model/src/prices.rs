//! Prices of model calls: the embedded price table, and the user's own prices over it.

use crate::ModelError;
use deskpilot_core::{Usage, check_brackets};
use serde::Deserialize;
use std::collections::BTreeMap;

/// Dollars per million tokens, by model.
#[derive(Clone, Debug, PartialEq)]
pub struct Prices {
    as_of: String,
    /// The user's prices come first.
    layers: Vec<BTreeMap<String, Price>>,
}

impl Prices {
    /// The embedded prices.
    pub fn embedded() -> Result<Prices, ModelError> {
        let table = parse(include_str!("prices.toml"), "the embedded price table")?;
        Ok(Prices { as_of: table.as_of.unwrap_or_default(), layers: vec![table.prices] })
    }

    /// Adds the user's prices, a table in the format of the embedded one.
    pub fn with_overrides(mut self, table: &str) -> Result<Prices, ModelError> {
        self.layers.insert(0, parse(table, "your price table")?.prices);
        Ok(self)
    }

    /// The date of the embedded prices.
    pub fn as_of(&self) -> &str {
        &self.as_of
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
    as_of: Option<String>,
    prices: BTreeMap<String, Price>,
}

#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Price {
    input: f64,
    cached: Option<f64>,
    written: Option<f64>,
    output: f64,
}

impl Price {
    fn of(&self, usage: &Usage, written: u64) -> f64 {
        let fresh = usage.input_tokens.saturating_sub(usage.cached_tokens).saturating_sub(written);
        let parts = [
            (fresh, self.input),
            (usage.cached_tokens, self.cached.unwrap_or(self.input)),
            (written, self.written.unwrap_or(self.input)),
            (usage.output_tokens, self.output),
        ];
        parts.map(|(tokens, price)| tokens as f64 * price).iter().sum::<f64>() / 1e6
    }

    fn is_free(&self) -> bool {
        [self.input, self.cached.unwrap_or(0.0), self.written.unwrap_or(0.0), self.output]
            .iter()
            .all(|price| *price == 0.0)
    }

    fn is_price(&self) -> bool {
        let is_valid = |price: f64| price.is_finite() && price >= 0.0;
        is_valid(self.input)
            && is_valid(self.output)
            && self.cached.is_none_or(is_valid)
            && self.written.is_none_or(is_valid)
    }
}

fn parse(text: &str, what: &str) -> Result<Table, ModelError> {
    let misconfigured = |message: String| ModelError::Misconfigured { what: what.to_owned(), message };
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

/// The name without a suffix such as `-2024-08-06`, `-20250514` or `-latest`.
fn without_date(model: &str) -> &str {
    let dated = |shape: &str| {
        let (name, end) = model.split_at_checked(model.len().checked_sub(shape.len())?)?;
        let same = |(shape, it): (char, char)| if shape == '0' { it.is_ascii_digit() } else { it == shape };
        shape.chars().zip(end.chars()).all(same).then_some(name)
    };
    ["-0000-00-00", "-00000000", "-latest"].into_iter().find_map(dated).unwrap_or(model)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MILLION_EACH: Usage =
        Usage { input_tokens: 2_000_000, cached_tokens: 1_000_000, output_tokens: 1_000_000, cost: None };

    #[test]
    fn a_million_tokens_of_each_kind_cost_the_row() {
        let prices = Prices::embedded().unwrap();
        for (model, dollars) in [
            ("openai/gpt-4o", Some(2.5 + 1.25 + 10.0)),
            ("openai/gpt-4o-2024-08-06", Some(13.75)),
            ("openai/gpt-4o-2024-05-13", Some(5.0 + 5.0 + 15.0)),
            ("openai/gpt-4o-mini-2024-07-18", Some(0.825)),
            ("openai/gpt-4o-audio-preview", None),
            ("openai/gpt-5", Some(11.375)),
            ("openai/gpt-5-chat-latest", Some(11.375)),
            ("openai/gpt-5-mini", Some(2.275)),
            ("anthropic/claude-3-5-sonnet-20241022", Some(18.3)),
            ("anthropic/claude-opus-4-1-20250805", Some(91.5)),
            ("anthropic/claude-haiku-4-5", Some(6.1)),
            ("gemini/gemini-1.5-flash-002", Some(0.39375)),
            ("gemini/gemini-1.5-flash-8b-001", Some(0.1975)),
            ("gemini/gemini-2.5-pro", Some(11.375)),
            ("deepseek/deepseek-chat", Some(0.728)),
            ("ollama/qwen2.5vl:7b", Some(0.0)),
            ("openai-compatible/mine", None),
        ] {
            let cost = prices.cost(model, &MILLION_EACH, 0).map(|cost| (cost * 1e6).round() / 1e6);
            assert_eq!(cost, dollars, "{model}");
        }
    }

    #[test]
    fn what_is_put_into_a_cache_has_its_own_price() {
        let prices = Prices::embedded().unwrap();
        for (model, dollars) in [
            ("anthropic/claude-sonnet-4-5", 0.5 * 3.0 + 0.3 + 0.5 * 3.75 + 15.0),
            ("openai/gpt-4o", 2.5 + 1.25 + 10.0),
        ] {
            let cost = prices.cost(model, &MILLION_EACH, 500_000).unwrap();
            assert!((cost - dollars).abs() < 1e-9, "{model}: {cost} is not {dollars}");
        }
    }

    #[test]
    fn tokens_nobody_counted_have_a_price_only_when_they_are_free() {
        let prices = Prices::embedded().unwrap();
        for usage in [
            Usage::default(),
            Usage { input_tokens: 10, ..Usage::default() },
            Usage { output_tokens: 10, ..Usage::default() },
        ] {
            assert_eq!(prices.cost("openai/gpt-4o", &usage, 0), None);
            assert_eq!(prices.cost("ollama/any", &usage, 0), Some(0.0));
        }
    }

    #[test]
    fn own_prices_win() {
        let own = "[prices]\n\"openai/*\" = { input = 1.0, output = 2.0 }";
        let prices = Prices::embedded().unwrap().with_overrides(own).unwrap();
        assert_eq!(prices.cost("openai/gpt-4o", &MILLION_EACH, 0), Some(4.0));
        assert!(prices.cost("anthropic/claude-opus-4-5", &MILLION_EACH, 0).is_some());
    }

    #[test]
    fn a_mistake_in_the_table_is_said() {
        for (table, expected) in [
            (
                "[prices]\n\"a/b\" = { inptu = 1.0, output = 2.0 }",
                "expected one of `input`, `cached`, `written`, `output`",
            ),
            ("[price]", "expected `as_of` or `prices`"),
            ("[prices]\n\"a/b\" = { input = -1.0, output = 2.0 }", "a/b: a price is zero or more dollars"),
            ("[prices]\n\"a/b\" = { input = 1.0 }", "missing field `output`"),
        ] {
            let error = Prices::embedded().unwrap().with_overrides(table).unwrap_err().to_string();
            assert!(error.contains(expected) && !error.contains('\n'), "{error}");
        }
    }

    #[test]
    fn embedded_rows_are_plausible() {
        let prices = Prices::embedded().unwrap();
        assert_eq!(prices.as_of().len(), "2025-01-01".len());
        for (model, price) in &prices.layers[0] {
            assert!(
                price.cached.is_none_or(|cached| cached < price.input),
                "{model}: cached tokens cost less"
            );
            assert!(
                price.written.is_none_or(|written| written > price.input),
                "{model}: they are put there for more"
            );
            assert!(price.output >= price.input, "{model}: replies cost more");
        }
    }
}
