//! The client as the language model of its session: a prompt waits here until a call of the client's answers it.

use super::reply;
use crate::turns::Turns;
use async_trait::async_trait;
use deskpilot_core::{Completion, Prompt, Usage};
use deskpilot_model::{Model, ModelError};
use std::{sync::Arc, time::Duration};
use tokio::time::timeout;

/// The comment with which a session ends that its client has left.
const LEFT: &str = "the client closed its desktop, or was silent for too long";

/// The client as a model.
pub(super) struct ClientModel {
    /// Its name in logs.
    pub(super) name: String,
    /// Where its prompts wait.
    pub(super) turns: Arc<Turns>,
    /// How long it may be silent; then its session ends.
    pub(super) idle: Duration,
}

#[async_trait]
impl Model for ClientModel {
    fn name(&self) -> &str {
        &self.name
    }

    async fn complete(&self, prompt: &Prompt) -> Result<Completion, ModelError> {
        let answer = match self.turns.show(prompt) {
            Some(mut shown) => {
                let answered = timeout(self.idle, shown.answered()).await;
                answered.ok().flatten()
            }
            None => None,
        };
        let text = answer.unwrap_or_else(|| {
            // Where an AppAgent finishes, the HostAgent is asked next: that prompt waits for nobody.
            self.turns.close();
            reply::finish(LEFT)
        });
        // What a client thinks costs its own person something, and this session nothing.
        let usage = Usage { cost: Some(0.0), ..Usage::default() };
        Ok(Completion { text, model: self.name.clone(), usage })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turns::AtClosing;
    use deskpilot_core::{AgentKind, Contract, ReplyLength};
    use serde_json::Value;
    use tokio::task::{JoinHandle, spawn};

    const LONG: Duration = Duration::from_secs(60);

    fn asked(turns: &Arc<Turns>, idle: Duration) -> JoinHandle<String> {
        let model = ClientModel { name: "client/test".into(), turns: turns.clone(), idle };
        let prompt = Prompt {
            agent: AgentKind::AppAgent,
            system: String::new(),
            sections: Vec::new(),
            pictures: Vec::new(),
            contract: Contract { name: "reply".into(), schema: Value::Null },
            reply_length: ReplyLength::Usual,
        };
        spawn(async move { model.complete(&prompt).await.unwrap().text })
    }

    #[tokio::test]
    async fn a_prompt_gets_one_answer_and_the_next_prompt_is_a_later_turn() {
        let turns = Arc::new(Turns::default());
        let reply = asked(&turns, LONG);
        let turn = turns.after(0).await;
        assert!(turn.answer("one".into()));
        assert!(!turn.answer("two".into()), "it is answered already");
        assert_eq!(reply.await.unwrap(), "one");
        assert_eq!(turns.waiting_after(0), None);
        let reply = asked(&turns, LONG);
        assert_eq!(turns.after(turn.number).await.number, turn.number + 1);
        turns.close();
        reply.await.unwrap();
    }

    #[tokio::test]
    async fn a_client_that_left_or_is_silent_finishes_whatever_is_asked() {
        let turns = Arc::new(Turns::default());
        let reply = asked(&turns, LONG);
        let turn = turns.after(0).await;
        assert_eq!(turns.close(), AtClosing::Waited);
        assert_eq!(turns.close(), AtClosing::ClosedBefore);
        assert!(!turn.answer("late".into()));
        assert_eq!(reply.await.unwrap(), reply::finish(LEFT));
        assert_eq!(asked(&turns, LONG).await.unwrap(), reply::finish(LEFT));
        let turns = Arc::new(Turns::default());
        assert_eq!(asked(&turns, Duration::ZERO).await.unwrap(), reply::finish(LEFT));
        assert!(turns.is_closed());
    }

    #[tokio::test]
    async fn a_prompt_that_the_session_takes_back_waits_no_longer() {
        let turns = Arc::new(Turns::default());
        let reply = asked(&turns, LONG);
        let turn = turns.after(0).await;
        reply.abort();
        assert!(reply.await.unwrap_err().is_cancelled());
        assert_eq!(turns.waiting_after(0), None);
        assert!(!turn.answer("late".into()));
    }
}
