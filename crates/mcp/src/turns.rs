//! The prompts of a session whose model is the client: each waits here until it is answered.

use deskpilot_core::Prompt;
use std::{
    future::pending,
    mem,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::sync::{oneshot, watch};

/// The prompts of a session, one at a time, and the answers to them.
pub(crate) struct Turns<A = String>(watch::Sender<Board<A>>);

/// What watchers of the turns see.
struct Board<A> {
    /// How many prompts there were.
    asked: u64,
    /// The prompt that waits for an answer.
    open: Option<Arc<Turn<A>>>,
    is_closed: bool,
}

/// A prompt that waits for an answer.
pub(crate) struct Turn<A = String> {
    /// Its number in the session, from 1.
    pub(crate) number: u64,
    /// The prompt.
    pub(crate) prompt: Prompt,
    answer: Mutex<Option<oneshot::Sender<A>>>,
}

/// Whether an agent waited for an answer when its turns were closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AtClosing {
    /// It did, and ends its work now.
    Waited,
    /// It was at work, or waited for a person.
    Worked,
    /// They were closed before.
    ClosedBefore,
}

impl<A> Turn<A> {
    /// Answers the prompt; `false` if the session no longer waits for it.
    pub(crate) fn answer(&self, answer: A) -> bool {
        self.take().is_some_and(|it| it.send(answer).is_ok())
    }

    /// Whether it has its answer.
    pub(crate) fn is_answered(&self) -> bool {
        self.sender().is_none()
    }

    fn take(&self) -> Option<oneshot::Sender<A>> {
        self.sender().take()
    }

    fn sender(&self) -> MutexGuard<'_, Option<oneshot::Sender<A>>> {
        self.answer.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<A> Board<A> {
    fn open_after(&self, answered: u64) -> Option<Arc<Turn<A>>> {
        self.open.clone().filter(|it| it.number > answered)
    }
}

impl<A> Default for Turns<A> {
    fn default() -> Turns<A> {
        Turns(watch::Sender::new(Board { asked: 0, open: None, is_closed: false }))
    }
}

impl<A> Turns<A> {
    /// The prompt that waits now.
    pub(crate) fn open(&self) -> Option<Arc<Turn<A>>> {
        self.0.borrow().open.clone()
    }

    /// The number of the prompt that waits now, if it is later than this one.
    pub(crate) fn waiting_after(&self, answered: u64) -> Option<u64> {
        self.0.borrow().open_after(answered).map(|it| it.number)
    }

    /// The first prompt after the one with this number, as soon as it waits. Never returns once the turns are closed.
    pub(crate) async fn after(&self, answered: u64) -> Arc<Turn<A>> {
        let mut board = self.0.subscribe();
        let reached = board.wait_for(|it| it.open_after(answered).is_some()).await;
        let turn = reached.ok().and_then(|it| it.open_after(answered));
        match turn {
            Some(turn) => turn,
            None => pending().await,
        }
    }

    /// Returns as soon as the prompt with this number no longer waits.
    pub(crate) async fn gone(&self, number: u64) {
        let mut board = self.0.subscribe();
        // An error would mean that the turns are gone, and with them the prompt.
        let _ = board.wait_for(|it| it.open.as_ref().is_none_or(|open| open.number != number)).await;
    }

    /// Ends the session as soon as an agent is asked: whatever it is asked, it finishes.
    pub(crate) fn close(&self) -> AtClosing {
        let (mut waiting, mut was_closed) = (None, false);
        self.0.send_modify(|board| {
            was_closed = mem::replace(&mut board.is_closed, true);
            waiting = board.open.take();
        });
        // The call that holds the turn cannot answer it any more, and its agent learns that nobody will.
        match waiting.and_then(|it| it.take()) {
            Some(_) => AtClosing::Waited,
            None if was_closed => AtClosing::ClosedBefore,
            None => AtClosing::Worked,
        }
    }

    /// Whether they are closed.
    pub(crate) fn is_closed(&self) -> bool {
        self.0.borrow().is_closed
    }

    /// Shows a prompt until what is returned is dropped, also if the session stops waiting; `None` if they are closed.
    pub(crate) fn show(&self, prompt: &Prompt) -> Option<ShownTurn<'_, A>> {
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
        number.map(|number| ShownTurn { turns: self, number, answer: receiver })
    }
}

/// A prompt that is shown until this is dropped.
pub(crate) struct ShownTurn<'t, A> {
    turns: &'t Turns<A>,
    /// Its number in the session.
    pub(crate) number: u64,
    answer: oneshot::Receiver<A>,
}

impl<A> ShownTurn<'_, A> {
    /// The answer; `None` if there will be none.
    pub(crate) async fn answered(&mut self) -> Option<A> {
        (&mut self.answer).await.ok()
    }
}

impl<A> Drop for ShownTurn<'_, A> {
    fn drop(&mut self) {
        let (turns, number) = (self.turns, self.number);
        // A later prompt, which may wait by now, stays.
        turns.0.send_if_modified(|board| board.open.take_if(|it| it.number == number).is_some());
    }
}
