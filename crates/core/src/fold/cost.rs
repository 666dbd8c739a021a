//! The cost of a session: tokens, calls and dollars.

use crate::{Entry, Event, Projection};
use serde::{Deserialize, Serialize};

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
