//! The decider `script`: it does what a task file's `[script]` says, in the way of a capable model.
//!
//! It chooses windows and controls by what they are called, decides upon as many actions at once as it can see controls for,
//! looks at what came of them, tries again what was not done, and gives up with a reason. It remembers how far it is; one
//! script is good for one round.

mod app;
mod control;
mod format;
mod host;
mod progress;
#[cfg(test)]
mod tests;

use crate::{
    AppDecided, AppScene, Decider, DeciderError, HostDecided, HostScene, LastAction, Needs, Recorder, Takes,
    sight::{AppSight, EndedSubtask, HostSight, ended},
};
use app::reply;
use async_trait::async_trait;
use format::ScriptTable;
use progress::Progress;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// Its name.
const NAME: &str = "script";

/// A decider that does what a task file says.
pub struct Script {
    table: ScriptTable,
    /// How far each subtask is, by its place in the script.
    progress: Mutex<BTreeMap<usize, Progress>>,
}

impl Script {
    /// The decider that does what the `[script]` table of a task file says.
    ///
    /// Fails with a sentence when the table is not such a script.
    pub fn from_toml(table: &toml::Table) -> Result<Script, String> {
        Ok(Script { table: format::script(table)?, progress: Mutex::default() })
    }
}

#[async_trait]
impl Decider for Script {
    fn name(&self) -> &str {
        NAME
    }

    fn needs(&self) -> Needs {
        Needs::USUAL
    }

    async fn host(&self, scene: &HostScene<'_>, _: &mut dyn Recorder) -> Result<HostDecided, DeciderError> {
        Ok(host::reply(&self.table, &HostSight::of(scene)).decided(scene))
    }

    async fn app(&self, scene: &AppScene<'_>, _: &mut dyn Recorder) -> Result<AppDecided, DeciderError> {
        let turn = AppTurn::of(scene);
        let at = self.table.place_of(turn.sight.subtask, turn.finished);
        let subtask = &self.table.subtasks[at];
        let mut progress = self.progress.lock().unwrap_or_else(PoisonError::into_inner);
        let progress = progress.entry(at).or_insert_with(|| Progress::of(subtask));
        reply(subtask, &turn, progress).decided(scene)
    }
}

/// One look of an AppAgent.
struct AppTurn<'s> {
    /// The window and the blackboard.
    sight: AppSight<'s>,
    /// What came of the last actions.
    done: Vec<LastAction<'s>>,
    /// How many subtasks finished before this one.
    finished: usize,
    /// How those since then ended: all of them failed.
    failures: Vec<EndedSubtask<'s>>,
    /// How many actions may be decided upon at once.
    takes: Takes,
}

impl<'s> AppTurn<'s> {
    /// What a scene shows.
    fn of(scene: &AppScene<'s>) -> AppTurn<'s> {
        let subtasks = ended(scene.context.round);
        AppTurn {
            sight: AppSight::of(scene),
            done: scene.context.last_actions(),
            finished: finished(&subtasks),
            failures: failures(&subtasks),
            takes: scene.takes,
        }
    }
}

/// How many of these finished.
fn finished(subtasks: &[EndedSubtask<'_>]) -> usize {
    subtasks.iter().filter(|it| it.is_finished()).count()
}

/// Those since the last that finished.
fn failures<'s>(subtasks: &[EndedSubtask<'s>]) -> Vec<EndedSubtask<'s>> {
    let since = subtasks.iter().rposition(EndedSubtask::is_finished).map_or(0, |at| at + 1);
    subtasks[since..].to_vec()
}
