//! HostAgents of plan files: what they decide is written down beforehand.
//!
//! [`Follower`] gives out the steps of a plan one by one, [`Opening`] opens a plan's document before another decider takes
//! over, [`Straight`] gives the whole request to the only window there is.

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
use deskpilot_core::{AgentKind, Launch, Object, Window};
use std::sync::atomic::{AtomicBool, Ordering};

/// A plan has nothing to decide for an AppAgent.
const fn for_host_only(decider: &'static str) -> Result<AppDecided, DeciderError> {
    Err(DeciderError::NotForAgent { decider, only: AgentKind::HostAgent, asked: AgentKind::AppAgent })
}

fn failed<'s>(reason: String) -> HostReply<'s> {
    HostReply::ending(HostMove::Fail, "The plan cannot be followed any further.", reason)
}

/// What opens the object of a plan.
fn opener(object: &Object) -> Launch {
    match object {
        Object::Application(name) => Launch { application: name.clone(), file: None },
        Object::File(path) => Launch { application: String::new(), file: Some(path.clone()) },
    }
}

/// The last action, if it opened this object.
fn last_opening<'s>(sight: &HostSight<'s>, object: &Object) -> Option<LastAction<'s>> {
    sight.last.filter(|last| last.launch() == Some(&opener(object)))
}

/// Whether this process has opened the object. What an earlier one opened may have gone with its desktop.
#[derive(Debug, Default)]
struct OpenedHere(AtomicBool);

impl OpenedHere {
    fn note(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the object may be opened once more: once in any process, and again in each that has not done it.
    fn leaves_another_try(&self, opening: &LastAction<'_>) -> bool {
        opening.repeat_times == 0 || !self.0.load(Ordering::Relaxed)
    }

    /// Whether the last opening was on a desktop that is gone: this one has no window at all.
    fn is_stale(&self, opening: &LastAction<'_>, sight: &HostSight<'_>) -> bool {
        sight.windows.is_empty() && self.leaves_another_try(opening)
    }
}

/// The window that shows the object: of a document the one whose title names it.
fn window_of<'s>(sight: &HostSight<'s>, object: &Object) -> Option<&'s Window> {
    match object {
        Object::Application(name) => crate::steps::window_of(name, sight),
        Object::File(_) => {
            let name = object.name();
            sight.windows.iter().find(|it| it.label.is_some() && it.title.contains(name))
        }
    }
}
