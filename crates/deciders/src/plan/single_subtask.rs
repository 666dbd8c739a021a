//! A HostAgent that plans nothing: it assigns the whole request to the only window.

use super::{fail_draft, not_for_app_agent};
use crate::{
    AppResponse, AppScene, Decider, DeciderError, DesktopNeed, HostResponse, HostScene, Needs, Recorder,
    draft::{HostDraft, HostMove},
    facts::HostFacts,
};
use async_trait::async_trait;
use deskpilot_core::Subtask;

/// Its name.
const NAME: &str = "straight";

/// The HostAgent of an operator that works on the whole desktop.
#[derive(Clone, Copy, Debug, Default)]
pub struct SingleSubtask;

#[async_trait]
impl Decider for SingleSubtask {
    fn name(&self) -> &str {
        NAME
    }

    fn needs(&self) -> Needs {
        Needs { desktop: DesktopNeed::Whole, ..Needs::DEFAULT }
    }

    async fn host(&self, scene: &HostScene<'_>, _: &mut dyn Recorder) -> Result<HostResponse, DeciderError> {
        Ok(decide(&HostFacts::of(scene)).unwrap_or_else(fail_draft).into_response(scene))
    }

    async fn app(&self, _: &AppScene<'_>, _: &mut dyn Recorder) -> Result<AppResponse, DeciderError> {
        not_for_app_agent(NAME)
    }
}

fn decide<'s>(facts: &HostFacts<'s>) -> Result<HostDraft<'s>, String> {
    if let Some(complaint) = facts.complaint {
        return Err(complaint.to_owned());
    }
    match (facts.subtasks.last(), facts.windows.first()) {
        (Some(ended), _) if ended.is_finished() => {
            Ok(HostDraft::with_ending(HostMove::Finish, "The operator is done.", ended.comment.as_ref()))
        }
        (Some(ended), _) => Err(ended.comment.to_string()),
        (None, None) => Err("there is no desktop to work on".into()),
        (None, Some(window)) => {
            let subtask = Subtask {
                id: "request".into(),
                index: facts.round.next_subtask(),
                text: facts.request.trim().to_owned(),
                application: "the desktop".into(),
                ..Subtask::default()
            };
            let text = subtask.to_string();
            let mut draft =
                HostDraft::new(HostMove::Assign(window, subtask), "All of it is for the operator.");
            draft.remarks.subtask = text;
            Ok(draft)
        }
    }
}
