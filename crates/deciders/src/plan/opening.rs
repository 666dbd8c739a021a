//! A HostAgent that opens a plan's object before another decider takes over.

use super::{OpenedHere, failed, last_opening, opener, window_of};
use crate::{
    AppDecided, AppScene, Decider, DeciderError, HostDecided, HostScene, Needs, Recorder,
    reply::{HostMove, HostReply},
    sight::HostSight,
};
use async_trait::async_trait;
use deskpilot_core::{Effect, TaskObject};
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// The HostAgent of a batch: it opens the object and leaves the rest to another decider.
pub struct Opening {
    object: TaskObject,
    then: Arc<dyn Decider>,
    is_open: AtomicBool,
    opened_here: OpenedHere,
}

impl Opening {
    /// Opens the object first; then `then` decides.
    pub fn new(object: TaskObject, then: Arc<dyn Decider>) -> Opening {
        Opening { object, then, is_open: AtomicBool::new(false), opened_here: OpenedHere::default() }
    }

    /// The decision before the other decider takes over; `None` once the object is open.
    fn decide<'s>(&self, sight: &HostSight<'s>) -> Option<HostReply<'s>> {
        if let Some(complaint) = sight.complaint {
            return Some(failed(complaint.to_owned()));
        }
        match last_opening(sight, &self.object) {
            Some(last) if last.succeeded() && !self.opened_here.is_stale(&last, sight) => None,
            Some(last) if !last.succeeded() && *last.effect() != Effect::Interrupted => {
                Some(failed(format!("{} could not be opened: {}", self.object.name(), last.reason())))
            }
            _ if window_of(sight, &self.object).is_some() => None,
            _ => {
                self.opened_here.note();
                let thought = format!("{} is what this is about.", self.object.name());
                Some(HostReply::new(HostMove::Open(opener(&self.object)), thought))
            }
        }
    }
}

#[async_trait]
impl Decider for Opening {
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
    ) -> Result<HostDecided, DeciderError> {
        if !self.is_open.load(Ordering::Relaxed) {
            if let Some(reply) = self.decide(&HostSight::of(scene)) {
                return Ok(reply.decided(scene));
            }
            self.is_open.store(true, Ordering::Relaxed);
        }
        self.then.host(scene, recorder).await
    }

    async fn app(
        &self,
        scene: &AppScene<'_>,
        recorder: &mut dyn Recorder,
    ) -> Result<AppDecided, DeciderError> {
        self.then.app(scene, recorder).await
    }
}
