//! The model `script`: it does what a task file's `[script]` says, in the way of a capable model.
//!
//! It sees what any model sees and answers as any model answers: it chooses windows and controls by what they are called,
//! gives as many actions at once as it can see controls for, looks at what came of them, tries again what was not done,
//! and gives up with a reason. It remembers how far it is; one script is good for one round.

mod app;
mod control;
mod format;
mod host;
mod progress;
mod sight;
#[cfg(test)]
mod tests;

use crate::{Model, ModelError, steps::sections::HostSight};
use async_trait::async_trait;
use deskpilot_core::{AgentKind, Completion, Prompt, Usage};
use format::Script;
use progress::Progress;
use sight::AppTurn;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// Its name.
const NAME: &str = "script";

/// A model that does what a task file says.
pub struct TaskScript {
    script: Script,
    /// How far each subtask is, by its place in the script.
    progress: Mutex<BTreeMap<usize, Progress>>,
}

impl TaskScript {
    /// The model that does what the `[script]` table of a task file says.
    ///
    /// Fails with a sentence when the table is not such a script.
    pub fn from_toml(table: &toml::Table) -> Result<TaskScript, String> {
        let script = format::script(table)?;
        Ok(TaskScript { script, progress: Mutex::default() })
    }

    fn reply(&self, prompt: &Prompt) -> Result<serde_json::Value, ModelError> {
        match prompt.agent {
            AgentKind::HostAgent => Ok(host::reply(&self.script, &HostSight::of(prompt))),
            AgentKind::AppAgent => Ok(self.app(&AppTurn::of(prompt))),
            AgentKind::EvaluationAgent => Err(ModelError::judges_nothing(NAME)),
        }
    }

    fn app(&self, turn: &AppTurn) -> serde_json::Value {
        let at = self.script.place_of(&turn.sight.subtask, turn.finished);
        let subtask = &self.script.subtasks[at];
        let mut progress = self.progress.lock().unwrap_or_else(PoisonError::into_inner);
        app::reply(subtask, turn, progress.entry(at).or_insert_with(|| Progress::of(subtask)))
    }
}

#[async_trait]
impl Model for TaskScript {
    fn name(&self) -> &str {
        NAME
    }

    async fn complete(&self, prompt: &Prompt) -> Result<Completion, ModelError> {
        let usage = Usage { cost: Some(0.0), ..Usage::default() };
        Ok(Completion { text: self.reply(prompt)?.to_string(), model: NAME.to_owned(), usage })
    }
}
