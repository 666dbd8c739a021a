//! The cost of a session: tokens, calls and dollars.

use crate::{Entry, Event, Projection};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The tokens, calls and dollars of the whole session.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Cost {
    /// The cost in dollars of all calls with a known price.
    pub dollars: f64,
    /// Calls with an unknown price, reported separately and never counted as free.
    pub unpriced: u32,
    /// Model calls.
    pub calls: u32,
    /// Prompt tokens, including cached ones.
    pub input_tokens: u64,
    /// Cached prompt tokens.
    pub cached_tokens: u64,
    /// Reply tokens.
    pub output_tokens: u64,
}

/// Dollars and tokens. Replies of unknown price are named, not counted as free.
impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Cost { dollars, unpriced, calls, input_tokens, cached_tokens, output_tokens } = self;
        match unpriced {
            _ if *calls == 0 => return f.write_str("nothing: no model was called"),
            0 => write!(f, "${dollars:.4}")?,
            _ if unpriced == calls => f.write_str("unknown: no price for this model")?,
            _ => write!(f, "${dollars:.4} and {unpriced} calls of unknown price")?,
        }
        write!(
            f,
            " ({calls} model calls, {input_tokens} tokens in ({cached_tokens} cached), {output_tokens} out)"
        )
    }
}

impl Projection for Cost {
    fn apply(&mut self, entry: &Entry) {
        let Event::Replied { usage, .. } = &entry.event else { return };
        self.calls += 1;
        self.input_tokens = self.input_tokens.saturating_add(usage.input_tokens);
        self.cached_tokens = self.cached_tokens.saturating_add(usage.cached_tokens);
        self.output_tokens = self.output_tokens.saturating_add(usage.output_tokens);
        match usage.cost {
            Some(dollars) => self.dollars += dollars,
            None => self.unpriced += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_price_is_reported() {
        for (dollars, unpriced, calls, expected) in [
            (0.0, 0, 0, "nothing: no model was called"),
            (0.0, 0, 2, "$0.0000 (2 model calls, "),
            (0.0, 2, 2, "unknown: no price for this model (2 model calls, "),
            (0.5, 1, 3, "$0.5000 and 1 calls of unknown price (3 model calls, "),
        ] {
            let shown = Cost { dollars, unpriced, calls, ..Cost::default() }.to_string();
            assert!(shown.starts_with(expected), "{shown}");
        }
    }
}
