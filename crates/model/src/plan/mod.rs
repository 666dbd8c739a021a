//! HostAgents that need no model: what they decide is written down beforehand.
//!
//! [`Follower`] gives out the steps of a plan one by one, [`Opening`] opens a plan's document before another model takes
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
    ModelError,
    steps::{
        reply::{AppsToOpen, HostReply, json},
        sections::{HostSight, LastAction, OpenWindow},
    },
};
use deskpilot_core::{AgentKind, Completion, Object, Prompt, Status, Usage};
use std::sync::atomic::{AtomicBool, Ordering};

/// What a plan's HostAgent answers with.
fn completion(name: &str, reply: &HostReply) -> Completion {
    let usage = Usage { cost: Some(0.0), ..Usage::default() };
    Completion { text: json(reply), model: name.to_owned(), usage }
}

/// Only a HostAgent's prompt can be answered from a plan.
fn for_host(name: &str, prompt: &Prompt) -> Result<HostSight, ModelError> {
    match prompt.agent {
        AgentKind::HostAgent => Ok(HostSight::of(prompt)),
        AgentKind::AppAgent | AgentKind::EvaluationAgent => Err(ModelError::Refused {
            model: name.to_owned(),
            message: format!("it speaks for the HostAgent only; name another model for the {}", prompt.agent),
        }),
    }
}

fn failed(reason: String) -> HostReply {
    HostReply {
        status: Status::Fail,
        thought: "The plan cannot be followed any further.".into(),
        comment: reason,
        ..HostReply::default()
    }
}

/// What opens the object of a plan.
fn opener(object: &Object) -> AppsToOpen {
    match object {
        Object::Application(name) => AppsToOpen { application: name.clone(), file: None },
        Object::File(path) => AppsToOpen { application: String::new(), file: Some(path.clone()) },
    }
}

/// The last action, if it opened this object.
fn last_opening<'s>(sight: &'s HostSight, object: &Object) -> Option<&'s LastAction> {
    let opener = opener(object);
    let is_it = |last: &&LastAction| {
        last.function == "AppsToOpen"
            && last.text("APP").unwrap_or_default() == opener.application
            && last.text("file_path") == opener.file.as_deref()
    };
    sight.last.as_ref().filter(is_it)
}

/// Whether this process has opened the object. What an earlier one opened may have gone with its desktop.
#[derive(Debug, Default)]
struct OpenedHere(AtomicBool);

impl OpenedHere {
    fn note(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the object may be opened once more: once in any process, and again in each that has not done it.
    fn leaves_another_try(&self, opening: &LastAction) -> bool {
        opening.repeat_times == 0 || !self.0.load(Ordering::Relaxed)
    }

    /// Whether the last opening was on a desktop that is gone: this one has no window at all.
    fn is_stale(&self, opening: &LastAction, sight: &HostSight) -> bool {
        sight.windows.is_empty() && self.leaves_another_try(opening)
    }
}

/// The window that shows the object: of a document the one whose title names it.
fn window_of<'s>(sight: &'s HostSight, object: &Object) -> Option<&'s OpenWindow> {
    match object {
        Object::Application(name) => crate::steps::window_of(name, sight),
        Object::File(_) => {
            let name = object.name();
            sight.windows.iter().find(|it| !it.label.is_empty() && it.title.contains(name))
        }
    }
}
