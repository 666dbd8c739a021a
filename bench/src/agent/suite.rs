//! The tasks of the suite, done by their scripts with and without speculation.

use super::{
    progress::Progress,
    strict::StrictPlayer,
    task_command::{KEY, TaskCommand},
    task_run::TaskRun,
};
use crate::{interrupt::interrupted, root, say};
use anyhow::{Context, Result, bail};
use deskpilot_core::Secret;
use deskpilot_deciders::{Player, Script};
use deskpilot_testkit::loopback::ChatServer;
use serde::{Deserialize, Serialize};
use std::{
    fs,
    sync::Arc,
    time::{Duration, Instant},
};
use tokio_util::sync::CancellationToken;

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
    /// A task of the suite that was not run yet.
    fn of_suite(name: &str) -> Result<Task> {
        let text = fs::read_to_string(root().join(format!("tasks/{name}.toml")))?;
        let file: toml::Table = text.parse()?;
        let table = file.get("script").and_then(toml::Value::as_table).context("it has no [script]")?;
        let script = Script::from_toml(table).map_err(anyhow::Error::msg)?;
        Ok(Task {
            name: name.to_owned(),
            fewest: script.fewest_decisions(),
            fewest_host: script.fewest_assignments(),
            looks: script.further_looks(),
            ..Task::default()
        })
    }

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

    /// Who decides.
    pub(super) const fn player_name(self) -> &'static str {
        match self {
            RunKind::Lists => "lists of actions",
            RunKind::Single => "single actions",
            RunKind::Plain => "plain player",
            RunKind::Strict => "strict player",
            RunKind::StrictPlain => "strict and plain player",
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

/// What is done of the suite.
#[derive(Debug)]
pub(super) struct SuitePart {
    /// The names of the tasks.
    names: Vec<String>,
    /// How long a task may take.
    deadline: Duration,
}

impl SuitePart {
    /// The tasks of these names, or all where none is named.
    pub(super) fn open(only: &[String], deadline: Duration) -> Result<SuitePart> {
        let mut names = Vec::new();
        for entry in fs::read_dir(root().join("tasks"))? {
            let path = entry?.path();
            if path.extension().is_some_and(|it| it == "toml")
                && let Some(name) = path.file_stem()
            {
                names.push(name.to_string_lossy().into_owned());
            }
        }
        names.sort();
        if let Some(unknown) = only.iter().find(|it| !names.contains(it)) {
            bail!("there is no task {unknown:?}: the tasks are {}", names.join(", "));
        }
        names.retain(|it| only.is_empty() || only.contains(it));
        Ok(SuitePart { names, deadline })
    }

    /// The names of the tasks, in order.
    pub(super) fn names(&self) -> &[String] {
        &self.names
    }

    /// How long a task may take.
    pub(super) const fn deadline(&self) -> Duration {
        self.deadline
    }
}

/// Runs these tasks in each of these ways, and puts each run into `tasks` as it ends.
pub(super) async fn measure(
    kinds: &[RunKind],
    part: &SuitePart,
    interrupt: &CancellationToken,
    tasks: &mut Vec<Task>,
) -> Result<()> {
    let mut progress = Progress::of(kinds.len() * part.names.len());
    for kind in kinds {
        let player = Arc::new(StrictPlayer::new(kind.player())?);
        let provider = ChatServer::start(player, Secret::new(KEY)).await?;
        let (model, speculation) = kind.settings();
        // A home of its own: what a run teaches changes the prompts of the next.
        let command = TaskCommand::new(model, speculation, provider.base_url(), part.deadline)?;
        for name in &part.names {
            let began = Instant::now();
            let Some(run) = command.run(name, interrupt).await? else { return interrupted() };
            say(&progress.after(name, kind.player_name(), &run, began.elapsed()));
            *task_among(tasks, name)?.run_mut(*kind) = run;
        }
    }
    Ok(())
}

/// The task of this name among these, to which it is added where it is missing.
fn task_among<'t>(tasks: &'t mut Vec<Task>, name: &str) -> Result<&'t mut Task> {
    let at = match tasks.iter().position(|it| it.name == name) {
        Some(at) => at,
        None => {
            tasks.push(Task::of_suite(name).with_context(|| format!("the task {name}"))?);
            tasks.len() - 1
        }
    };
    Ok(&mut tasks[at])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_the_suite_has_the_named_tasks_in_order_and_no_other() {
        let open = |only: &[&str]| {
            let only: Vec<String> = only.iter().map(|it| (*it).to_owned()).collect();
            SuitePart::open(&only, Duration::ZERO).map(|it| it.names)
        };
        let all = open(&[]).unwrap();
        assert!(all.is_sorted() && all.len() > 2, "{all:?}");
        let (first, last) = (all[0].as_str(), all[all.len() - 1].as_str());
        assert_eq!(open(&[last, first]).unwrap(), [first, last]);
        let error = open(&[first, "no-such-task"]).unwrap_err().to_string();
        assert!(error.starts_with("there is no task \"no-such-task\": the tasks are "), "{error}");
    }

    #[test]
    fn a_task_has_one_row_for_all_its_runs() {
        let name = SuitePart::open(&[], Duration::ZERO).unwrap().names.swap_remove(0);
        let mut tasks = Vec::new();
        for kind in [RunKind::Lists, RunKind::Strict] {
            task_among(&mut tasks, &name).unwrap().run_mut(kind).calls = 4;
        }
        assert_eq!((tasks.len(), tasks[0].on.calls, tasks[0].strict.calls), (1, 4, 4));
        assert!(tasks[0].fewest > 0, "its script says how many calls it needs");
    }
}
