//! A decider in the place of a language model: it reads a prompt and replies in JSON.
//!
//! For tests of the whole way from prompts to decisions: given a prompt of a scene, the decider must decide what it
//! decides for the typed scene.

mod prompt;
mod replies;
mod sections;
#[cfg(test)]
mod tests;

pub use prompt::reply;
pub use sections::{control, effect};

use crate::bound_reply;
use async_trait::async_trait;
use deskpilot_core::{Completion, Prompt, Usage};
use deskpilot_deciders::Decider;
use deskpilot_model::{Model, ModelError};

/// Its name.
const NAME: &str = "decider";

/// A decider as a language model that is bound to the schema of the prompt. It uses no tokens.
pub struct PromptedDecider<D>(pub D);

#[async_trait]
impl<D: Decider> Model for PromptedDecider<D> {
    fn name(&self) -> &str {
        NAME
    }

    async fn complete(&self, prompt: &Prompt) -> Result<Completion, ModelError> {
        let refused = |why: String| ModelError::Refused { model: NAME.into(), message: why };
        let reply = prompt::reply(&self.0, prompt).await.map_err(|error| refused(error.to_string()))?;
        let text = bound_reply(&reply, &prompt.contract).map_err(refused)?;
        Ok(Completion { text, model: NAME.into(), usage: Usage::default() })
    }
}
