//! A player that decides by the scripts of the tasks and replies as a language model: it gets the prompt alone, and the schema that was
//! sent binds its replies, as a provider that enforces schemas does.

use crate::{reference::TokenCounter, root};
use anyhow::{Context, Result};
use async_trait::async_trait;
use deskpilot_core::{Completion, Prompt, Usage, section};
use deskpilot_deciders::{Player, Script};
use deskpilot_model::{Model, ModelError};
use deskpilot_testkit::{bound_reply, prompted_decider};
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    fs,
    path::Path,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// Its name as a model.
const NAME: &str = "strict";

/// The model. Each request is that of one task.
pub(super) struct StrictPlayer {
    scripts: BTreeMap<String, Arc<Script>>,
    counter: TokenCounter,
    /// What each task waits to reply once the functions are there that it asked about.
    pending: Mutex<BTreeMap<String, Pending>>,
}

/// A reply that waits for the functions that it calls.
#[derive(Clone)]
struct Pending {
    reply: String,
    /// How often the functions were asked about.
    questions: u32,
}

/// How often the player asks about the functions of one reply.
const MOST_QUESTIONS: u32 = 3;

impl StrictPlayer {
    /// A player of the tasks in `tasks/`, which follows their scripts as this player does.
    pub(super) fn new(player: Player) -> Result<StrictPlayer> {
        let mut scripts = BTreeMap::new();
        for entry in fs::read_dir(root().join("tasks"))? {
            let path = entry?.path();
            if path.extension().is_some_and(|it| it == "toml")
                && let Some((request, script)) = read(&path).with_context(|| path.display().to_string())?
            {
                scripts.insert(request, Arc::new(script.followed_by(player)));
            }
        }
        Ok(StrictPlayer { scripts, counter: TokenCounter::new()?, pending: Mutex::default() })
    }

    /// The reply of the script, or the question about its functions that the schema lacks.
    async fn reply(&self, prompt: &Prompt) -> Result<String, String> {
        let request = prompt.section(section::USER_REQUEST);
        let script =
            self.scripts.get(request).ok_or_else(|| format!("no task has the request {request:?}"))?;
        let waiting = self.pending().remove(request);
        let (reply, questions) = match waiting {
            Some(it) => (it.reply, it.questions),
            None => {
                let reply = prompted_decider::reply(script.as_ref(), prompt).await;
                (reply.map_err(|it| it.to_string())?, 0)
            }
        };
        let missing = functions_beyond(&reply, &prompt.contract.schema);
        if missing.is_empty() || questions >= MOST_QUESTIONS {
            return bound_reply(&reply, &prompt.contract);
        }
        self.pending().insert(request.to_owned(), Pending { reply, questions: questions + 1 });
        let questions =
            missing.iter().map(|it| json!({"Function": "describe_command", "Args": {"function": it}}));
        let ask = json!({"Status": "CONTINUE", "ActionList": questions.collect::<Vec<_>>()});
        bound_reply(&ask.to_string(), &prompt.contract)
    }

    fn pending(&self) -> MutexGuard<'_, BTreeMap<String, Pending>> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The request and the script of a task file; `None` where it has no script.
fn read(path: &Path) -> Result<Option<(String, Script)>> {
    let file: toml::Table = fs::read_to_string(path)?.parse()?;
    let request = file.get("request").and_then(toml::Value::as_str);
    let script = file.get("script").and_then(toml::Value::as_table);
    let (Some(request), Some(script)) = (request, script) else { return Ok(None) };
    Ok(Some((request.trim().to_owned(), Script::from_toml(script).map_err(anyhow::Error::msg)?)))
}

/// The functions of the reply that the schema does not let a model write.
fn functions_beyond(reply: &str, schema: &Value) -> Vec<String> {
    let reply: Value = serde_json::from_str(reply).unwrap_or_default();
    let allowed = &schema["properties"]["ActionList"]["items"]["properties"]["Function"]["enum"];
    let names = reply["ActionList"].as_array().into_iter().flatten().filter_map(|it| it["Function"].as_str());
    let is_allowed = |name: &&str| allowed.as_array().is_some_and(|all| all.iter().any(|it| it == *name));
    let mut missing: Vec<String> = names.filter(|it| !is_allowed(it)).map(str::to_owned).collect();
    missing.dedup();
    missing
}

#[async_trait]
impl Model for StrictPlayer {
    fn name(&self) -> &str {
        NAME
    }

    async fn complete(&self, prompt: &Prompt) -> Result<Completion, ModelError> {
        let refused = |message: String| ModelError::Refused { model: NAME.into(), message };
        let text = self.reply(prompt).await.map_err(refused)?;
        let read = self.counter.tokens(&prompt.system) + self.counter.tokens(&prompt.user_text());
        let written = self.counter.tokens(&text);
        let usage = Usage { input_tokens: read as u64, output_tokens: written as u64, ..Usage::default() };
        Ok(Completion { text, model: NAME.into(), usage })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_schema_lacks_is_asked_about() {
        let schema = json!({"properties": {"ActionList": {"items": {"properties": {"Function": {"enum": ["a", "b"]}}}}}});
        for (reply, expected) in [
            (r#"{"ActionList": [{"Function": "a"}, {"Function": "c"}, {"Function": "c"}]}"#, &["c"][..]),
            (r#"{"ActionList": [{"Function": "b"}]}"#, &[]),
            (r#"{"Status": "FINISH"}"#, &[]),
        ] {
            assert_eq!(functions_beyond(reply, &schema), expected, "{reply}");
        }
    }
}
