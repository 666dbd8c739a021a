//! A HostAgent that plans nothing: it assigns the whole request to the only window.

use super::{failed, for_host_only};
use crate::{
    AppDecided, AppScene, Decider, DeciderError, DesktopNeed, HostDecided, HostScene, Needs, Recorder,
    reply::{HostMove, HostReply},
    sight::HostSight,
};
use async_trait::async_trait;
use deskpilot_core::Subtask;

/// Its name.
const NAME: &str = "straight";

/// The HostAgent of an operator that works on the whole desktop.
#[derive(Clone, Copy, Debug, Default)]
pub struct Straight;

#[async_trait]
impl Decider for Straight {
    fn name(&self) -> &str {
        NAME
    }

    fn needs(&self) -> Needs {
        Needs { desktop: DesktopNeed::Whole, ..Needs::USUAL }
    }

    async fn host(&self, scene: &HostScene<'_>, _: &mut dyn Recorder) -> Result<HostDecided, DeciderError> {
        Ok(decide(&HostSight::of(scene)).unwrap_or_else(failed).decided(scene))
    }

    async fn app(&self, _: &AppScene<'_>, _: &mut dyn Recorder) -> Result<AppDecided, DeciderError> {
        for_host_only(NAME)
    }
}

fn decide<'s>(sight: &HostSight<'s>) -> Result<HostReply<'s>, String> {
    if let Some(complaint) = sight.complaint {
        return Err(complaint.to_owned());
    }
    match (sight.subtasks.last(), sight.windows.first()) {
        (Some(ended), _) if ended.is_finished() => {
            Ok(HostReply::ending(HostMove::Finish, "The operator is done.", ended.comment.as_ref()))
        }
        (Some(ended), _) => Err(ended.comment.to_string()),
        (None, None) => Err("there is no desktop to work on".into()),
        (None, Some(window)) => {
            let subtask = Subtask {
                id: "request".into(),
                index: sight.round.next_subtask(),
                text: sight.request.trim().to_owned(),
                application: "the desktop".into(),
                ..Subtask::default()
            };
            let words = subtask.to_string();
            let mut reply =
                HostReply::new(HostMove::Assign(window, subtask), "All of it is for the operator.");
            reply.remarks.subtask = words;
            Ok(reply)
        }
    }
}
