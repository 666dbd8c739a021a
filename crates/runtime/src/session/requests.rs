//! The requests of a session, and whether it works on one.

use crate::control::Phase;
use deskpilot_agent::Ending;
use deskpilot_core::Verdict;
use std::collections::VecDeque;
use tokio::sync::{
    mpsc::{self, error::TryRecvError},
    watch,
};

/// The requests that a session has yet to carry out.
pub(crate) struct RequestQueue {
    given: VecDeque<String>,
    /// Delivers further requests; closed when there are no more.
    more: Option<mpsc::Receiver<String>>,
    phase: watch::Sender<Phase>,
}

impl RequestQueue {
    /// The given requests first, then those that `more` delivers.
    pub(crate) fn new(
        given: impl IntoIterator<Item = String>,
        more: Option<mpsc::Receiver<String>>,
        phase: watch::Sender<Phase>,
    ) -> RequestQueue {
        RequestQueue { given: given.into_iter().collect(), more, phase }
    }

    /// The given requests only.
    #[cfg(test)]
    pub(crate) fn fixed(given: impl IntoIterator<Item = String>) -> RequestQueue {
        RequestQueue::new(given, None, watch::Sender::new(Phase::Working))
    }

    /// Drops the first request if it is this one, which a resumed round already carries out. Returns whether it was.
    pub(crate) fn skip_current(&mut self, request: &str) -> bool {
        self.given.pop_front_if(|it| it == request).is_some()
    }

    /// Takes the first request unless it is this one, which a resumed round would carry out.
    pub(crate) fn take_other(&mut self, request: &str) -> Option<String> {
        self.given.pop_front_if(|it| it != request)
    }

    /// The next request; waits for it while the session is idle. `None` when there are no more.
    pub(crate) async fn next(&mut self) -> Option<String> {
        if let Some(given) = self.given.pop_front() {
            return Some(given);
        }
        let more = self.more.as_mut()?;
        let mut next = Err(TryRecvError::Empty);
        // Under the lock of the phase, as a handle adds a request: nobody finds an idle session with a request still in the queue.
        self.phase.send_if_modified(|phase| {
            next = more.try_recv();
            let rests = next == Err(TryRecvError::Empty);
            if rests {
                *phase = Phase::Idle;
            }
            rests
        });
        match next {
            Ok(request) => Some(request),
            Err(TryRecvError::Empty) => more.recv().await,
            Err(TryRecvError::Disconnected) => None,
        }
    }

    /// The request after a round that ended like this. After a failure the requests given beforehand are dropped, because
    /// they relied on it; a person who sends requests one by one has seen the failure.
    pub(crate) async fn next_after(&mut self, ending: &Ending) -> Option<String> {
        if !matches!(ending, Ending::Ended(Verdict::Finished(_))) {
            self.given.clear();
        }
        self.next().await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_session_is_idle_only_while_no_request_waits_for_it() {
        let (phase, (sender, more)) = (watch::Sender::new(Phase::Working), mpsc::channel(1));
        let mut queue = RequestQueue::new(["one".to_owned()], Some(more), phase.clone());
        let phase = || *phase.borrow();
        assert_eq!(queue.next().await.as_deref(), Some("one"));
        sender.try_send("two".to_owned()).unwrap();
        assert_eq!((queue.next().await.as_deref(), phase()), (Some("two"), Phase::Working));
        tokio::select! {
            biased;
            early = queue.next() => unreachable!("{early:?}"),
            () = async {} => {}
        }
        assert_eq!(phase(), Phase::Idle);
        drop(sender);
        assert_eq!(queue.next().await, None);
    }
}
