//! The script of a task in the place of a language model, which counts the tokens that one would take.

use crate::reference::TokenCounter;
use async_trait::async_trait;
use deskpilot_core::{Completion, Prompt, Usage};
use deskpilot_deciders::Script;
use deskpilot_model::{Model, ModelError};
use deskpilot_testkit::PromptedDecider;

/// A script that is asked with the prompts of a language model.
pub(super) struct CountingModel {
    pub(super) script: PromptedDecider<Script>,
    pub(super) counter: TokenCounter,
}

#[async_trait]
impl Model for CountingModel {
    fn name(&self) -> &str {
        self.script.name()
    }

    async fn complete(&self, prompt: &Prompt) -> Result<Completion, ModelError> {
        let reply = self.script.complete(prompt).await?;
        let text = format!("{}\n{}\n{}", prompt.system, prompt.user_text(), prompt.contract.schema);
        let tokens = |text: &str| self.counter.tokens(text) as u64;
        let usage =
            Usage { input_tokens: tokens(&text), output_tokens: tokens(&reply.text), ..Usage::default() };
        Ok(Completion { usage, ..reply })
    }
}
