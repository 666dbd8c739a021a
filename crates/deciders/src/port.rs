//! The port to deciders.

use crate::{AppScene, BarsNeed, DeciderError, HostScene, Needs, NotRecorded};
use async_trait::async_trait;
use deskpilot_core::{
    AppDecision, BlobKind, BlobRef, Event, HostDecision, HostRemarks, Remarks, Stage, fold::AgentMemory,
};
use std::time::Duration;

/// Decides for agents: a language model, or a program that needs none.
///
/// Calls are cancel-safe: a stop drops them.
#[async_trait]
pub trait Decider: Send + Sync {
    /// Its name for logs and people, such as `steps` or `openai/gpt-6-luna`.
    fn name(&self) -> &str;

    /// What it must be shown.
    fn needs(&self) -> Needs;

    /// What it reads of the tool bars of its window at its next look, if its agent remembers this.
    fn bars_need(&self, _memory: &AgentMemory) -> BarsNeed {
        BarsNeed::Current
    }

    /// Decides for the HostAgent in this scene.
    async fn host(
        &self,
        scene: &HostScene<'_>,
        recorder: &mut dyn Recorder,
    ) -> Result<HostResponse, DeciderError>;

    /// Decides for the AppAgent in this scene.
    async fn app(
        &self,
        scene: &AppScene<'_>,
        recorder: &mut dyn Recorder,
    ) -> Result<AppResponse, DeciderError>;
}

/// Records what a decider does before its decision, such as model calls and their cost.
pub trait Recorder: Send {
    /// Writes the event to the session's log.
    fn record(&mut self, event: Event) -> Result<(), NotRecorded>;

    /// Stores bytes next to the session's log.
    fn store(&mut self, kind: BlobKind, bytes: &[u8]) -> Result<BlobRef, NotRecorded>;

    /// Adds time to a stage of the step. Time not assigned to any stage counts for the reply stage.
    fn add_time(&mut self, stage: Stage, time: Duration);
}

/// A decision of the HostAgent with its remarks.
#[derive(Clone, Debug, PartialEq)]
pub struct HostResponse {
    /// The decision.
    pub decision: HostDecision,
    /// The remarks.
    pub remarks: HostRemarks,
}

/// A decision of an AppAgent with its remarks.
#[derive(Clone, Debug, PartialEq)]
pub struct AppResponse {
    /// The decision.
    pub decision: AppDecision,
    /// The remarks.
    pub remarks: Remarks,
}
