//! What a session has cost.

use crate::{Entry, Event, Projection};

/// Tokens and dollars, of the whole session.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cost {
    /// Dollars of all calls whose price is known.
    pub dollars: f64,
    /// Calls whose price is not known: said, never counted as nothing.
    pub unpriced: u32,
    /// Model calls.
    pub calls: u32,
    /// Tokens of the prompts, cached ones included.
    pub input_tokens: u64,
    /// Tokens of the prompts that were cached.
    pub cached_tokens: u64,
    /// Tokens of the replies.
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
