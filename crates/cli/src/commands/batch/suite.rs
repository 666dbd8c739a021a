//! The tasks of a batch, and who decides for them. All that can be wrong with them is found before the first one runs.

use super::trial::Trial;
use anyhow::{Context, Result, bail};
use deskpilot_agent::Deciders;
use deskpilot_dataflow::TaskFile;
use deskpilot_deciders::Script;
use deskpilot_runtime::{Config, UsageError, deciders};
use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

/// The name of the decider that does what each task's own script says.
const SCRIPT: &str = "script";

/// The tasks of a batch, by name.
pub(super) struct Suite {
    tasks: Vec<Arc<TaskFile>>,
}

impl Suite {
    /// The tasks of a folder, or of one file; of these names only, where any are given.
    pub(super) fn open(path: &Path, only: &[String]) -> Result<Suite> {
        let mut files = files(path)?;
        files.sort_by_key(|file| name(file));
        if let Some(unknown) = only.iter().find(|only| !files.iter().any(|file| name(file) == **only)) {
            let known: Vec<String> = files.iter().map(|file| name(file)).collect();
            bail!(UsageError(format!("there is no task {unknown:?}: the tasks are {}", known.join(", "))));
        }
        // What is not wanted need not be right.
        files.retain(|file| only.is_empty() || only.contains(&name(file)));
        let read: Vec<_> = files.iter().map(|file| TaskFile::open(file)).collect();
        let wrong: Vec<String> =
            read.iter().filter_map(|it| it.as_ref().err()).map(ToString::to_string).collect();
        if !wrong.is_empty() {
            bail!(UsageError(wrong.join("; ")));
        }
        Ok(Suite { tasks: read.into_iter().flatten().map(Arc::new).collect() })
    }

    /// Every task as often as this, each with the name of its log.
    pub(super) fn trials(&self, config: &Config, batch: &str, repeat: u32) -> Result<Vec<Trial>> {
        let log = |task: &TaskFile, turn: u32| match repeat {
            1 => format!("{batch}-{}", task.name),
            _ => format!("{batch}-{}-{turn}", task.name),
        };
        let turns = self.tasks.iter().flat_map(|task| (1..=repeat).map(move |turn| (task, turn)));
        turns
            .map(|(task, turn)| {
                let name = log(task, turn);
                deskpilot_log::folder(&config.log_dir, &name)?;
                Ok(Trial { task: task.clone(), name })
            })
            .collect()
    }
}

/// The name of the task in a file.
fn name(file: &Path) -> String {
    file.file_stem().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default()
}

/// The files of a folder that are called like tasks; or the one that is given.
fn files(path: &Path) -> Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let unreadable = || format!("{} cannot be read", path.display());
    let mut files = Vec::new();
    for entry in fs::read_dir(path).with_context(unreadable)? {
        let file = entry.with_context(unreadable)?.path();
        if file.extension().is_some_and(|it| it == "toml") {
            files.push(file);
        }
    }
    if files.is_empty() {
        bail!(UsageError(format!("there is no task in {}: a task is a file NAME.toml", path.display())));
    }
    Ok(files)
}

/// Who decides for the tasks.
pub(super) enum DeciderSource {
    /// The deciders of the settings.
    Settings(Deciders),
    /// The script of each task.
    Scripts,
}

impl DeciderSource {
    pub(super) fn of(config: &Config, suite: &Suite) -> Result<DeciderSource> {
        match (config.model.host.as_str(), config.model.app.as_str()) {
            (SCRIPT, SCRIPT) => {
                suite.tasks.iter().try_for_each(|task| script(task).map(drop))?;
                Ok(DeciderSource::Scripts)
            }
            (SCRIPT, _) | (_, SCRIPT) => {
                bail!(UsageError("the model script is for both agents: choose it with --model script".into()))
            }
            _ => Ok(DeciderSource::Settings(deciders(config)?)),
        }
    }

    /// The names of the HostAgent's and the AppAgents' deciders.
    pub(super) fn names(&self) -> (String, String) {
        match self {
            DeciderSource::Settings(it) => (it.host.name().to_owned(), it.app.name().to_owned()),
            DeciderSource::Scripts => (SCRIPT.into(), SCRIPT.into()),
        }
    }

    /// The deciders for one trial of the task; a script begins anew.
    pub(super) fn deciders(&self, task: &TaskFile) -> Result<Deciders> {
        match self {
            DeciderSource::Settings(deciders) => Ok(deciders.clone()),
            DeciderSource::Scripts => Ok(Deciders::without_judge(Arc::new(script(task)?))),
        }
    }
}

fn script(task: &TaskFile) -> Result<Script> {
    let Some(table) = &task.script else {
        bail!(UsageError(format!(
            "the task {} has no [script]: write one, or choose another --model",
            task.name
        )));
    };
    let wrong = |why: String| UsageError(format!("the [script] of the task {}: {why}", task.name));
    Ok(Script::from_toml(table).map_err(wrong)?)
}
