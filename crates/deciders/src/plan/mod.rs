//! HostAgents of plan files, whose decisions are written down beforehand.
//!
//! [`Follower`] assigns the steps of a plan one by one, [`ObjectOpener`] opens a plan's document before another
//! decider takes over, [`SingleSubtask`] assigns the whole request to the only window. [`PlanExecutor`] carries out a
//! plan of commands, as both kinds of agent.

mod execution;
mod follower;
mod object_opener;
mod single_subtask;
#[cfg(test)]
mod tests;

pub use crate::password_prompt::ACCEPTING;
pub use execution::{
    CommandPlan, CommandStep, DocumentPassword, MatchStrategy, PlanExecutor, PlanReport, PlanStop,
    StepReport, StopKind, TextMatching, without_folder,
};
pub use follower::{Follower, PLAN_STEP_TIP};
pub use object_opener::ObjectOpener;
pub use single_subtask::SingleSubtask;

use crate::{
    AppResponse, DeciderError, LastAction,
    draft::{HostDraft, HostMove},
    facts::HostFacts,
};
use deskpilot_core::{AgentKind, Launch, TaskObject, Window};
use std::sync::atomic::{AtomicBool, Ordering};

/// Plans decide nothing for an AppAgent.
const fn not_for_app_agent(decider: &'static str) -> Result<AppResponse, DeciderError> {
    Err(DeciderError::NotForAgent { decider, only: AgentKind::HostAgent, asked: AgentKind::AppAgent })
}

fn fail_draft<'s>(reason: String) -> HostDraft<'s> {
    HostDraft::with_ending(HostMove::Fail, "The plan cannot be followed any further.", reason)
}

/// The launch that opens a plan's object.
fn launch_of(object: &TaskObject) -> Launch {
    match object {
        TaskObject::Application(name) => {
            Launch { application: name.clone(), file: None, ..Launch::default() }
        }
        TaskObject::File(path) => {
            Launch { application: String::new(), file: Some(path.clone()), ..Launch::default() }
        }
    }
}

/// The last action, if it opened this object.
fn last_launch<'s>(facts: &HostFacts<'s>, object: &TaskObject) -> Option<LastAction<'s>> {
    facts.last.filter(|last| last.launch() == Some(&launch_of(object)))
}

/// Remembers whether this process has launched the object. What an earlier process opened may be gone with its
/// desktop.
#[derive(Debug, Default)]
struct LaunchRecord(AtomicBool);

impl LaunchRecord {
    fn note(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the object may be opened again: once overall, and once more in each process that has not done it
    /// yet.
    fn may_retry(&self, opening: &LastAction<'_>) -> bool {
        opening.repeat_times == 0 || !self.0.load(Ordering::Relaxed)
    }

    /// Whether the last launch was on a desktop that is gone: the current one has no window.
    fn is_stale(&self, opening: &LastAction<'_>, facts: &HostFacts<'_>) -> bool {
        facts.windows.is_empty() && self.may_retry(opening)
    }
}

/// The window of the object: for a document, the window whose title names it.
fn window_of<'s>(facts: &HostFacts<'s>, object: &TaskObject) -> Option<&'s Window> {
    match object {
        TaskObject::Application(name) => crate::steps::window_of(name, facts),
        TaskObject::File(_) => {
            let name = object.name();
            facts.windows.iter().find(|it| it.label.is_some() && it.title.contains(name))
        }
    }
}
