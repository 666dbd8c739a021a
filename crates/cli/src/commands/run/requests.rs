//! What a session is asked for, round by round.

use crate::terminal::{Terminal, say};
use deskpilot_agent::Ending;
use deskpilot_core::Verdict;
use std::collections::VecDeque;

/// The requests of a session.
pub(super) struct Requests {
    given: VecDeque<String>,
    /// Where more of them come from.
    more: Option<Terminal>,
}

const FIRST: &str = "What do you want done?\n> ";
const NEXT: &str = "\nWhat next? An empty line ends the session.\n> ";

impl Requests {
    /// These, and no others.
    pub(super) fn these(given: impl IntoIterator<Item = String>) -> Requests {
        Requests { given: given.into_iter().collect(), more: None }
    }

    /// These first, and then what a person asks for at the terminal, until an empty line.
    pub(super) fn and_at(self, terminal: Terminal) -> Requests {
        Requests { more: Some(terminal), ..self }
    }

    /// Asks for the first one, where none was given; `false` when nobody wants anything.
    pub(super) async fn begin(&mut self) -> bool {
        if let (true, Some(terminal)) = (self.given.is_empty(), &mut self.more) {
            self.given.extend(asked(terminal, FIRST).await);
        }
        !self.given.is_empty()
    }

    /// This one is under way: it does not come next.
    pub(super) fn is_in_hand(&mut self, request: &str) {
        self.given.pop_front_if(|it| it == request);
    }

    /// The next one.
    pub(super) async fn next(&mut self) -> Option<String> {
        match (self.given.pop_front(), &mut self.more) {
            (None, Some(terminal)) => asked(terminal, NEXT).await,
            (given, _) => given,
        }
    }

    /// The one after a round that ended so. What was given beforehand rests upon what went before it; a person sees that.
    pub(super) async fn after(&mut self, ending: &Ending) -> Option<String> {
        if !matches!(ending, Ending::Ended(Verdict::Finished(_))) {
            self.given.clear();
        }
        self.next().await
    }
}

async fn asked(terminal: &mut Terminal, question: &str) -> Option<String> {
    let line = terminal.line(question).await.ok()?;
    if line.is_empty() {
        say("\n");
        return None;
    }
    Some(line)
}
