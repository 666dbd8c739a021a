//! A model that reads one control after the other, and keeps what it was shown.

use async_trait::async_trait;
use deskpilot_core::{AgentKind, Completion, ControlLine, PictureLimits, Prompt, Usage, section};
use deskpilot_model::{Model, ModelError, picture_limits};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex, PoisonError};

/// What the model was shown of a window.
#[derive(Clone, Debug)]
pub(super) struct Shown {
    /// The controls as text.
    pub(super) controls: String,
}

/// Gives the window of this title to its AppAgent, which reads its controls one by one.
pub(super) struct Reader {
    pub(super) title: &'static str,
    pub(super) steps: usize,
    pub(super) shown: Arc<Mutex<Vec<Shown>>>,
}

impl Reader {
    fn reply(&self, prompt: &Prompt) -> Value {
        if prompt.agent == AgentKind::HostAgent {
            return self.host(prompt);
        }
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        let controls = prompt.section(section::CONTROL_INFORMATION).to_owned();
        let labels: Vec<String> = ControlLine::parse_listing(&controls)
            .into_iter()
            .filter_map(|it| Some(it.label?.to_string()))
            .collect();
        let step = shown.len();
        shown.push(Shown { controls });
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
        let is_it = |it: &&Value| it["title"].as_str().is_some_and(|title| title.contains(self.title));
        match windows.iter().find(is_it) {
            Some(window) if prompt.section(section::PREVIOUS_SUBTASKS) == "[]" => json!({
                "Status": "ASSIGN", "ControlLabel": window["label"], "Current Sub-Task": "read every control",
            }),
            _ => json!({"Status": "FINISH", "Comment": "done"}),
        }
    }
}

#[async_trait]
impl Model for Reader {
    fn name(&self) -> &str {
        "reader"
    }

    /// As a hosted model of the usual kind is shown its pictures.
    fn pictures(&self) -> PictureLimits {
        picture_limits("gpt-4o", None)
    }

    async fn complete(&self, prompt: &Prompt) -> Result<Completion, ModelError> {
        Ok(Completion {
            text: self.reply(prompt).to_string(),
            model: "reader".into(),
            usage: Usage::default(),
        })
    }
}
