//! A model with prepared replies, for tests and scripts.

use crate::{Model, ModelError};
use async_trait::async_trait;
use deskpilot_core::{Completion, Prompt, Usage};
use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

/// The reply to one prompt.
#[derive(Debug)]
pub enum ScriptedReply {
    /// The model replies with this text.
    Text(String),
    /// The call fails with this error.
    Error(ModelError),
}

impl From<&str> for ScriptedReply {
    fn from(text: &str) -> ScriptedReply {
        ScriptedReply::Text(text.to_owned())
    }
}

impl From<String> for ScriptedReply {
    fn from(text: String) -> ScriptedReply {
        ScriptedReply::Text(text)
    }
}

impl From<ModelError> for ScriptedReply {
    fn from(error: ModelError) -> ScriptedReply {
        ScriptedReply::Error(error)
    }
}

/// A model that gives its replies in order, whatever the prompt; it reports no usage.
pub struct ScriptedModel {
    name: String,
    count: usize,
    left: Mutex<VecDeque<ScriptedReply>>,
}

impl ScriptedModel {
    /// A model with this name and these replies.
    pub fn new(
        name: impl Into<String>,
        replies: impl IntoIterator<Item = impl Into<ScriptedReply>>,
    ) -> ScriptedModel {
        let left: VecDeque<ScriptedReply> = replies.into_iter().map(Into::into).collect();
        ScriptedModel { name: name.into(), count: left.len(), left: Mutex::new(left) }
    }

    fn next(&self) -> Option<ScriptedReply> {
        self.left.lock().unwrap_or_else(PoisonError::into_inner).pop_front()
    }
}

#[async_trait]
impl Model for ScriptedModel {
    fn name(&self) -> &str {
        &self.name
    }

    async fn complete(&self, _prompt: &Prompt) -> Result<Completion, ModelError> {
        match self.next() {
            Some(ScriptedReply::Text(text)) => {
                let usage = Usage { cost: Some(0.0), ..Usage::default() };
                Ok(Completion { text, model: self.name.clone(), usage })
            }
            Some(ScriptedReply::Error(error)) => Err(error),
            None => Err(ModelError::Exhausted { model: self.name.clone(), replies: self.count }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::Remedy;
    use deskpilot_testkit::prompt;

    #[tokio::test]
    async fn replies_come_in_order_and_then_there_are_none() {
        let busy = ModelError::RateLimited { model: "script".into(), retry_after: None };
        let script = ScriptedModel::new("script", [ScriptedReply::from("one"), busy.into(), "two".into()]);
        assert_eq!(script.complete(&prompt()).await.unwrap().text, "one");
        assert_eq!(script.complete(&prompt()).await.unwrap_err().remedy(), Remedy::Retry);
        let two = script.complete(&prompt()).await.unwrap();
        assert_eq!((two.text.as_str(), two.usage.cost, two.usage.input_tokens), ("two", Some(0.0), 0));
        let error = script.complete(&prompt()).await.unwrap_err();
        assert_eq!(error.to_string(), "script has no reply left: it had 3");
    }
}
