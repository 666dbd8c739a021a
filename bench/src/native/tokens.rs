//! The tokens that a language model would take for the decisions of a script: those of the prompts that it would get, and those of the
//! replies that it would write.

use crate::reference::TokenCounter;
use anyhow::Result;
use async_trait::async_trait;
use deskpilot_agent::{ModelDecider, PromptOptions};
use deskpilot_core::{Action, AppDecision, Completion, NextStatus, Prompt, Usage, fold::AgentMemory};
use deskpilot_deciders::{
    AppResponse, AppScene, BarsNeed, Decider, DeciderError, HostResponse, HostScene, Needs, Recorder, Script,
};
use deskpilot_model::{Model, ModelError};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex, PoisonError};

/// What an AppAgent's model would have read and written.
#[derive(Clone, Debug, Default)]
pub(super) struct ModelTexts(Arc<Mutex<Vec<String>>>);

impl ModelTexts {
    /// The tokens of all of them.
    pub(super) fn tokens(&self) -> Result<usize> {
        let counter = TokenCounter::new()?;
        let texts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(texts.iter().map(|it| counter.tokens(it)).sum())
    }

    fn add(&self, text: String) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(text);
    }
}

/// A script, with the prompts and replies of a model that would decide the same.
pub(super) struct PromptedScript {
    script: Arc<Script>,
    prompts: ModelDecider,
    texts: ModelTexts,
}

impl PromptedScript {
    /// A decider that adds to these texts and decides as the script does.
    pub(super) fn new(script: Arc<Script>, texts: ModelTexts) -> PromptedScript {
        let model = Arc::new(SilentModel(texts.clone()));
        PromptedScript { script, prompts: ModelDecider::new(model, PromptOptions::default()), texts }
    }
}

#[async_trait]
impl Decider for PromptedScript {
    fn name(&self) -> &str {
        self.script.name()
    }

    fn needs(&self) -> Needs {
        self.script.needs()
    }

    fn bars_need(&self, memory: &AgentMemory) -> BarsNeed {
        self.script.bars_need(memory)
    }

    async fn host(
        &self,
        scene: &HostScene<'_>,
        recorder: &mut dyn Recorder,
    ) -> Result<HostResponse, DeciderError> {
        self.script.host(scene, recorder).await
    }

    async fn app(
        &self,
        scene: &AppScene<'_>,
        recorder: &mut dyn Recorder,
    ) -> Result<AppResponse, DeciderError> {
        // The model notes the prompt, and its empty reply is no decision.
        drop(self.prompts.app(scene, recorder).await);
        let response = self.script.app(scene, recorder).await?;
        self.texts.add(reply(&response.decision).to_string());
        Ok(response)
    }
}

/// A decision as a model would write it, without remarks.
fn reply(decision: &AppDecision) -> Value {
    let (actions, status) = match decision {
        AppDecision::Act { actions, then, .. } => (actions.as_slice(), status(*then)),
        AppDecision::Ask(_) => (&[][..], "PENDING"),
        AppDecision::Finish => (&[][..], "FINISH"),
        AppDecision::Fail => (&[][..], "FAIL"),
    };
    let action = |it: &Action| {
        let label = it.label().map(|it| it.to_string()).unwrap_or_default();
        json!({
            "ControlLabel": label, "ControlText": it.control_text(), "Function": it.call.command, "Args": it.call.args,
        })
    };
    json!({"ActionList": actions.iter().map(action).collect::<Vec<_>>(), "Status": status})
}

const fn status(then: NextStatus) -> &'static str {
    match then {
        NextStatus::Continue => "CONTINUE",
        NextStatus::Finish => "FINISH",
        NextStatus::Fail => "FAIL",
    }
}

/// A model that notes its prompts and replies nothing.
struct SilentModel(ModelTexts);

#[async_trait]
impl Model for SilentModel {
    fn name(&self) -> &str {
        "silent"
    }

    async fn complete(&self, prompt: &Prompt) -> Result<Completion, ModelError> {
        self.0.add(format!("{}\n{}\n{}", prompt.system, prompt.user_text(), prompt.contract.schema));
        Ok(Completion { text: String::new(), model: "silent".into(), usage: Usage::default() })
    }
}
