//! A model that reads one control after another, and records the lists of controls in its prompts.

use async_trait::async_trait;
use deskpilot_core::{AgentKind, Completion, ControlLine, PictureLimits, Prompt, Usage, section};
use deskpilot_model::{Model, ModelError, picture_limits};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex, PoisonError};

/// Assigns the window with this title to its AppAgent, which reads one control in each step.
pub(super) struct ReadingModel {
    pub(super) title: &'static str,
    pub(super) steps: usize,
    /// The list of controls of each prompt, as text.
    pub(super) lists: Arc<Mutex<Vec<String>>>,
}

impl ReadingModel {
    fn reply(&self, prompt: &Prompt) -> Value {
        if prompt.agent == AgentKind::HostAgent {
            return self.host(prompt);
        }
        let mut lists = self.lists.lock().unwrap_or_else(PoisonError::into_inner);
        let controls = prompt.section(section::CONTROL_INFORMATION).to_owned();
        let labels: Vec<String> = ControlLine::parse_listing(&controls)
            .into_iter()
            .filter_map(|it| Some(it.label?.to_string()))
            .collect();
        let step = lists.len();
        lists.push(controls);
        match labels.get(step % labels.len().max(1)) {
            Some(label) if step < self.steps => json!({
                "Status": "CONTINUE", "ActionList": [{"Function": "texts", "ControlLabel": label, "Args": {"name": null}}],
            }),
            _ => json!({"Status": "FINISH", "Comment": "read"}),
        }
    }

    fn host(&self, prompt: &Prompt) -> Value {
        let windows: Vec<Value> =
            serde_json::from_str(prompt.section(section::APPLICATION_INFORMATION)).unwrap_or_default();
        let has_title = |it: &&Value| it["title"].as_str().is_some_and(|title| title.contains(self.title));
        match windows.iter().find(has_title) {
            Some(window) if prompt.section(section::PREVIOUS_SUBTASKS).is_empty() => json!({
                "Status": "ASSIGN", "ControlLabel": window["label"], "Current Sub-Task": "read every control",
            }),
            _ => json!({"Status": "FINISH", "Comment": "done"}),
        }
    }
}

#[async_trait]
impl Model for ReadingModel {
    fn name(&self) -> &str {
        "reader"
    }

    /// The limits of a usual hosted model.
    fn pictures(&self) -> PictureLimits {
        picture_limits("gpt-6.1-terra", None)
    }

    async fn complete(&self, prompt: &Prompt) -> Result<Completion, ModelError> {
        Ok(Completion {
            text: self.reply(prompt).to_string(),
            model: "reader".into(),
            usage: Usage::default(),
        })
    }
}
