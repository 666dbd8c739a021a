//! The port to external agents.

use crate::ExternalError;
use async_trait::async_trait;
use deskpilot_core::{AgentProfile, PermissionRequest};
use tokio::sync::{mpsc, oneshot};

/// An external agent: takes a subtask and returns a result.
#[async_trait]
pub trait ExternalAgent: Send + Sync {
    /// Its profile.
    fn profile(&self) -> &AgentProfile;

    /// Carries out the subtask. Its permission requests go to `asks`. Dropping the future ends the agent.
    async fn carry_out(
        &self,
        subtask: &str,
        asks: &PermissionChannel,
    ) -> Result<SubtaskResult, ExternalError>;

    /// Starts it without a task; returns how it introduces itself.
    async fn greet(&self) -> Result<String, ExternalError>;
}

/// What an agent returns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SubtaskResult {
    /// It claims that the subtask is carried out, with this result.
    Done(String),
    /// It did not carry out the subtask, for this reason.
    Failed(String),
}

/// The channel for an agent's permission requests.
#[derive(Clone, Debug)]
pub struct PermissionChannel(mpsc::Sender<PendingPermission>);

/// A permission request and its reply channel. Dropping it refuses.
#[derive(Debug)]
pub struct PendingPermission {
    /// The requested permission.
    pub permit: PermissionRequest,
    answer: oneshot::Sender<bool>,
}

impl PermissionChannel {
    /// A new channel: the agents' end and the receiver.
    pub fn open() -> (PermissionChannel, mpsc::Receiver<PendingPermission>) {
        let (asks, heard) = mpsc::channel(1);
        (PermissionChannel(asks), heard)
    }

    /// Asks for the permission; `false` if nobody is listening.
    pub async fn ask(&self, permit: PermissionRequest) -> bool {
        let (answer, answered) = oneshot::channel();
        match self.0.send(PendingPermission { permit, answer }).await {
            Ok(()) => answered.await.unwrap_or(false),
            Err(_) => false,
        }
    }
}

impl PendingPermission {
    /// Whether the agent still waits for the reply.
    pub fn is_waiting(&self) -> bool {
        !self.answer.is_closed()
    }

    /// Grants the permission.
    pub fn grant(self) {
        // The agent may have gone.
        let _ = self.answer.send(true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::PermissionKind;
    use futures::FutureExt;

    #[test]
    fn a_petition_knows_whether_its_agent_still_waits() {
        let permit = PermissionRequest {
            agent: "writer".into(),
            application: None,
            kind: PermissionKind::Reads,
            title: "Look".into(),
            places: Vec::new(),
            details: String::new(),
            home: "/home/u".into(),
        };
        let (asks, mut heard) = PermissionChannel::open();
        let mut asking = Box::pin(asks.ask(permit));
        assert_eq!((&mut asking).now_or_never(), None);
        let request = heard.try_recv().unwrap();
        assert!(request.is_waiting());
        drop(asking);
        assert!(!request.is_waiting());
    }
}
