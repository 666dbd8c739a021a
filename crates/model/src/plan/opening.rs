//! A HostAgent that opens what a plan is about before another model decides.

use super::{OpenedHere, completion, failed, last_opening, opener, window_of};
use crate::{
    Model, ModelError, Sees,
    steps::{reply::HostReply, sections::HostSight},
};
use async_trait::async_trait;
use deskpilot_core::{Completion, Object, PictureLimits, Prompt, Status};
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// The HostAgent of a batch: the object is opened first, and the rest is another model's.
pub struct Opening {
    object: Object,
    then: Arc<dyn Model>,
    is_open: AtomicBool,
    opened_here: OpenedHere,
}

impl Opening {
    /// Opens the object, and has this model decide from then on.
    pub fn new(object: Object, then: Arc<dyn Model>) -> Opening {
        Opening { object, then, is_open: AtomicBool::new(false), opened_here: OpenedHere::default() }
    }

    /// What is decided without the other model; `None` once the object is open.
    fn decide(&self, sight: &HostSight) -> Option<HostReply> {
        if !sight.complaint.trim().is_empty() {
            return Some(failed(sight.complaint.trim().to_owned()));
        }
        match last_opening(sight, &self.object) {
            Some(last) if last.succeeded() && !self.opened_here.is_stale(last, sight) => None,
            Some(last) if !last.succeeded() && last.status != "interrupted" => {
                Some(failed(format!("{} could not be opened: {}", self.object.name(), last.reason())))
            }
            _ if window_of(sight, &self.object).is_some() => None,
            _ => {
                self.opened_here.note();
                Some(HostReply {
                    thought: format!("{} is what this is about.", self.object.name()),
                    status: Status::Continue,
                    apps_to_open: Some(opener(&self.object)),
                    ..HostReply::default()
                })
            }
        }
    }
}

#[async_trait]
impl Model for Opening {
    fn name(&self) -> &str {
        self.then.name()
    }

    fn pictures(&self) -> PictureLimits {
        self.then.pictures()
    }

    fn sees(&self) -> Sees {
        self.then.sees()
    }

    async fn complete(&self, prompt: &Prompt) -> Result<Completion, ModelError> {
        if !self.is_open.load(Ordering::Relaxed) {
            if let Some(reply) = self.decide(&HostSight::of(prompt)) {
                return Ok(completion(self.name(), &reply));
            }
            self.is_open.store(true, Ordering::Relaxed);
        }
        self.then.complete(prompt).await
    }
}
