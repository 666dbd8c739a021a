//! The tasks of the suite, done by their scripts with and without speculation.

use super::strict::StrictPlayer;
use crate::{root, say};
use anyhow::{Context, Result, ensure};
use deskpilot_core::{AgentKind, Entry, Event, Operation, Projection, Secret, fold::Decisions};
use deskpilot_deciders::{Player, Script};
use deskpilot_testkit::loopback::ChatServer;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::{collections::BTreeMap, env, fs, path::Path, process::Command, sync::Arc};
use tokio::task::spawn_blocking;

/// One task, with and without speculation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Task {
    /// The name of the task.
    pub(super) name: String,
    /// The run with lists of actions.
    pub(super) on: TaskRun,
    /// The run with one action at a time.
    pub(super) off: TaskRun,
    /// The run of a player that uses nothing but what the list says, three actions at once.
    #[serde(default)]
    pub(super) plain: TaskRun,
    /// The run of a player that gets prompts as a language model does, and whose replies the schema binds.
    #[serde(default)]
    pub(super) strict: TaskRun,
    /// The same with at most three actions at once, on what the list says.
    #[serde(default)]
    pub(super) strict_plain: TaskRun,
    /// The fewest decisions that it can be done with.
    #[serde(default)]
    pub(super) fewest: u64,
    /// Those of the HostAgent among them.
    #[serde(default)]
    pub(super) fewest_host: u64,
    /// How many lists need to stop, because what to do depends on what the task shows on the way.
    #[serde(default)]
    pub(super) looks: u64,
}

impl Task {
    /// The lists that stopped without need.
    pub(super) const fn needless_stops(&self) -> u64 {
        self.on.divergences.saturating_sub(self.looks)
    }

    /// Its run of this kind.
    pub(super) const fn run(&self, kind: RunKind) -> &TaskRun {
        match kind {
            RunKind::Lists => &self.on,
            RunKind::Single => &self.off,
            RunKind::Plain => &self.plain,
            RunKind::Strict => &self.strict,
            RunKind::StrictPlain => &self.strict_plain,
        }
    }

    /// The same, to change it.
    pub(super) fn run_mut(&mut self, kind: RunKind) -> &mut TaskRun {
        match kind {
            RunKind::Lists => &mut self.on,
            RunKind::Single => &mut self.off,
            RunKind::Plain => &mut self.plain,
            RunKind::Strict => &mut self.strict,
            RunKind::StrictPlain => &mut self.strict_plain,
        }
    }
}

impl TaskRun {
    /// Whether there was such a run: every run takes a call.
    pub(super) const fn is_there(&self) -> bool {
        self.calls > 0
    }

    /// The decisions of the HostAgent.
    pub(super) const fn host_calls(&self) -> u64 {
        self.calls.saturating_sub(self.app_calls)
    }

    /// Adds the counts of another run.
    pub(super) fn add(&mut self, other: TaskRun) {
        self.calls += other.calls;
        self.app_calls += other.app_calls;
        self.actions += other.actions;
        self.seconds += other.seconds;
        self.divergences += other.divergences;
        self.tokens += other.tokens;
    }
}

/// How a run goes through the tasks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RunKind {
    /// Lists of actions.
    Lists,
    /// One action at a time.
    Single,
    /// Three actions at once, on what the list of controls names.
    Plain,
    /// Lists of actions, as replies to prompts that their schema binds.
    Strict,
    /// Three actions at once on what the list of controls names, as replies to such prompts.
    StrictPlain,
}

impl RunKind {
    /// All of them.
    pub(super) const ALL: [RunKind; 5] =
        [RunKind::Lists, RunKind::Single, RunKind::Plain, RunKind::Strict, RunKind::StrictPlain];
    /// Those of a run of the benchmark that names none.
    pub(super) const USUAL: [RunKind; 4] = [RunKind::Lists, RunKind::Single, RunKind::Plain, RunKind::Strict];

    const fn name(self) -> &'static str {
        match self {
            RunKind::Lists => "on",
            RunKind::Single => "off",
            RunKind::Plain => "plain",
            RunKind::Strict => "strict",
            RunKind::StrictPlain => "strict-plain",
        }
    }

    /// The decider, and the setting of lists of actions.
    const fn settings(self) -> (&'static str, &'static str) {
        match self {
            RunKind::Lists => ("script", "on"),
            RunKind::Single => ("script", "off"),
            RunKind::Plain => ("plain-script", "on"),
            RunKind::Strict | RunKind::StrictPlain => ("openai-compatible/strict", "on"),
        }
    }

    /// Who replies, where prompts are sent.
    const fn player(self) -> Player {
        match self {
            RunKind::Plain | RunKind::StrictPlain => Player::Plain,
            RunKind::Lists | RunKind::Single | RunKind::Strict => Player::Skilled,
        }
    }
}

/// One run of a task.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct TaskRun {
    /// Whether it finished and every check passed.
    pub(super) success: bool,
    /// Decisions, rejected ones included: each is a model call where a language model decides.
    pub(super) calls: u64,
    /// Those of AppAgents.
    pub(super) app_calls: u64,
    /// Actions that it carried out.
    pub(super) actions: u64,
    /// Seconds.
    pub(super) seconds: f64,
    /// Lists of actions that a divergence stopped.
    pub(super) divergences: u64,
    /// Tokens of all prompts and replies; none where no prompts are made.
    #[serde(default)]
    pub(super) tokens: u64,
}

/// The key of the server that plays a provider. It listens on loopback.
const KEY: &str = "only-for-this-benchmark";

/// Runs the tasks of the suite in each of these ways: those that are named, or all where none is.
pub(super) async fn measure(kinds: Vec<RunKind>, only: Vec<String>) -> Result<Vec<Task>> {
    let mut runs = Vec::new();
    for kind in kinds {
        let player = Arc::new(StrictPlayer::new(kind.player())?);
        runs.push((kind, ChatServer::start(player, Secret::new(KEY)).await?));
    }
    spawn_blocking(move || run_all(&runs, &only)).await?
}

fn run_all(runs: &[(RunKind, ChatServer)], only: &[String]) -> Result<Vec<Task>> {
    let mut tasks: BTreeMap<String, Task> = BTreeMap::new();
    for (kind, provider) in runs {
        say(&format!("the tasks, {} ...", kind.name()));
        // A home of its own: what a run teaches changes the prompts of the next.
        let home = tempfile::tempdir()?;
        for (name, run) in batch(home.path(), *kind, provider.base_url(), only)? {
            let task = tasks.entry(name.clone()).or_default();
            task.name = name;
            *task.run_mut(*kind) = run;
        }
    }
    for task in tasks.values_mut() {
        let script = script(&task.name).with_context(|| format!("the task {}", task.name))?;
        (task.fewest, task.looks) = (script.fewest_decisions(), script.further_looks());
        task.fewest_host = script.fewest_assignments();
    }
    Ok(tasks.into_values().collect())
}

/// The script of a task.
fn script(task: &str) -> Result<Script> {
    let text = fs::read_to_string(root().join(format!("tasks/{task}.toml")))?;
    let file: toml::Table = text.parse()?;
    let table = file.get("script").and_then(toml::Value::as_table).context("it has no [script]")?;
    Script::from_toml(table).map_err(anyhow::Error::msg)
}

fn batch(home: &Path, kind: RunKind, base_url: &str, only: &[String]) -> Result<Vec<(String, TaskRun)>> {
    let program = env::current_exe()?.with_file_name("deskpilot");
    ensure!(
        program.exists(),
        "there is no {}: run `cargo xtask bench agent`, which builds it",
        program.display()
    );
    let (tasks, logs) = (root().join("tasks"), home.join("logs"));
    let (model, speculation) = kind.settings();
    let output = Command::new(&program)
        .args(["batch", "--json", "--model", model, "--policy", "unrestricted"])
        .args(["--task", &format!("bench-{}", kind.name())])
        .arg("--log-dir")
        .arg(&logs)
        .arg(tasks)
        .args(only.iter().flat_map(|task| ["--only", task.as_str()]))
        .env("XDG_DATA_HOME", home.join("data"))
        .env("DESKPILOT_RUN_SPECULATION", speculation)
        .envs([
            ("DESKPILOT_MODEL_BASE_URL", base_url),
            ("DESKPILOT_MODEL_KEY_VARIABLE", "BENCH_KEY"),
            ("BENCH_KEY", KEY),
        ])
        .output()
        .context("deskpilot does not start")?;
    let results: Value = serde_json::from_slice(&output.stdout)
        .with_context(|| format!("the batch failed: {}", String::from_utf8_lossy(&output.stderr)))?;
    let rows = results["tasks"].as_array().context("the batch has no tasks")?;
    rows.iter().map(|row| Ok((text(row, "task"), task_run(&logs, row)?))).collect()
}

fn task_run(logs: &Path, row: &Value) -> Result<TaskRun> {
    let entries = deskpilot_log::read(logs, &text(row, "log"))?;
    let count = |is: fn(&Event) -> bool| entries.iter().filter(|it| is(&it.event)).count() as u64;
    Ok(TaskRun {
        success: row["success"] == true,
        calls: row["decisions"].as_u64().unwrap_or(0),
        app_calls: app_calls(&entries),
        actions: count(|it| matches!(it, Event::Acting { operation: Operation::Act(_), .. })),
        seconds: row["seconds"].as_f64().unwrap_or(0.0),
        divergences: count(is_stopped_list),
        tokens: ["input_tokens", "output_tokens"].iter().filter_map(|it| row[*it].as_u64()).sum(),
    })
}

/// The decisions of AppAgents, counted as those of the session are.
fn app_calls(entries: &[Entry]) -> u64 {
    let (mut decisions, mut agent, mut calls) = (Decisions::default(), None, 0);
    for entry in entries {
        if let Event::StepStarted { agent: now, .. } = &entry.event {
            agent = Some(now.kind());
        }
        let before = decisions.count;
        decisions.apply(entry);
        if agent == Some(AgentKind::AppAgent) {
            calls += u64::from(decisions.count - before);
        }
    }
    calls
}

/// Whether the desktop was not as a list of actions expected. Actions that wait because of the policy, and those that a list may
/// leave out, are no divergence.
fn is_stopped_list(event: &Event) -> bool {
    let Event::Held { operations, divergence } = event else { return false };
    !operations.is_empty() && divergence.is_of_desktop()
}

fn text(row: &Value, key: &str) -> String {
    row[key].as_str().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{
        AgentName, AppDecision, Complaint, HostDecision, HostRemarks, Remarks, StepNumber, Timestamp,
    };

    #[test]
    fn a_rejected_decision_counts_for_the_agent_that_made_it() {
        let step = |agent| Event::StepStarted { step: StepNumber { session: 0, round: 0, agent: 0 }, agent };
        let rejected = || Event::Rejected { complaint: Complaint::new("no") };
        let events = [
            step(AgentName::host()),
            rejected(),
            Event::HostDecided { decision: HostDecision::Finish, remarks: HostRemarks::default() },
            step(AgentName::app("a", "t")),
            rejected(),
            rejected(),
            Event::AppDecided { decision: AppDecision::Finish, remarks: Remarks::default() },
        ];
        let entry = |event| Entry { seq: 0, at: Timestamp(0), event };
        assert_eq!(app_calls(&events.map(entry)), 3);
    }
}
