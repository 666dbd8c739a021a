//! What a session is asked for, round by round.

use deskpilot_agent::Ending;
use deskpilot_core::Verdict;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use tokio::sync::{mpsc, watch};

/// What a session is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// It carries a request out, or prepares to.
    Working,
    /// It waits for a further request.
    Idle,
    /// It is over.
    Over,
}

/// The requests of a session.
pub(crate) struct Requests {
    given: VecDeque<String>,
    /// Where more of them come from; it ends when there are no more.
    more: Option<mpsc::Receiver<String>>,
    phase: watch::Sender<Phase>,
}

impl Requests {
    /// These first, and then those that come.
    pub(crate) fn new(
        given: impl IntoIterator<Item = String>,
        more: Option<mpsc::Receiver<String>>,
        phase: watch::Sender<Phase>,
    ) -> Requests {
        Requests { given: given.into_iter().collect(), more, phase }
    }

    /// These, and no others.
    #[cfg(test)]
    pub(crate) fn these(given: impl IntoIterator<Item = String>) -> Requests {
        Requests::new(given, None, watch::Sender::new(Phase::Working))
    }

    /// This one is under way: it does not come next.
    pub(crate) fn is_in_hand(&mut self, request: &str) {
        self.given.pop_front_if(|it| it == request);
    }

    /// The next one.
    pub(crate) async fn next(&mut self) -> Option<String> {
        match (self.given.pop_front(), &mut self.more) {
            (None, Some(more)) => {
                self.phase.send_replace(Phase::Idle);
                more.recv().await
            }
            (given, _) => given,
        }
    }

    /// The one after a round that ended so. What was given beforehand rests upon what went before it; a person sees that.
    pub(crate) async fn after(&mut self, ending: &Ending) -> Option<String> {
        if !matches!(ending, Ending::Ended(Verdict::Finished(_))) {
            self.given.clear();
        }
        self.next().await
    }
}
