//! The client as the language model of its session: a prompt waits here until a call of the client's answers it.

use super::reply;
use async_trait::async_trait;
use deskpilot_core::{Completion, Prompt, Usage};
use deskpilot_model::{Model, ModelError};
use std::{
    future::pending,
    mem,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::{
    sync::{oneshot, watch},
    time::timeout,
};

/// The comment with which a session ends that its client has left.
const LEFT: &str = "the client closed its desktop, or was silent for too long";

/// The prompts of a session, one at a time, and the answers to them.
#[derive(Default)]
pub(super) struct Turns(watch::Sender<Board>);

/// What watchers of the turns see.
#[derive(Default)]
struct Board {
    /// How many prompts there were.
    asked: u64,
    /// The prompt that waits for an answer.
    open: Option<Arc<Turn>>,
    is_closed: bool,
}

/// A prompt that waits for an answer.
pub(super) struct Turn {
    /// Its number in the session, from 1.
    pub(super) number: u64,
    /// The prompt.
    pub(super) prompt: Prompt,
    answer: Mutex<Option<oneshot::Sender<String>>>,
}

/// Whether an agent waited for an answer when its turns were closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AtClosing {
    /// It did, and ends its work now.
    Waited,
    /// It was at work, or waited for a person.
    Worked,
    /// They were closed before.
    ClosedBefore,
}

impl Turn {
    /// Answers the prompt; `false` if the session no longer waits for it.
    pub(super) fn answer(&self, text: String) -> bool {
        self.take().is_some_and(|it| it.send(text).is_ok())
    }

    fn take(&self) -> Option<oneshot::Sender<String>> {
        self.answer.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl Board {
    fn open_after(&self, answered: u64) -> Option<Arc<Turn>> {
        self.open.clone().filter(|it| it.number > answered)
    }
}

impl Turns {
    /// The number of the prompt that waits now, if it is later than this one.
    pub(super) fn waiting_after(&self, answered: u64) -> Option<u64> {
        self.0.borrow().open_after(answered).map(|it| it.number)
    }

    /// The first prompt after the one with this number, as soon as it waits. Never returns once the turns are closed.
    pub(super) async fn after(&self, answered: u64) -> Arc<Turn> {
        let mut board = self.0.subscribe();
        let reached = board.wait_for(|it| it.open_after(answered).is_some()).await;
        let turn = reached.ok().and_then(|it| it.open_after(answered));
        match turn {
            Some(turn) => turn,
            None => pending().await,
        }
    }

    /// Ends the session as soon as an agent is asked: whatever it is asked, it finishes.
    pub(super) fn close(&self) -> AtClosing {
        let (mut waiting, mut was_closed) = (None, false);
        self.0.send_modify(|board| {
            was_closed = mem::replace(&mut board.is_closed, true);
            waiting = board.open.take();
        });
        // Whoever holds the turn cannot answer it any more, and its agent learns that nobody will.
        match waiting.and_then(|it| it.take()) {
            Some(_) => AtClosing::Waited,
            None if was_closed => AtClosing::ClosedBefore,
            None => AtClosing::Worked,
        }
    }

    /// Whether they are closed.
    pub(super) fn is_closed(&self) -> bool {
        self.0.borrow().is_closed
    }

    /// Shows a prompt; `None` if they are closed.
    fn ask(&self, prompt: &Prompt) -> Option<(u64, oneshot::Receiver<String>)> {
        let (sender, receiver) = oneshot::channel();
        let mut number = None;
        self.0.send_if_modified(|board| {
            if board.is_closed {
                return false;
            }
            board.asked += 1;
            number = Some(board.asked);
            let answer = Mutex::new(Some(sender));
            board.open = Some(Arc::new(Turn { number: board.asked, prompt: prompt.clone(), answer }));
            true
        });
        number.map(|number| (number, receiver))
    }
}

/// A prompt that is shown until this is dropped, also if the session stops waiting.
struct ShownTurn<'t>(&'t Turns, u64);

impl Drop for ShownTurn<'_> {
    fn drop(&mut self) {
        let (turns, number) = (self.0, self.1);
        turns.0.send_if_modified(|board| board.open.take_if(|it| it.number == number).is_some());
    }
}

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
        let answer = match self.turns.ask(prompt) {
            Some((number, receiver)) => {
                let _shown = ShownTurn(&self.turns, number);
                timeout(self.idle, receiver).await.ok().and_then(Result::ok)
            }
            None => None,
        };
        let text = answer.unwrap_or_else(|| {
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
