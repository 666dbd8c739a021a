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
    object: TaskObject,
    then: Arc<dyn Decider>,
    is_open: AtomicBool,
    launches: LaunchRecord,
}

impl ObjectOpener {
    /// Opens the object first; then `then` decides.
    pub fn new(object: TaskObject, then: Arc<dyn Decider>) -> ObjectOpener {
        ObjectOpener { object, then, is_open: AtomicBool::new(false), launches: LaunchRecord::default() }
    }

    /// The decision before the other decider takes over; `None` once the object is open.
    fn decide<'s>(&self, facts: &HostFacts<'s>) -> Option<HostDraft<'s>> {
        if let Some(complaint) = facts.complaint {
            return Some(fail_draft(complaint.to_owned()));
        }
        match last_launch(facts, &self.object) {
            Some(last) if last.succeeded() && !self.launches.is_stale(&last, facts) => None,
            Some(last) if !last.succeeded() && *last.effect() != Effect::Interrupted => {
                Some(fail_draft(format!("{} could not be opened: {}", self.object.name(), last.reason())))
            }
            _ if window_of(facts, &self.object).is_some() => None,
            _ => {
                self.launches.note();
                let thought = format!("{} is what this is about.", self.object.name());
                Some(HostDraft::new(HostMove::Open(launch_of(&self.object)), thought))
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
        if !self.is_open.load(Ordering::Relaxed) {
            if let Some(draft) = self.decide(&HostFacts::of(scene)) {
                return Ok(draft.into_response(scene));
            }
            self.is_open.store(true, Ordering::Relaxed);
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
