//! The client as the decider of its HostAgent, which needs the list of windows and no picture of the desktop.

use async_trait::async_trait;
use deskpilot_agent::ModelDecider;
use deskpilot_deciders::{
    AppResponse, AppScene, Decider, DeciderError, DesktopNeed, FollowUp, HostResponse, HostScene, Needs,
    Recorder,
};
use std::sync::Arc;

/// The client as the decider of its HostAgent.
pub(super) struct ClientHost(pub(super) Arc<ModelDecider>);

#[async_trait]
impl Decider for ClientHost {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn needs(&self) -> Needs {
        Needs { desktop: DesktopNeed::Windows, follow_up: FollowUp::Asked, ..self.0.needs() }
    }

    async fn host(
        &self,
        scene: &HostScene<'_>,
        recorder: &mut dyn Recorder,
    ) -> Result<HostResponse, DeciderError> {
        self.0.host(scene, recorder).await
    }

    async fn app(
        &self,
        scene: &AppScene<'_>,
        recorder: &mut dyn Recorder,
    ) -> Result<AppResponse, DeciderError> {
        self.0.app(scene, recorder).await
    }
}
