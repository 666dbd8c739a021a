//! The deciders of a batch: those of the settings, or each task's own script.

use anyhow::{Result, bail};
use deskpilot_agent::Deciders;
use deskpilot_dataflow::TaskFile;
use deskpilot_deciders::Script;
use deskpilot_runtime::{Config, UsageError, deciders};
use std::sync::Arc;

/// The name of the decider that follows each task's own script.
const SCRIPT: &str = "script";

/// Where the deciders of a task come from.
pub(super) enum DeciderSource {
    /// The deciders of the settings.
    Settings(Deciders),
    /// The script of each task.
    Scripts,
}

impl DeciderSource {
    /// The source that the settings name. Checks the scripts of all tasks if it is the scripts.
    pub(super) fn of(config: &Config, tasks: &[Arc<TaskFile>]) -> Result<DeciderSource> {
        match (config.model.host.as_str(), config.model.app.as_str()) {
            (SCRIPT, SCRIPT) => {
                tasks.iter().try_for_each(|task| script(task).map(drop))?;
                Ok(DeciderSource::Scripts)
            }
            (SCRIPT, _) | (_, SCRIPT) => {
                bail!(UsageError(
                    "the model `script` decides for both agents: choose it with --model script".into()
                ))
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

    /// The deciders for one trial of the task; a script starts from its beginning.
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
