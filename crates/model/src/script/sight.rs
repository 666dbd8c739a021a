//! What an AppAgent is shown, as far as a script goes by it.

use crate::steps::sections::{AppSight, EndedSubtask, LastAction, list};
use deskpilot_core::{Prompt, section};

/// One look of an AppAgent.
pub(super) struct AppTurn {
    /// The window and the blackboard.
    pub(super) sight: AppSight,
    /// What came of the last actions.
    pub(super) done: Vec<LastAction>,
    /// How many subtasks finished before this one.
    pub(super) finished: usize,
    /// How those since then ended: all of them failed.
    pub(super) failures: Vec<EndedSubtask>,
    /// Whether several actions may be given at once.
    pub(super) takes: Takes,
}

/// How many actions a reply may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Takes {
    /// A list.
    Several,
    /// Just one.
    One,
}

/// The key of a list of actions.
pub(super) const LIST: &str = "ActionList";

impl AppTurn {
    /// What a prompt shows.
    pub(super) fn of(prompt: &Prompt) -> AppTurn {
        let subtasks: Vec<EndedSubtask> = list(prompt.section(section::PREVIOUS_SUBTASKS));
        let finished = finished(&subtasks);
        let takes_several = prompt.contract.schema["properties"].get(LIST).is_some();
        AppTurn {
            sight: AppSight::of(prompt),
            done: list(prompt.section(section::LAST_ACTIONS)),
            finished,
            failures: failures(&subtasks),
            takes: if takes_several { Takes::Several } else { Takes::One },
        }
    }
}

/// How many of these finished.
pub(super) fn finished(subtasks: &[EndedSubtask]) -> usize {
    subtasks.iter().filter(|it| it.status == "FINISH").count()
}

/// Those since the last that finished.
pub(super) fn failures(subtasks: &[EndedSubtask]) -> Vec<EndedSubtask> {
    let since = subtasks.iter().rposition(|it| it.status == "FINISH").map_or(0, |at| at + 1);
    subtasks[since..].to_vec()
}
