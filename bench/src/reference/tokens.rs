//! Counts tokens with the vocabulary of a real model.

use anyhow::{Context, Result};
use tiktoken_rs::CoreBPE;

/// Counts tokens with OpenAI's vocabulary o200k.
pub(crate) struct TokenCounter(CoreBPE);

impl TokenCounter {
    /// A counter; an error where the vocabulary cannot be read.
    pub(crate) fn new() -> Result<TokenCounter> {
        Ok(TokenCounter(tiktoken_rs::o200k_base().context("the vocabulary cannot be read")?))
    }

    /// The tokens of a text.
    pub(crate) fn tokens(&self, text: &str) -> usize {
        self.0.encode_ordinary(text).len()
    }
}
