//! The decider `script`: follows the `[script]` table of a task file as a capable model would.
//!
//! It finds windows and controls by name, decides on as many actions at once as it can see controls for, checks
//! their effects, retries failed ones, and gives up with a reason. It remembers its progress, so a script
//! serves one round.

mod app;
mod control_ref;
mod format;
mod host;
mod notes;
mod progress;
#[cfg(test)]
mod tests;

use crate::{
    ActionLimit, AppResponse, AppScene, Decider, DeciderError, FollowUp, HostResponse, HostScene, LastAction,
    Needs, Recorder,
    facts::{AppFacts, EndedSubtask, HostFacts, ended_subtasks},
};
use app::draft;
use async_trait::async_trait;
use format::ScriptTable;
use progress::Progress;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// Its name.
const NAME: &str = "script";

/// How much a script decides at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Player {
    /// All actions whose controls it sees, or can name before they are there.
    #[default]
    Skilled,
    /// At most three actions, on controls that the list names now.
    Plain,
}

/// A decider that follows a task file's script.
pub struct Script {
    table: ScriptTable,
    player: Player,
    /// The progress of each subtask, by its index in the script.
    progress: Mutex<BTreeMap<usize, Progress>>,
}

impl Script {
    /// A decider for the `[script]` table of a task file.
    ///
    /// The error is a sentence that says why the table is no valid script.
    pub fn from_toml(table: &toml::Table) -> Result<Script, String> {
        let table = format::parse_script(table)?;
        Ok(Script { table, player: Player::default(), progress: Mutex::default() })
    }

    /// The same script, followed by this player.
    #[must_use]
    pub fn followed_by(self, player: Player) -> Script {
        Script { player, ..self }
    }

    /// How many decisions the task needs at least: for each subtask, one that opens its window and one that acts in it, and
    /// one for each further look that the script says it needs.
    pub fn fewest_decisions(&self) -> u64 {
        self.table.subtasks.iter().map(|it| 2 + u64::from(it.looks)).sum()
    }

    /// How many of them are the HostAgent's: one for each subtask.
    pub fn fewest_assignments(&self) -> u64 {
        self.table.subtasks.len() as u64
    }

    /// How many further looks the task needs: what it asks for depends on what it shows on the way.
    pub fn further_looks(&self) -> u64 {
        self.table.subtasks.iter().map(|it| u64::from(it.looks)).sum()
    }
}

#[async_trait]
impl Decider for Script {
    fn name(&self) -> &str {
        NAME
    }

    /// Its decisions stand in for calls of a language model; the session skips those that the plan makes unnecessary.
    fn needs(&self) -> Needs {
        Needs { follow_up: FollowUp::ByPlan, ..Needs::DEFAULT }
    }

    async fn host(&self, scene: &HostScene<'_>, _: &mut dyn Recorder) -> Result<HostResponse, DeciderError> {
        Ok(host::draft(&self.table, &HostFacts::of(scene)).into_response(scene))
    }

    async fn app(&self, scene: &AppScene<'_>, _: &mut dyn Recorder) -> Result<AppResponse, DeciderError> {
        let turn = AppTurn::of(scene, self.player);
        let at = self.table.subtask_index(turn.facts.subtask, turn.finished);
        let subtask = &self.table.subtasks[at];
        let mut progress = self.progress.lock().unwrap_or_else(PoisonError::into_inner);
        let progress = progress.entry(at).or_insert_with(|| Progress::of(subtask));
        draft(subtask, &turn, progress).into_response(scene)
    }
}

/// One turn of an AppAgent.
struct AppTurn<'s> {
    /// The window and the blackboard.
    facts: AppFacts<'s>,
    /// The outcomes of the last actions.
    done: Vec<LastAction<'s>>,
    /// How many subtasks finished before this one.
    finished: usize,
    /// The failed subtasks since then.
    failures: Vec<EndedSubtask<'s>>,
    /// How many actions it may decide on at once.
    action_limit: ActionLimit,
    /// Who follows the script.
    player: Player,
}

impl<'s> AppTurn<'s> {
    /// The turn for a scene.
    fn of(scene: &AppScene<'s>, player: Player) -> AppTurn<'s> {
        let subtasks = ended_subtasks(scene.context.round);
        AppTurn {
            facts: AppFacts::of(scene),
            done: scene.context.last_actions(),
            finished: finished_count(&subtasks),
            failures: failures(&subtasks),
            action_limit: scene.action_limit,
            player,
        }
    }
}

/// How many of these finished.
fn finished_count(subtasks: &[EndedSubtask<'_>]) -> usize {
    subtasks.iter().filter(|it| it.is_finished()).count()
}

/// Those after the last finished one.
fn failures<'s>(subtasks: &[EndedSubtask<'s>]) -> Vec<EndedSubtask<'s>> {
    let since = subtasks.iter().rposition(EndedSubtask::is_finished).map_or(0, |at| at + 1);
    subtasks[since..].to_vec()
}
