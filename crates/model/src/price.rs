//! The price of a model's tokens.

use deskpilot_core::Usage;
use serde::Deserialize;

/// Dollars per million tokens.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Price {
    /// Of the prompt.
    pub input: f64,
    /// Of its part that was in the provider's cache; `input` when absent.
    pub cached: Option<f64>,
    /// Of its part that is put into the cache for some minutes; `input` when absent.
    pub written: Option<f64>,
    /// Of the reply, thoughts included.
    pub output: f64,
}

impl Price {
    /// The dollars of one call; `written` is the number of prompt tokens written to the cache.
    pub(crate) fn of(&self, usage: &Usage, written: u64) -> f64 {
        let fresh = usage.input_tokens.saturating_sub(usage.cached_tokens).saturating_sub(written);
        let parts = [
            (fresh, self.input),
            (usage.cached_tokens, self.cached.unwrap_or(self.input)),
            (written, self.written.unwrap_or(self.input)),
            (usage.output_tokens, self.output),
        ];
        parts.map(|(tokens, price)| tokens as f64 * price).iter().sum::<f64>() / 1e6
    }

    /// Whether nothing costs anything.
    pub(crate) fn is_free(&self) -> bool {
        [self.input, self.cached.unwrap_or(0.0), self.written.unwrap_or(0.0), self.output]
            .iter()
            .all(|price| *price == 0.0)
    }

    /// Whether every number can be a price.
    pub(crate) fn is_price(&self) -> bool {
        let is_valid = |price: f64| price.is_finite() && price >= 0.0;
        is_valid(self.input)
            && is_valid(self.output)
            && self.cached.is_none_or(is_valid)
            && self.written.is_none_or(is_valid)
    }
}
