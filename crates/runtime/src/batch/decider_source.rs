//! The deciders of a batch: those of the settings, or each task's own script.

use crate::{Config, RuntimeError, UsageError, deciders};
use deskpilot_agent::Deciders;
use deskpilot_deciders::{Player, Script};
use deskpilot_tasks::TaskFile;
use std::sync::Arc;

/// The name of the decider that follows each task's own script.
const SCRIPT: &str = "script";
/// The name of the one that does so with three actions at once, on controls that the list names.
const PLAIN_SCRIPT: &str = "plain-script";

/// Where the deciders of a task come from.
pub enum DeciderSource {
    /// The deciders of the settings.
    Settings(Deciders),
    /// The script of each task.
    Scripts(Player),
}

impl DeciderSource {
    /// The source that the settings name. Checks the scripts of all tasks if it is the scripts.
    ///
    /// # Errors
    /// The settings name no decider, or a task has no valid script.
    pub fn of(config: &Config, tasks: &[Arc<TaskFile>]) -> Result<DeciderSource, RuntimeError> {
        match (config.model.host.as_str(), config.model.app.as_str()) {
            (host @ (SCRIPT | PLAIN_SCRIPT), app) if host == app => {
                tasks.iter().try_for_each(|task| script(task).map(drop))?;
                Ok(DeciderSource::Scripts(if host == SCRIPT { Player::Skilled } else { Player::Plain }))
            }
            (name @ (SCRIPT | PLAIN_SCRIPT), _) | (_, name @ (SCRIPT | PLAIN_SCRIPT)) => {
                let why =
                    format!("the model `{name}` decides for both agents: choose it with --model {name}");
                Err(UsageError(why).into())
            }
            _ => Ok(DeciderSource::Settings(deciders(config)?)),
        }
    }

    /// The names of the HostAgent's and the AppAgents' deciders.
    pub fn names(&self) -> (String, String) {
        match self {
            DeciderSource::Settings(it) => (it.host.name().to_owned(), it.app.name().to_owned()),
            DeciderSource::Scripts(Player::Skilled) => (SCRIPT.into(), SCRIPT.into()),
            DeciderSource::Scripts(Player::Plain) => (PLAIN_SCRIPT.into(), PLAIN_SCRIPT.into()),
        }
    }

    /// The deciders for one trial of the task; a script starts from its beginning.
    ///
    /// # Errors
    /// The task has no valid script.
    pub fn deciders(&self, task: &TaskFile) -> Result<Deciders, RuntimeError> {
        match self {
            DeciderSource::Settings(deciders) => Ok(deciders.clone()),
            DeciderSource::Scripts(player) => {
                Ok(Deciders::without_judge(Arc::new(script(task)?.followed_by(*player))))
            }
        }
    }
}

fn script(task: &TaskFile) -> Result<Script, UsageError> {
    let Some(table) = &task.script else {
        let why = format!("the task {} has no [script]: write one, or choose another --model", task.name);
        return Err(UsageError(why));
    };
    Script::from_toml(table)
        .map_err(|why| UsageError(format!("the [script] of the task {}: {why}", task.name)))
}
