//! The model that plays the long task, and keeps the texts of the prompts that it got.

use super::task::{Act, HourSubtask};
use async_trait::async_trait;
use deskpilot_core::{AgentKind, Completion, ControlLine, Prompt, Usage, section};
use deskpilot_model::{Model, ModelError};
use serde_json::{Value, json};
use std::{
    collections::VecDeque,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// Its name as a model.
const NAME: &str = "hours";

/// The name of the fixed text among the parts of a prompt.
const FIXED: &str = "fixed text";
/// The name of the schema among them.
pub(super) const SCHEMA: &str = "schema of the reply";

/// A prompt as texts by part: the fixed text, each section with its tags, and the schema of the reply.
#[derive(Clone, Debug)]
pub(super) struct RecordedPrompt {
    /// The agent that asked.
    pub(super) agent: AgentKind,
    /// The parts, in their order.
    pub(super) parts: Vec<(String, String)>,
}

impl RecordedPrompt {
    fn of(prompt: &Prompt) -> RecordedPrompt {
        let sections = prompt.sections.iter().map(|it| (it.name.clone(), it.to_string()));
        let fixed = (FIXED.to_owned(), prompt.system.clone());
        let schema = (SCHEMA.to_owned(), prompt.contract.schema.to_string());
        RecordedPrompt {
            agent: prompt.agent,
            parts: [fixed].into_iter().chain(sections).chain([schema]).collect(),
        }
    }

    /// Whether any part but the schema has this text.
    pub(super) fn has(&self, text: &str) -> bool {
        self.parts.iter().any(|(name, part)| name != SCHEMA && part.contains(text))
    }
}

/// Gives the subtasks one after the other to the windows of their applications, and plays their lists of actions.
pub(super) struct HourPlayer {
    subtasks: Vec<HourSubtask>,
    state: Mutex<PlayState>,
}

/// How far it is.
#[derive(Default)]
struct PlayState {
    /// How many subtasks it has assigned.
    assigned: usize,
    /// The lists that are left of the last one.
    left: VecDeque<Vec<Act>>,
    prompts: Vec<RecordedPrompt>,
}

impl HourPlayer {
    /// A player of these subtasks.
    pub(super) fn new(subtasks: Vec<HourSubtask>) -> HourPlayer {
        HourPlayer { subtasks, state: Mutex::default() }
    }

    /// The prompts so far, in order.
    pub(super) fn prompts(&self) -> Vec<RecordedPrompt> {
        self.state().prompts.clone()
    }

    fn state(&self) -> MutexGuard<'_, PlayState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn reply(&self, prompt: &Prompt) -> Value {
        let mut state = self.state();
        state.prompts.push(RecordedPrompt::of(prompt));
        match prompt.agent {
            AgentKind::HostAgent => self.assign(&mut state, prompt),
            AgentKind::AppAgent | AgentKind::EvaluationAgent => self.act(&mut state, prompt),
        }
    }

    fn assign(&self, state: &mut PlayState, prompt: &Prompt) -> Value {
        let Some(subtask) = self.subtasks.get(state.assigned) else {
            return json!({"Status": "FINISH", "Comment": "the pages are in the journal's folder, and the sums are noted"});
        };
        let windows: Vec<Value> =
            serde_json::from_str(prompt.section(section::APPLICATION_INFORMATION)).unwrap_or_default();
        let is_its = |it: &&Value| it["application"].as_str() == Some(subtask.application);
        let Some(window) = windows.iter().find(is_its) else {
            return json!({"Status": "FAIL", "Comment": format!("there is no window of {}", subtask.application)});
        };
        state.assigned += 1;
        state.left = subtask.lists.clone().into();
        json!({
            "Status": "ASSIGN", "ControlLabel": window["label"], "ControlText": window["title"],
            "Current Sub-Task": subtask.line, "Message": ["name what you read"], "Plan": [],
        })
    }

    fn act(&self, state: &mut PlayState, prompt: &Prompt) -> Value {
        let Some(acts) = state.left.pop_front() else {
            let comment = state.assigned.checked_sub(1).and_then(|at| self.subtasks.get(at));
            return json!({"Status": "FINISH", "Comment": comment.map(|it| it.comment.as_str())});
        };
        let controls = ControlLine::parse_listing(prompt.section(section::CONTROL_INFORMATION));
        let actions: Vec<Value> = acts.iter().map(|it| it.reply(&controls)).collect();
        let plan: Vec<String> =
            state.left.iter().map(|it| format!("{} more actions, then look again", it.len())).collect();
        json!({"Status": "CONTINUE", "ActionList": actions, "Plan": plan})
    }
}

#[async_trait]
impl Model for HourPlayer {
    fn name(&self) -> &str {
        NAME
    }

    async fn complete(&self, prompt: &Prompt) -> Result<Completion, ModelError> {
        let text = self.reply(prompt).to_string();
        Ok(Completion { text, model: NAME.into(), usage: Usage::default() })
    }
}
