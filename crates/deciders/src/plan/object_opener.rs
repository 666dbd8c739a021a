//! A HostAgent that opens a plan's object before another decider takes over.

use super::{LaunchRecord, fail_draft, last_launch, launch_of, window_of};
use crate::{
    AppResponse, AppScene, Decider, DeciderError, HostResponse, HostScene, Needs, Recorder,
    draft::{HostDraft, HostMove},
    facts::HostFacts,
};
use async_trait::async_trait;
use deskpilot_core::{Effect, TaskObject};
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// The HostAgent of a batch: it opens the object and leaves the rest to another decider.
pub struct ObjectOpener {
    opening: Opening,
    then: Arc<dyn Decider>,
}

/// Opens a plan's object once.
pub(super) struct Opening {
    object: TaskObject,
    is_open: AtomicBool,
    launches: LaunchRecord,
}

impl ObjectOpener {
    /// Opens the object first; then `then` decides.
    pub fn new(object: TaskObject, then: Arc<dyn Decider>) -> ObjectOpener {
        ObjectOpener { opening: Opening::of(object), then }
    }
}

impl Opening {
    /// Opens this object.
    pub(super) fn of(object: TaskObject) -> Opening {
        Opening { object, is_open: AtomicBool::new(false), launches: LaunchRecord::default() }
    }

    /// The decision before the object is open, or why it cannot be opened; `None` once it is open.
    pub(super) fn next<'s>(&self, facts: &HostFacts<'s>) -> Option<Result<HostDraft<'s>, String>> {
        if self.is_open.load(Ordering::Relaxed) {
            return None;
        }
        let next = self.decide(facts);
        self.is_open.store(next.is_none(), Ordering::Relaxed);
        next
    }

    fn decide<'s>(&self, facts: &HostFacts<'s>) -> Option<Result<HostDraft<'s>, String>> {
        if let Some(complaint) = facts.complaint {
            return Some(Err(complaint.to_owned()));
        }
        match last_launch(facts, &self.object) {
            Some(last) if last.succeeded() && !self.launches.is_stale(&last, facts) => None,
            Some(last) if !last.succeeded() && *last.effect() != Effect::Interrupted => {
                Some(Err(format!("{} could not be opened: {}", self.object.name(), last.reason())))
            }
            _ if window_of(facts, &self.object).is_some() => None,
            _ => {
                self.launches.note();
                let thought = format!("{} is what this is about.", self.object.name());
                Some(Ok(HostDraft::new(HostMove::Open(launch_of(&self.object)), thought)))
            }
        }
    }
}

#[async_trait]
impl Decider for ObjectOpener {
    fn name(&self) -> &str {
        self.then.name()
    }

    fn needs(&self) -> Needs {
        self.then.needs()
    }

    async fn host(
        &self,
        scene: &HostScene<'_>,
        recorder: &mut dyn Recorder,
    ) -> Result<HostResponse, DeciderError> {
        if let Some(next) = self.opening.next(&HostFacts::of(scene)) {
            return Ok(next.unwrap_or_else(fail_draft).into_response(scene));
        }
        self.then.host(scene, recorder).await
    }

    async fn app(
        &self,
        scene: &AppScene<'_>,
        recorder: &mut dyn Recorder,
    ) -> Result<AppResponse, DeciderError> {
        self.then.app(scene, recorder).await
    }
}
