//! HostAgents of plan files, whose decisions are written down beforehand.
//!
//! [`Follower`] assigns the steps of a plan one by one, [`Opening`] opens a plan's document before another
//! decider takes over, [`Straight`] assigns the whole request to the only window.

mod follower;
mod opening;
mod straight;
#[cfg(test)]
mod tests;

pub use follower::{AT_ONCE, Follower};
pub use opening::Opening;
pub use straight::Straight;

use crate::{
    AppDecided, DeciderError, LastAction,
    reply::{HostMove, HostReply},
    sight::HostSight,
};
use deskpilot_core::{AgentKind, Launch, TaskObject, Window};
use std::sync::atomic::{AtomicBool, Ordering};

/// Plans decide nothing for an AppAgent.
const fn for_host_only(decider: &'static str) -> Result<AppDecided, DeciderError> {
    Err(DeciderError::NotForAgent { decider, only: AgentKind::HostAgent, asked: AgentKind::AppAgent })
}

fn failed<'s>(reason: String) -> HostReply<'s> {
    HostReply::ending(HostMove::Fail, "The plan cannot be followed any further.", reason)
}

/// The launch that opens a plan's object.
fn opener(object: &TaskObject) -> Launch {
    match object {
        TaskObject::Application(name) => Launch { application: name.clone(), file: None },
        TaskObject::File(path) => Launch { application: String::new(), file: Some(path.clone()) },
    }
}

/// The last action, if it opened this object.
fn last_opening<'s>(sight: &HostSight<'s>, object: &TaskObject) -> Option<LastAction<'s>> {
    sight.last.filter(|last| last.launch() == Some(&opener(object)))
}

/// Whether this process has opened the object. What an earlier process opened may be gone with its desktop.
#[derive(Debug, Default)]
struct OpenedHere(AtomicBool);

impl OpenedHere {
    fn note(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the object may be opened again: once overall, and once more in each process that has not done it
    /// yet.
    fn leaves_another_try(&self, opening: &LastAction<'_>) -> bool {
        opening.repeat_times == 0 || !self.0.load(Ordering::Relaxed)
    }

    /// Whether the last launch was on a desktop that is gone: the current one has no window.
    fn is_stale(&self, opening: &LastAction<'_>, sight: &HostSight<'_>) -> bool {
        sight.windows.is_empty() && self.leaves_another_try(opening)
    }
}

/// The window of the object: for a document, the window whose title names it.
fn window_of<'s>(sight: &HostSight<'s>, object: &TaskObject) -> Option<&'s Window> {
    match object {
        TaskObject::Application(name) => crate::steps::window_of(name, sight),
        TaskObject::File(_) => {
            let name = object.name();
            sight.windows.iter().find(|it| it.label.is_some() && it.title.contains(name))
        }
    }
}
