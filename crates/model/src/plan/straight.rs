//! A HostAgent that plans nothing: the request as it is goes to the only window there is.

use super::{completion, failed, for_host};
use crate::{
    Model, ModelError, Sees,
    steps::{reply::HostReply, sections::HostSight},
};
use async_trait::async_trait;
use deskpilot_core::{Completion, Prompt, Status};

/// Its name.
const NAME: &str = "straight";

/// The HostAgent of an operator that works on the whole desktop.
#[derive(Clone, Copy, Debug, Default)]
pub struct Straight;

#[async_trait]
impl Model for Straight {
    fn name(&self) -> &str {
        NAME
    }

    fn sees(&self) -> Sees {
        Sees::Nothing
    }

    async fn complete(&self, prompt: &Prompt) -> Result<Completion, ModelError> {
        let sight = for_host(NAME, prompt)?;
        Ok(completion(NAME, &decide(&sight).unwrap_or_else(failed)))
    }
}

fn decide(sight: &HostSight) -> Result<HostReply, String> {
    if !sight.complaint.trim().is_empty() {
        return Err(sight.complaint.trim().to_owned());
    }
    match (sight.subtasks.last(), sight.windows.first()) {
        (Some(ended), _) if ended.status == Status::Finish.word() => Ok(HostReply {
            status: Status::Finish,
            thought: "The operator is done.".into(),
            comment: ended.comment.clone(),
            ..HostReply::default()
        }),
        (Some(ended), _) => Err(ended.comment.clone()),
        (None, None) => Err("there is no desktop to work on".into()),
        (None, Some(window)) => Ok(HostReply {
            status: Status::Assign,
            thought: "All of it is for the operator.".into(),
            // Named as a whole: nothing in the request is to be read as anything but words.
            subtask: format!("request: in the desktop, {}", sight.request.trim()),
            control_label: window.label.clone(),
            control_text: window.title.clone(),
            ..HostReply::default()
        }),
    }
}
