//! The requests of a session, and whether it works on one.

use crate::control::Phase;
use deskpilot_agent::Ending;
use deskpilot_core::Verdict;
use std::collections::VecDeque;
use tokio::sync::{mpsc, watch};

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
        match (self.given.pop_front(), &mut self.more) {
            (None, Some(more)) => {
                self.phase.send_replace(Phase::Idle);
                more.recv().await
            }
            (given, _) => given,
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
