//! The port of agents that are not ours.

use crate::ExternalError;
use async_trait::async_trait;
use deskpilot_core::{Permit, Profile};
use tokio::sync::{mpsc, oneshot};

/// An agent that is not ours: it takes a subtask, and hands back a result.
#[async_trait]
pub trait ExternalAgent: Send + Sync {
    /// What it is.
    fn profile(&self) -> &Profile;

    /// Has the subtask carried out. What it means to do and asks for first goes to `asks`. Dropped, it ends the agent.
    async fn carry_out(&self, subtask: &str, asks: &Asks) -> Result<Handback, ExternalError>;

    /// Starts it and gives it nothing to do; what it tells of itself.
    async fn greet(&self) -> Result<String, ExternalError>;
}

/// What an agent hands back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Handback {
    /// It says that the subtask is carried out, and this.
    Done(String),
    /// It did not carry the subtask out, for this reason.
    Failed(String),
}

/// Where an agent asks whether it may do something.
#[derive(Clone, Debug)]
pub struct Asks(mpsc::Sender<Petition>);

/// Something an agent asks for, and where the answer goes. Dropped, it is a no.
#[derive(Debug)]
pub struct Petition {
    /// What it asks for.
    pub permit: Permit,
    answer: oneshot::Sender<bool>,
}

impl Asks {
    /// Where agents ask, and where that is heard.
    pub fn open() -> (Asks, mpsc::Receiver<Petition>) {
        let (asks, heard) = mpsc::channel(1);
        (Asks(asks), heard)
    }

    /// Whether this may be done; where nobody hears, it may not.
    pub async fn may(&self, permit: Permit) -> bool {
        let (answer, answered) = oneshot::channel();
        match self.0.send(Petition { permit, answer }).await {
            Ok(()) => answered.await.unwrap_or(false),
            Err(_) => false,
        }
    }
}

impl Petition {
    /// Whether the agent still waits for the answer.
    pub fn is_waiting(&self) -> bool {
        !self.answer.is_closed()
    }

    /// Says that it may be done.
    pub fn grant(self) {
        // Whoever asked may have gone meanwhile.
        let _ = self.answer.send(true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::PermitKind;
    use futures::FutureExt;

    #[test]
    fn a_petition_knows_whether_its_agent_still_waits() {
        let permit = Permit {
            agent: "writer".into(),
            application: None,
            kind: PermitKind::Reads,
            title: "Look".into(),
            places: Vec::new(),
            details: String::new(),
            home: "/home/u".into(),
        };
        let (asks, mut heard) = Asks::open();
        let mut asking = Box::pin(asks.may(permit));
        assert_eq!((&mut asking).now_or_never(), None);
        let petition = heard.try_recv().unwrap();
        assert!(petition.is_waiting());
        drop(asking);
        assert!(!petition.is_waiting());
    }
}
