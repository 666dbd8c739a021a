//! A decider in the place of a language model.

use async_trait::async_trait;
use deskpilot_core::{Completion, Prompt, Usage};
use deskpilot_deciders::{Decider, spoken};
use deskpilot_model::{Model, ModelError};

/// A decider as a language model: it reads prompts, and replies in JSON. It uses no tokens.
pub struct Spoken<D>(pub D);

#[async_trait]
impl<D: Decider> Model for Spoken<D> {
    fn name(&self) -> &str {
        "spoken"
    }

    async fn complete(&self, prompt: &Prompt) -> Result<Completion, ModelError> {
        let refused = |why: String| ModelError::Refused { model: "spoken".into(), message: why };
        let text = spoken::reply(&self.0, prompt).await.map_err(|error| refused(error.to_string()))?;
        Ok(Completion { text, model: "spoken".into(), usage: Usage::default() })
    }
}
