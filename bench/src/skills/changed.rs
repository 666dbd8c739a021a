//! A skill that was learned in one window, in others that differ from it.

use super::{
    session::carry_out,
    variations::{Record, VARIATIONS, Variation, Wanted},
};
use crate::{
    app_under_test::{AppUnderTest, LaunchSpec, Readiness},
    folder, say,
};
use anyhow::{Context, Result, bail, ensure};
use async_trait::async_trait;
use deskpilot_agent::Ending;
use deskpilot_core::{Projection, Verdict, fold::AgentMemory};
use deskpilot_deciders::{
    AppResponse, AppScene, BarsNeed, Decider, DeciderError, HostResponse, HostScene, Needs, Recorder, Script,
};
use deskpilot_learning::{SkillAlone, SkillConsent, SkillStore, Skilled, Trajectories, subtask_skill};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::{
    fs,
    path::Path,
    sync::{Arc, Mutex, PoisonError},
};

/// What is asked for.
const REQUEST: &str = "Order 3 tea for Ada, by express, and save the order";
/// How often it is done before the skill runs.
const LEARNED: usize = 2;

/// How the skill dealt with a variation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Change {
    /// The variation.
    pub(super) name: String,
    /// What was wanted of the skill.
    pub(super) wanted: String,
    /// Whether the application recorded exactly what was wanted until then.
    pub(super) is_right: bool,
    /// The message to the agent that took over; empty if none took over.
    pub(super) messages: String,
    /// Whether that is what was wanted.
    pub(super) is_noticed: bool,
    /// What the application recorded.
    pub(super) record: Record,
}

/// Learns the skill, and follows it in each variation that is wanted.
pub(super) async fn measure(is_wanted: impl Fn(&str) -> bool) -> Result<Vec<Change>> {
    let folder = tempfile::tempdir()?;
    let store = Arc::new(learned(folder.path()).await?);
    let mut changes = vec![in_window(&Variation { name: "none", ..usual() }, &store).await?];
    ensure!(
        changes[0].is_right && changes[0].is_noticed,
        "the skill fails in its own window: {:?}",
        changes[0]
    );
    for variation in VARIATIONS.iter().filter(|it| is_wanted(it.name)) {
        say(&format!("{} ...", variation.name));
        let change = in_window(variation, &store).await;
        changes.push(change.with_context(|| format!("the variation {:?}", variation.name))?);
    }
    Ok(changes)
}

const fn usual() -> Variation {
    Variation { name: "none", wanted: Wanted::Same, own: "{}" }
}

async fn open(variation: &str, record: &Path) -> Result<AppUnderTest> {
    let program = folder().join("windows/orders.py");
    let argv = ["/usr/bin/python3".into(), program.display().to_string(), variation.into()];
    AppUnderTest::open(&LaunchSpec {
        argv: argv.into_iter().chain([record.display().to_string()]).collect(),
        settings: Vec::new(),
        title: "Orders",
        ready: Readiness::Idle,
    })
    .await
}

/// The store with the skill that the runs of a script taught.
async fn learned(folder: &Path) -> Result<SkillStore> {
    let mut store = SkillStore::open(&folder.join("skills"))?;
    for _ in 0..LEARNED {
        let app = open("none", &folder.join("record")).await?;
        let carried_out = carry_out(&app, Arc::new(script()?), REQUEST).await;
        app.close().await;
        let (ending, entries) = carried_out?;
        ensure!(matches!(ending, Ending::Ended(Verdict::Finished(_))), "the script failed: {ending:?}");
        let done = Trajectories::of(&entries);
        let subtask = done.rounds.iter().flat_map(|it| &it.subtasks).next().context("it did nothing")?;
        store.learn(subtask_skill(subtask, "bench")?)?;
    }
    let names: Vec<String> = store.skills().iter().map(|it| it.name.clone()).collect();
    names.iter().try_for_each(|it| store.set_consent(it, SkillConsent::Always))?;
    let [skill] = store.skills() else {
        let all = store.skills().iter().map(|it| serde_json::to_string(&it.skill).unwrap_or_default());
        bail!("the runs are not one skill:\n{}", all.collect::<Vec<_>>().join("\n"));
    };
    ensure!(skill.skill.is_proven(), "the skill is not proven");
    if let Some(why) = skill.skill.dependence() {
        bail!("the skill does not run by itself: {why}");
    }
    Ok(store)
}

fn script() -> Result<Script> {
    let acts = json!([
        {"do": "set_edit_text", "on": "Edit \"Customer\"", "args": {"text": "Ada"}},
        {"do": "set_edit_text", "on": "Edit \"Article\"", "args": {"text": "tea"}},
        {"do": "set_value", "on": "Spinner \"Pieces\"", "args": {"value": 3}},
        {"do": "check", "on": "CheckBox \"Express\""},
        {"do": "click_input", "on": "Button \"Add\""},
        {"do": "click_input", "on": "Button \"Save\""},
    ]);
    let subtask =
        json!({"open": "orders", "window": "Orders", "text": REQUEST, "acts": acts, "result": "saved"});
    let script = json!({"comment": "saved", "subtasks": [subtask]});
    Script::from_toml(&toml::Table::try_from(&script)?).map_err(anyhow::Error::msg)
}

async fn in_window(variation: &Variation, store: &Arc<SkillStore>) -> Result<Change> {
    let place = tempfile::tempdir()?;
    let record = place.path().join("record");
    let app = open(variation.name, &record).await?;
    let messages = Arc::new(Mutex::new(Vec::new()));
    let skill = &store.skills().first().context("there is no skill")?.skill;
    let alone = Handover { alone: SkillAlone::new(skill, REQUEST.to_owned()), messages: messages.clone() };
    let carried_out = carry_out(&app, Arc::new(Skilled::new(Arc::new(alone), store.clone())), REQUEST).await;
    app.close().await;
    let (ending, _) = carried_out?;
    let messages = messages.lock().unwrap_or_else(PoisonError::into_inner).join(" / ");
    let is_finished = matches!(ending, Ending::Ended(Verdict::Finished(_)));
    let record: Record = serde_json::from_str(&fs::read_to_string(&record)?)?;
    let (wanted, is_noticed) = match variation.wanted {
        Wanted::Same => ("the same result".to_owned(), is_finished && messages.is_empty()),
        Wanted::HandBack(steps) => {
            (format!("{steps} steps, then hand back"), !is_finished && !messages.is_empty())
        }
    };
    let is_right = record == variation.record()?;
    Ok(Change { name: variation.name.to_owned(), wanted, is_right, messages, is_noticed, record })
}

/// The decider behind the skill, which keeps the message that it gets when it takes over.
struct Handover {
    alone: SkillAlone,
    messages: Arc<Mutex<Vec<String>>>,
}

#[async_trait]
impl Decider for Handover {
    fn name(&self) -> &str {
        self.alone.name()
    }

    fn needs(&self) -> Needs {
        self.alone.needs()
    }

    fn bars_need(&self, memory: &AgentMemory) -> BarsNeed {
        self.alone.bars_need(memory)
    }

    async fn host(
        &self,
        scene: &HostScene<'_>,
        recorder: &mut dyn Recorder,
    ) -> Result<HostResponse, DeciderError> {
        self.alone.host(scene, recorder).await
    }

    async fn app(
        &self,
        scene: &AppScene<'_>,
        recorder: &mut dyn Recorder,
    ) -> Result<AppResponse, DeciderError> {
        let messages = scene.assignment.subtask.message.last().cloned().unwrap_or_default();
        self.messages.lock().unwrap_or_else(PoisonError::into_inner).push(messages);
        self.alone.app(scene, recorder).await
    }
}
