//! The port to whoever decides for an agent.

use crate::{AppScene, DeciderError, HostScene, Needs, NotRecorded};
use async_trait::async_trait;
use deskpilot_core::{AppDecision, BlobKind, BlobRef, Event, HostDecision, HostRemarks, Remarks, Stage};
use std::time::Duration;

/// Decides for agents: a language model, or a program that needs none.
///
/// A call may be dropped at any wait: that is how a stop reaches it.
#[async_trait]
pub trait Decider: Send + Sync {
    /// Its name for logs and people, such as `steps` or `openai/gpt-5`.
    fn name(&self) -> &str;

    /// What it needs to be shown.
    fn needs(&self) -> Needs;

    /// What the HostAgent decides that sees this.
    async fn host(
        &self,
        scene: &HostScene<'_>,
        recorder: &mut dyn Recorder,
    ) -> Result<HostDecided, DeciderError>;

    /// What the AppAgent decides that sees this.
    async fn app(
        &self,
        scene: &AppScene<'_>,
        recorder: &mut dyn Recorder,
    ) -> Result<AppDecided, DeciderError>;
}

/// Writes down what a decider does on the way to its decision, such as a call of a model and what it cost.
pub trait Recorder: Send {
    /// Writes the event to the session's log.
    fn record(&mut self, event: Event) -> Result<(), NotRecorded>;

    /// Keeps bytes beside the session's log.
    fn keep(&mut self, kind: BlobKind, bytes: &[u8]) -> Result<BlobRef, NotRecorded>;

    /// Counts the time for a stage of the step. Time that is counted for no stage is that of the reply.
    fn took(&mut self, stage: Stage, time: Duration);
}

/// What the HostAgent decides, and what it says beside it.
#[derive(Clone, Debug, PartialEq)]
pub struct HostDecided {
    /// The decision.
    pub decision: HostDecision,
    /// The rest.
    pub remarks: HostRemarks,
}

/// What an AppAgent decides, and what it says beside it.
#[derive(Clone, Debug, PartialEq)]
pub struct AppDecided {
    /// The decision.
    pub decision: AppDecision,
    /// The rest.
    pub remarks: Remarks,
}
