//! The client as the decider of its session: its HostAgent needs the list of windows and no picture of the desktop, its AppAgents
//! numbers in the picture only where the client waits for them.

use super::wanted_picture::WantedPicture;
use async_trait::async_trait;
use deskpilot_agent::ModelDecider;
use deskpilot_deciders::{
    AppResponse, AppScene, Decider, DeciderError, DesktopNeed, FollowUp, HostResponse, HostScene, Needs,
    Recorder, SubtaskKind, WindowNeed,
};
use std::sync::Arc;

/// The client as the decider of its agents.
pub(super) struct ClientDecider {
    /// Shows the client the prompts, and reads its replies.
    pub(super) model: ModelDecider,
    /// The picture that the client waits for.
    pub(super) wanted: Arc<WantedPicture>,
}

#[async_trait]
impl Decider for ClientDecider {
    fn name(&self) -> &str {
        self.model.name()
    }

    fn needs(&self) -> Needs {
        let window = if self.wanted.has_numbers() { WindowNeed::Numbered } else { WindowNeed::Listed };
        Needs {
            desktop: DesktopNeed::Windows,
            window,
            subtask_kind: SubtaskKind::Visits,
            follow_up: FollowUp::Asked,
            ..self.model.needs()
        }
    }

    async fn host(
        &self,
        scene: &HostScene<'_>,
        recorder: &mut dyn Recorder,
    ) -> Result<HostResponse, DeciderError> {
        self.model.host(scene, recorder).await
    }

    async fn app(
        &self,
        scene: &AppScene<'_>,
        recorder: &mut dyn Recorder,
    ) -> Result<AppResponse, DeciderError> {
        self.model.app(scene, recorder).await
    }
}
