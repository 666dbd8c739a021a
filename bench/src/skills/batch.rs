//! One task, done by the program as users have it.

use super::model::CountingModel;
use crate::{product_command::product_command, reference::TokenCounter, root};
use anyhow::{Context, Result, ensure};
use deskpilot_core::{Prompt, section};
use deskpilot_deciders::Script;
use deskpilot_model::Secret;
use deskpilot_testkit::{PromptedDecider, loopback::ChatServer};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::{
    fs,
    path::{Path, PathBuf},
    process::Output,
    sync::Arc,
};
use tokio::process::Command;

/// The key that the loopback server of the model wants.
const KEY: &str = "only-for-the-bench";

/// How the tip begins that a skill gives when it hands back.
const HANDED_BACK: &str = "A skill began this subtask and stopped";

/// What a run took.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Taken {
    /// Whether it finished and every check holds.
    pub(super) success: bool,
    /// Calls of the model.
    pub(super) calls: u64,
    /// Tokens of prompts and replies.
    pub(super) tokens: u64,
    /// Seconds of the session, in which the model takes no time.
    pub(super) seconds: f64,
    /// What a skill reported to the model when it handed back; empty if none did.
    #[serde(default)]
    pub(super) handed_back: String,
}

/// The home of a user, who has what was learned and indexed there.
pub(super) struct Home(pub(super) PathBuf);

impl Home {
    /// Does the task of this name of `tasks/`, decided by its script through prompts.
    pub(super) async fn run(&self, task: &str) -> Result<Taken> {
        let folder = tempfile::tempdir()?;
        let tasks = folder.path().join("tasks");
        fs::create_dir(&tasks)?;
        let file = format!("{task}.toml");
        let text = fs::read_to_string(root().join("tasks").join(&file))?;
        fs::write(tasks.join(&file), &text)?;
        let table: toml::Table = text.parse()?;
        let script = table.get("script").and_then(toml::Value::as_table).context("it has no [script]")?;
        let script = PromptedDecider(Script::from_toml(script).map_err(anyhow::Error::msg)?);
        let model = CountingModel { script, counter: TokenCounter::new()? };
        let server = ChatServer::start(Arc::new(model), Secret::new(KEY)).await?;
        let words = ["batch", "--json", "--model", "openai-compatible/script", "--policy", "unrestricted"];
        let mut command = self.deskpilot(&words)?;
        command.args(["--base-url", server.base_url(), "--task", "bench", "--log-dir"]);
        command.arg(folder.path().join("logs")).arg(&tasks);
        command.env("DESKPILOT_MODEL_KEY_VARIABLE", "BENCH_KEY").env("BENCH_KEY", KEY);
        let output = command.output().await.context("deskpilot does not start")?;
        let message = server.requests().into_iter().find_map(|it| handed_back(&it));
        Ok(Taken { handed_back: message.unwrap_or_default(), ..taken(&output)? })
    }

    /// Lets the skills run by themselves that can, as a person would who is asked. Returns how often they would be: once for a request,
    /// with what is done for its subtasks, and else once for each subtask.
    pub(super) async fn allow(&self) -> Result<u64> {
        let listed = self.deskpilot(&["skills", "list", "--json"])?.output().await?;
        let listed: Value = serde_json::from_slice(&listed.stdout)
            .with_context(|| format!("the skills are not listed: {}", text_of(&listed.stderr)))?;
        let skills = listed["skills"].as_array().map(Vec::as_slice).unwrap_or_default();
        let is_asked =
            |it: &&Value| it["proven"] == true && it["depends_on"].is_null() && it["consent"] == "unasked";
        let asked: Vec<&Value> = skills.iter().filter(is_asked).collect();
        let names: Vec<&str> = asked.iter().filter_map(|it| it["name"].as_str()).collect();
        if names.is_empty() {
            return Ok(0);
        }
        let output = self.deskpilot(&[&["skills", "allow"], names.as_slice()].concat())?.output().await?;
        ensure!(output.status.success(), "the skills are not allowed: {}", text_of(&output.stderr));
        let requests = asked.iter().filter(|it| it["for_request"] == true).count();
        Ok(if requests > 0 { requests } else { names.len() } as u64)
    }

    /// Puts the installed help of these applications into the index.
    pub(super) async fn index_help(&self, applications: &[&str]) -> Result<()> {
        let words = [&["knowledge", "add", "--installed"], applications].concat();
        let output = self.deskpilot(&words)?.output().await?;
        ensure!(output.status.success(), "the help is not indexed: {}", text_of(&output.stderr));
        Ok(())
    }

    fn deskpilot(&self, words: &[&str]) -> Result<Command> {
        let mut command = product_command(&self.0, "skills")?;
        command.args(words);
        Ok(command)
    }
}

fn taken(output: &Output) -> Result<Taken> {
    let results: Value = serde_json::from_slice(&output.stdout)
        .with_context(|| format!("the batch failed: {}", text_of(&output.stderr)))?;
    let row = &results["tasks"][0];
    let count = |name: &str| row[name].as_u64().unwrap_or(0);
    Ok(Taken {
        success: row["success"] == true,
        calls: count("model_calls"),
        tokens: count("input_tokens") + count("output_tokens"),
        seconds: row["seconds"].as_f64().unwrap_or(0.0),
        handed_back: String::new(),
    })
}

/// What a skill reported to the model in this prompt.
fn handed_back(prompt: &Prompt) -> Option<String> {
    let tips = prompt.section(section::HOST_MESSAGE);
    tips.contains(HANDED_BACK).then(|| tips.to_owned())
}

fn text_of(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A new home in this folder.
pub(super) fn new_home(folder: &Path, name: &str) -> Result<Home> {
    let home = folder.join(name);
    fs::create_dir_all(&home)?;
    Ok(Home(home))
}
